import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Fragment, isValidElement, type VNode } from 'preact'
import { excerpt } from '../../../public/app/lib/excerpt'
import { renderMarkdown } from '../../../public/app/ui/markdown-view'
import { type Block, parseMarkdown } from '../../../src/lib/text/markdown/blocks'
import { type Inline, safeHref } from '../../../src/lib/text/markdown/inlines'
import { HIDDEN, hideSpoilers } from '../../../src/lib/text/spoilers'
import { plainMarkdown } from '../../../src/pages/plain'
import { startCpuClock } from '../../support/cpu'

/** What becomes of a text, written down as tags. */
function tagged(node: unknown): string {
  if (Array.isArray(node)) return node.map(tagged).join('')
  if (!isValidElement(node)) return node === null || node === undefined || node === false ? '' : String(node)
  const { type, props } = node as VNode<{ children?: unknown; href?: string; name?: string }>
  const { name } = props
  const inside = tagged(props.children)
  if (typeof type !== 'string') return name !== undefined ? `[${name}]` : type === Fragment ? inside : `{${inside}}`
  return type === 'br' ? '<br>' : `<${type}${props.href ? ` ${props.href}` : ''}>${inside}</${type}>`
}
const html = (text: string): string => tagged(renderMarkdown(text))

describe('what may be written', () => {
  test.each([
    ['Hello', '<p>Hello</p>'],
    ['one\ntwo\n\nthree', '<p>one<br>two</p><p>three</p>'],
    [
      '**bold** and *soft* and __bold__ and _soft_',
      '<p><strong>bold</strong> and <em>soft</em> and <strong>bold</strong> and <em>soft</em></p>',
    ],
    ['*soft with **bold** inside*', '<p><em>soft with <strong>bold</strong> inside</em></p>'],
    ['`a * b` and ``a ` b``', '<p><code>a * b</code> and <code>a ` b</code></p>'],
    ['```ts\n**not bold**\n```\nafter', '<pre><code>**not bold**</code></pre><p>after</p>'],
    ['> said\n> again\n\nme', '<blockquote><p>said<br>again</p></blockquote><p>me</p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['# Loud', '<p><strong>Loud</strong></p>'],
    ['[words](https://a.example/b)', '<p><a https://a.example/b>words (a.example)</a></p>'],
    ['[a.example](https://a.example/b)', '<p><a https://a.example/b>a.example</a></p>'],
    ['see https://аррle.com', '<p>see <a https://xn--le-6kc8da.com/>https://аррle.com (xn--le-6kc8da.com)</a></p>'],
    ['~~gone~~ and ~one~', '<p><s>gone</s> and ~one~</p>'],
    ['~~all **of** it~~', '<p><s>all <strong>of</strong> it</s></p>'],
    ['it was ||the *otter*||', '<p>it was {the <em>otter</em>}</p>'],
    ['a || b, true || false', '<p>a || b, true || false</p>'],
    ['ask @quiet-otter-4821.', '<p>ask [quiet-otter-4821].</p>'],
    ['me@quiet-otter-4821 @nobody @a-b-1x', '<p>me@quiet-otter-4821 @nobody @a-b-1x</p>'],
    [
      '| a | **b** |\n| - | :-: |\n| 1 | 2 |\n\nafter',
      '<div><table><thead><tr><th>a</th><th><strong>b</strong></th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div><p>after</p>',
    ],
    ['a | b\nc | d', '<p>a | b<br>c | d</p>'],
    ['see https://a.example/b.', '<p>see <a https://a.example/b>https://a.example/b</a>.</p>'],
    ['[mail](mailto:a@b.example)', '<p><a mailto:a@b.example>mail (a@b.example)</a></p>'],
    ['[a https://b.example](https://c.example/)', '<p><a https://c.example/>a https://b.example (c.example)</a></p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected)
  })

  test.each([
    ['snake_case_name and 2 * 3 * 4', '<p>snake_case_name and 2 * 3 * 4</p>'],
    ['**never closed', '<p>**never closed</p>'],
    ['\\*plain\\*', '<p>*plain*</p>'],
    ['<b>no</b> <script>x</script>', '<p><b>no</b> <script>x</script></p>'],
    ['![picture](https://a.example/p.png)', '<p>!<a https://a.example/p.png>picture (a.example)</a></p>'],
    ['#hashtag', '<p>#hashtag</p>'],
  ])('what is none stays as it was typed: %j', (text, expected) => {
    // HTML in the text is text: `tagged` writes strings as they are.
    expect(html(text)).toBe(expected)
  })
})

test('each paragraph and list runs in the direction of its own script', () => {
  const directions = renderMarkdown('Hello\n\nשלום\n\n- שלום\n- עולם\n\n1. Hello').map(({ type, props }) => [
    type,
    (props as { dir?: string }).dir,
  ])
  const found = directions
  expect(found).toEqual([
    ['p', 'auto'],
    ['p', 'auto'],
    ['ul', 'auto'],
    ['ol', 'auto'],
  ])
})

describe('what may not', () => {
  const REFUSED = `javascript:alert(1) JaVaScRiPt:alert(1) java\tscript:alert(1) data:text/html,x vbscript:x //a.example
    file:///etc/passwd /post/1 blob:https://a.example/1 https://bank.example@evil.example https://:@evil.example:x@`
  test.each(REFUSED.split(/ |\n +/))('an address that is not of the web or of mail is no link: %s', (address) => {
    expect(safeHref(address)).toBeUndefined()
    expect(html(`[press](${address})`)).not.toContain('>press</a>')
  })

  const TAGS = new Set('p br strong em s code pre blockquote ul ol li a div table thead tbody tr th td'.split(' '))
  const ATTRIBUTES = new Set(['children', 'class', 'href', 'rel', 'target', 'start', 'tabIndex', 'dir'])

  function inspect(node: unknown): void {
    if (Array.isArray(node)) for (const each of node) inspect(each)
    if (!isValidElement(node)) return
    const { type, props } = node as VNode<Record<string, unknown>>
    if (typeof type === 'string') {
      expect(TAGS).toContain(type)
      for (const name of Object.keys(props)) expect(ATTRIBUTES).toContain(name)
      if (type === 'a') {
        expect(String(props.href)).toMatch(/^(?:https?|mailto):/)
        expect(props.rel).toBe('nofollow noopener ugc')
      }
    }
    inspect(props.children)
  }

  const PIECES = [
    ...'* ** _ ` > - 1. [ ]( ) < javascript: https://a.b/ x \\ ~~ || | @a-b-1 & "'.split(' '),
    ' ',
    '\n',
    '\n\n',
  ]
  PIECES.push('```\n', '> ', '- ', '1. ', '\n|-|-|\n')
  const markdown = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 60 })

  test('no text makes anything but the elements and attributes that are allowed', () => {
    fc.assert(
      fc.property(markdown, (pieces) => inspect(renderMarkdown(pieces.join('')))),
      { numRuns: 500 },
    )
  })

  test('every letter of a plain text is still there', () => {
    const words = fc.stringMatching(/^[a-z0-9 ]{1,60}$/)
    fc.assert(
      fc.property(words, (text) => {
        const shown = html(text).replace(/<[^>]+>/g, '')
        expect(shown).toBe(text.trim())
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ...['*a ', '**a _b ', '> ', '- ', '~~a ', '||a ', '|a|a\n|-|-|\n', '> ||'].map((piece) => [piece]),
    ...'[ [a]( ` https:// _* \\ __a* || | @a- @a-b-'.split(' ').map((piece) => [piece]),
    ['-http://[', '.'],
    ['http://[', '**'],
    ['](http://a.b)', '*'],
    ['http://a.b/', ')'],
    ['[http://[', '_'],
  ])('no text of the greatest length takes long: %j', (...pieces) => expectQuick(pieces))

  /** A text of so many equal parts. Its bound is some hundred times what it takes: the square of the length is above. */
  function expectQuick(pieces: readonly string[]): void {
    const text = pieces.map((piece) => piece.repeat(10_000 / pieces.length / piece.length)).join('')
    const cpuMs = startCpuClock()
    parseMarkdown(`${text}a`)
    expect(cpuMs()).toBeLessThan(250)
  }

  test('no text of two halves, made of whatever means something, takes long', () => {
    const piece = fc.array(fc.constantFrom(...PIECES, 'http://', 'http://[', '.', '!', '    ', '-'), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(piece, piece, (first, second) => expectQuick([first.join(''), second.join('')])),
      { numRuns: 100 },
    )
  })

  test('an address ends where the direction of writing is overridden, and is no link where it is too long', () => {
    expect(html('https://a.example/\u202egpj.exe')).toBe(
      '<p><a https://a.example/>https://a.example/</a>\u202egpj.exe</p>',
    )
    expect(html('https://a.example/\u0000x')).toStartWith('<p><a https://a.example/>https://a.example/</a>')
    const long = `https://a.example/${'x'.repeat(2001)}`
    expect(html(long)).toBe(`<p>${long}</p>`)
  })
})

describe('a label that looks like another address has the real one beside it', () => {
  test.each([
    ['bank.example', 'https://evil.example/x', 'evil.example'],
    ['https://bank.example/login', 'https://evil.example', 'evil.example'],
    ['Sign in at **bank**.example now', 'https://evil.example:8443', 'evil.example:8443'],
    ['BANK.EXAMPLE.', 'https://evil.example', 'evil.example'],
    ['bank\u200b.example', 'https://evil.example', 'evil.example'],
    ['bank。example', 'https://evil.example', 'evil.example'],
    ['ｂａｎｋ．ｅｘａｍｐｌｅ', 'https://evil.example', 'evil.example'],
    ['bank.example', 'https://bank.example.evil.example', 'bank.example.evil.example'],
    ['bank.example', 'https://notbank.example', 'notbank.example'],
    ['bank.example', 'https://bаnk.example', 'xn--bnk-6cd.example'],
    ['elpmaxe.knab\u202e', 'https://elpmaxe.knab', 'elpmaxe.knab'],
    ['dean@campus.edu', 'mailto:eve@evil.example', 'eve@evil.example'],
    ['bank.example', 'mailto:eve@evil.example', 'eve@evil.example'],
  ])('[%s](%s)', (label, address, shown) => {
    expect(html(`[${label}](${address})`)).toEndWith(` (${shown})</a></p>`)
  })

  test.each([
    ['bank.example', 'https://docs.bank.example', 'docs.bank.example'],
    ['बैंक.भारत', 'https://बैंक.भारत', 'xn--i1b2bwdrf.xn--h2brj9c'],
    ['the notes of week 3.5, e.g. these', 'https://a.example', 'a.example'],
  ])('and so has one that does not say it: [%s](%s)', (label, address, shown) => {
    expect(html(`[${label}](${address})`)).toEndWith(` (${shown})</a></p>`)
  })

  test.each([
    ['bank.example', 'https://bank.example/login'],
    ['bank.example', 'https://www.bank.example'],
    ['www.bank.example/help', 'https://bank.example'],
    ['dean@campus.edu', 'mailto:dean@campus.edu'],
  ])('and not beside the label of [%s](%s)', (label, address) => {
    expect(html(`[${label}](${address})`)).not.toContain(' (')
  })
})

test('an excerpt is the text without its marks', () => {
  expect(excerpt('# Loud\n**bold** [words](https://a.example) `code`\n- item\n> said')).toBe(
    'Loud\nbold words code\nitem\nsaid',
  )
  expect(excerpt('~~old~~ new\n\n| a | b |\n| - | - |\n| 1 | 2 |')).toBe('old new\na · b\n1 · 2')
})

describe('no preview shows what is to be opened', () => {
  test.each([
    ['the end: ||they marry||, all of them', `the end: ${HIDDEN}, all of them`],
    ['||one|| and ||two||', HIDDEN],
    ['||one\nover lines||', HIDDEN],
    ['one || alone', 'one || alone'],
    ['nothing', 'nothing'],
    ['||a||\n\nb || c', `${HIDDEN}\n\nb || c`],
  ])('%j', (text, expected) => {
    expect(hideSpoilers(text)).toBe(expected)
  })

  test('also where it would be cut off inside', () => {
    expect(excerpt(`${'x '.repeat(195)}||${'they marry '.repeat(20)}||`)).not.toContain('marry')
  })

  /** The words in the text that are shown without pressing anything, and those that are not. */
  function collect(inlines: readonly Inline[], isHidden: boolean, words: { shown: string[]; hidden: string[] }): void {
    for (const each of inlines)
      if ('children' in each) collect(each.children, isHidden || each.kind === 'spoiler', words)
      else if ('text' in each) words[isHidden ? 'hidden' : 'shown'].push(...(each.text.match(/w\d+/g) ?? []))
  }

  test('whatever else is in the text', () => {
    const pieces = [...'|| || | \\ ` ** ~~ [ ](https://a.b)'.split(' '), ...[' ', '\n', '\n\n', '> ', '- ', '```\n']]
    const written = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.constant('w')), { maxLength: 40 })
    fc.assert(
      fc.property(written, (parts) => {
        const text = parts.map((part, at) => (part === 'w' ? `w${at}` : part)).join('')
        const words = { shown: [] as string[], hidden: [] as string[] }
        const walk = (blocks: readonly Block[]): void => {
          for (const block of blocks)
            if (block.kind === 'paragraph') collect(block.children, false, words)
            else if (block.kind === 'quote') walk(block.children)
            else if (block.kind === 'list') for (const item of block.items) walk(item)
            else if (block.kind === 'table')
              for (const cell of [block.head, ...block.rows].flat()) collect(cell, false, words)
        }
        walk(parseMarkdown(text))
        for (const preview of [excerpt(text), hideSpoilers(text)])
          for (const word of words.hidden) expect(preview.match(/w\d+/g) ?? []).not.toContain(word)
      }),
      { numRuns: 1000 },
    )
  })

  test('in time that grows with the text', () => {
    for (const piece of ['||a ', '|', '|| ', '\n', '\n ', '||\n\n']) {
      const cpuMs = startCpuClock()
      hideSpoilers(piece.repeat(10_000 / piece.length))
      excerpt(piece.repeat(10_000 / piece.length))
      expect(cpuMs()).toBeLessThan(250)
    }
  })
})

describe('without JavaScript', () => {
  test('a post reads as with it, and what is to be opened is closed', () => {
    expect(plainMarkdown('**b** ~~s~~ ||hidden *x*||\n\n- one\n- two\n\n| a |\n| - |\n| 1 |')).toBe(
      '<div dir="auto"><strong>b</strong> <s>s</s> <details><summary>Spoiler</summary>hidden <em>x</em></details></div>' +
        '<ul dir="auto"><li><div dir="auto">one</div></li><li><div dir="auto">two</div></li></ul>' +
        '<div class="plain-table" tabindex="0"><table dir="auto"><tr><th>a</th></tr><tr><td>1</td></tr></table></div>',
    )
  })
  test('no text becomes markup', () => {
    const hostile = ['</noscript><script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><b x="', "' onclick='x"]
    const shapes = [
      '%',
      '`%`',
      '```\n%\n```',
      '**%**',
      '||%||',
      '> %',
      '- %',
      '| % |\n| - |\n| % |',
      '[%](https://a.example/?%)',
    ]
    for (const each of hostile)
      for (const shape of shapes) {
        const html = plainMarkdown(shape.replaceAll('%', each))
        const tags = html.match(/<[^>]*>?/g)?.map((tag) => tag.replace(/(?<= (?:href|start)=")[^"<>]*/, ''))
        for (const tag of tags ?? [])
          expect(tag).toMatch(/^<\/?[a-z]+(?: (?:dir|class|tabindex|href|rel|start)="[a-z0-9 -]*")*>$/)
      }
  })
})
