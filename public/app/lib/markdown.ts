import { addressBeside } from './link-label'

/**
 * The part of Markdown that posts and comments may use, as a tree that can hold nothing else: no HTML, no images, no
 * links but http, https and mailto. A single line break is a line break, as people write on phones.
 */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  | { kind: 'break' }

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; start: number | undefined; items: Block[][] }

/** Deeper nesting stays as it was typed. */
const DEEPEST = 5

const FENCE = /^ {0,3}```/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])[ \t]+(?=\S)/
const HEADING = /^ {0,3}#{1,6}[ \t]+/
const INDENT = /^(?: {1,4}|\t)/

/** Parses any text: what is not Markdown is plain text. */
export const parseMarkdown = (text: string): Block[] => parseBlocks(text.replace(/\r\n?/g, '\n').split('\n'), 0)

const isBlank = (line: string): boolean => line.trim() === ''
const begins = (line: string): boolean => FENCE.test(line) || QUOTE.test(line) || ITEM.test(line) || HEADING.test(line)

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let at = 0
  /** Takes the lines from here on that match; always the first one. */
  const take = (fits: (line: string) => boolean): string[] => {
    const from = at++
    while (at < lines.length && fits(lines[at]!)) at++
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at]!
    if (isBlank(line)) at++
    else if (FENCE.test(line)) {
      const text = take((each) => !FENCE.test(each)).slice(1)
      at++
      blocks.push({ kind: 'code', text: text.join('\n') })
    } else if (depth < DEEPEST && QUOTE.test(line)) {
      const quoted = take((each) => QUOTE.test(each)).map((each) => each.replace(QUOTE, ''))
      blocks.push({ kind: 'quote', children: parseBlocks(quoted, depth + 1) })
    } else if (depth < DEEPEST && ITEM.test(line)) {
      const number = ITEM.exec(line)?.[1]
      const isOrdered = number !== undefined
      const belongs = (each: string) =>
        INDENT.test(each) || (ITEM.test(each) && (ITEM.exec(each)?.[1] !== undefined) === isOrdered) || continues(each)
      const items = splitItems(take(belongs))
      blocks.push({
        kind: 'list',
        start: isOrdered ? Number(number) : undefined,
        items: items.map((item) => parseBlocks(item, depth + 1)),
      })
    } else if (HEADING.test(line)) {
      at++
      blocks.push({
        kind: 'paragraph',
        children: [{ kind: 'strong', children: parseInlines(line.replace(HEADING, '')) }],
      })
    } else {
      const text = take((each) => !isBlank(each) && !begins(each))
      blocks.push({ kind: 'paragraph', children: parseInlines(text.map((each) => each.trim()).join('\n')) })
    }
  }
  return blocks
}

/** A line that continues the item above it without being indented. */
const continues = (line: string): boolean => !isBlank(line) && !begins(line)

const indentation = (line: string): number => line.search(/\S/)

function splitItems(lines: readonly string[]): string[][] {
  const items: string[][] = []
  const indent = indentation(lines[0]!)
  for (const line of lines) {
    // A deeper item belongs to a nested list.
    if (ITEM.test(line) && indentation(line) < indent + 2) items.push([line.replace(ITEM, '')])
    else items.at(-1)!.push(line.replace(INDENT, ''))
  }
  return items
}

const PUNCTUATION = /[!-/:-@[-`{-~]/
const LINK = /\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/y
/**
 * A URL ends before a line break or a bidirectional override, which could make it read as another one. Longer URLs stay
 * plain text.
 */
const ADDRESS = /https?:\/\/[^\s<>"\p{Cc}\p{Bidi_Control}]{1,2000}(?![^\s<>"\p{Cc}\p{Bidi_Control}])/uy
const WORD = /[\p{L}\p{N}_]/u

function parseInlines(text: string, depth = 0, isInLink = false): Inline[] {
  const inlines: Inline[] = []
  /** Marks that nothing closes from here on: searching again for each would take quadratic time. */
  const open = new Set<string>()
  let plain = ''
  let at = 0
  const put = (inline: Inline, end: number) => {
    if (plain !== '') inlines.push({ kind: 'text', text: plain })
    plain = ''
    inlines.push(inline)
    at = end
  }
  while (at < text.length) {
    const sign = text[at]!
    const inline = depth < DEEPEST ? inlineAt(text, at, depth, isInLink, open) : undefined
    if (sign === '\\' && PUNCTUATION.test(text[at + 1] ?? '')) {
      plain += text[at + 1]
      at += 2
    } else if (sign === '\n') put({ kind: 'break' }, at + 1)
    else if (inline) put(...inline)
    else {
      plain += sign
      at++
    }
  }
  if (plain !== '') inlines.push({ kind: 'text', text: plain })
  return inlines
}

/** The inline element that starts here, and where it ends. */
function inlineAt(
  text: string,
  at: number,
  depth: number,
  isInLink: boolean,
  open: Set<string>,
): [Inline, number] | undefined {
  const sign = text[at]!
  if (sign === '`') return codeAt(text, at)
  if (sign === '*' || sign === '_') return emphasisAt(text, at, depth, isInLink, open)
  if (isInLink) return undefined
  if (sign === '[') return linkAt(text, at, depth)
  if (sign === 'h' && !WORD.test(text[at - 1] ?? '')) return addressAt(text, at)
  return undefined
}

function codeAt(text: string, at: number): [Inline, number] | undefined {
  const mark = text[at + 1] === '`' ? '``' : '`'
  const end = text.indexOf(mark, at + mark.length)
  const code = text.slice(at + mark.length, end).trim()
  return end < 0 || code === '' ? undefined : [{ kind: 'code', text: code }, end + mark.length]
}

function emphasisAt(
  text: string,
  at: number,
  depth: number,
  isInLink: boolean,
  open: Set<string>,
): [Inline, number] | undefined {
  const sign = text[at]!
  const mark = text[at + 1] === sign ? sign + sign : sign
  const from = at + mark.length
  if (/^(?:\s|$)/.test(text.slice(from, from + 1)) || (sign === '_' && WORD.test(text[at - 1] ?? ''))) return undefined
  const end = open.has(mark) ? -1 : closing(text, from, mark)
  if (end < 0) {
    open.add(mark)
    return undefined
  }
  const children = parseInlines(text.slice(from, end), depth + 1, isInLink)
  return [{ kind: mark.length === 2 ? 'strong' : 'emphasis', children }, end + mark.length]
}

function closing(text: string, from: number, mark: string): number {
  const sign = mark[0]!
  for (let end = text.indexOf(mark, from); end >= 0; end = text.indexOf(mark, end + 1)) {
    const after = text[end + mark.length] ?? ''
    if (end === from || /\s/.test(text[end - 1]!) || (sign === '_' && WORD.test(after))) continue
    if (mark.length === 1 && (after === sign || text[end - 1] === sign)) continue
    return end
  }
  return -1
}

function linkAt(text: string, at: number, depth: number): [Inline, number] | undefined {
  LINK.lastIndex = at
  const [whole, label, address] = LINK.exec(text) ?? []
  const href = safeHref(address)
  if (whole === undefined || label === undefined || href === undefined) return undefined
  const children = parseInlines(label, depth + 1, true)
  const other = addressBeside(children.map(plainText).join(''), href)
  if (other !== undefined) children.push({ kind: 'text', text: ` (${other})` })
  return [{ kind: 'link', href, children }, at + whole.length]
}

function plainText(of: Inline): string {
  if (of.kind === 'break') return ' '
  return 'text' in of ? of.text : of.children.map(plainText).join('')
}

/** Characters that end a sentence more often than a URL. */
const TRAILING = new Set(".,:;!?'*_)]")

/** By hand, because a pattern that looks for the end would restart at each of these characters, in quadratic time. */
function untrailed(address: string): string {
  let end = address.length
  while (end > 0 && TRAILING.has(address[end - 1]!)) end--
  return address.slice(0, end)
}

function addressAt(text: string, at: number): [Inline, number] | undefined {
  ADDRESS.lastIndex = at
  const match = ADDRESS.exec(text)?.[0]
  const address = match && untrailed(match)
  const href = safeHref(address)
  if (address === undefined || href === undefined) return undefined
  return [{ kind: 'link', href, children: [{ kind: 'text', text: address }] }, at + address.length]
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/**
 * The URL as a browser parses it, if following it does no more than open it. URLs with a user name are refused: they
 * serve to look like another site (`https://bank.example@evil.example`).
 */
export function safeHref(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address)
  if (url === null || !SAFE_PROTOCOLS.has(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}
