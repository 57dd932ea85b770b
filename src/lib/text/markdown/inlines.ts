// The elements inside a block of Markdown: see blocks.ts. Everything here takes linear time.

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis' | 'strike' | 'spoiler'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }
  /** A name that may be somebody's here: who shows it knows whether it is. */
  | { kind: 'mention'; name: string }
  | { kind: 'break' }

/** Deeper nesting stays as it was typed. */
export const DEEPEST = 5

const PUNCTUATION = /[!-/:-@[-`{-~]/
const LINK = /\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/y
/** It ends before a bidirectional override, which could make it read as another one. Longer URLs stay plain text. */
const ADDRESS = /https?:\/\/[^\s<>"\p{Cc}\p{Bidi_Control}]{1,2000}(?![^\s<>"\p{Cc}\p{Bidi_Control}])/uy
const WORD = /[\p{L}\p{N}_]/u

export function parseInlines(text: string, depth = 0, isInLink = false): Inline[] {
  const inlines: Inline[] = []
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
    const inline = depth < DEEPEST ? inlineAt(text, at, { depth, isInLink, open }) : undefined
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

/** `open`: marks that nothing closes from here on. Searching again for each would take quadratic time. */
type Within = { depth: number; isInLink: boolean; open: Set<string> }

type Found = [Inline, end: number] | undefined

function inlineAt(text: string, at: number, within: Within): Found {
  const sign = text[at]!
  if (sign === '`') return codeAt(text, at)
  if (sign === '*' || sign === '_') return markedAt(text, at, within)
  if ((sign === '~' || sign === '|') && text[at + 1] === sign) return markedAt(text, at, within)
  if (within.isInLink) return undefined
  if (sign === '@' && !WORD.test(text[at - 1] ?? '')) return mentionAt(text, at)
  if (sign === '[') return linkAt(text, at, within.depth)
  if (sign === 'h' && !WORD.test(text[at - 1] ?? '')) return addressAt(text, at)
  return undefined
}

function codeAt(text: string, at: number): Found {
  const mark = text[at + 1] === '`' ? '``' : '`'
  const end = text.indexOf(mark, at + mark.length)
  const code = text.slice(at + mark.length, end).trim()
  return end < 0 || code === '' ? undefined : [{ kind: 'code', text: code }, end + mark.length]
}

const KINDS = { '**': 'strong', __: 'strong', '~~': 'strike', '||': 'spoiler', '*': 'emphasis', _: 'emphasis' } as const

function markedAt(text: string, at: number, { depth, isInLink, open }: Within): Found {
  const sign = text[at]!
  const mark = (text[at + 1] === sign ? sign + sign : sign) as keyof typeof KINDS
  const from = at + mark.length
  if (/^(?:\s|$)/.test(text.slice(from, from + 1)) || (sign === '_' && WORD.test(text[at - 1] ?? ''))) return undefined
  const end = open.has(mark) ? -1 : closing(text, from, mark)
  if (end < 0) {
    open.add(mark)
    return undefined
  }
  const children = parseInlines(text.slice(from, end), depth + 1, isInLink)
  return [{ kind: KINDS[mark], children }, end + mark.length]
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

function linkAt(text: string, at: number, depth: number): Found {
  LINK.lastIndex = at
  const [whole, label, address] = LINK.exec(text) ?? []
  const href = safeHref(address)
  if (whole === undefined || label === undefined || href === undefined) return undefined
  return [linkTo(href, parseInlines(label, depth + 1, true)), at + whole.length]
}

/** As the server draws Quad names; in any case, for people begin sentences with them. */
const MENTION = /@([a-z]{1,40}-[a-z]{1,40}-\d{1,9})(?![\p{L}\p{N}_-])/iuy

function mentionAt(text: string, at: number): Found {
  MENTION.lastIndex = at
  const [whole, name] = MENTION.exec(text) ?? []
  return whole === undefined || name === undefined ? undefined : [{ kind: 'mention', name }, at + whole.length]
}

function plainText(of: Inline): string {
  if (of.kind === 'break') return ' '
  if (of.kind === 'mention') return `@${of.name}`
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

function addressAt(text: string, at: number): Found {
  ADDRESS.lastIndex = at
  const match = ADDRESS.exec(text)?.[0]
  const address = match && untrailed(match)
  const href = safeHref(address)
  if (address === undefined || href === undefined) return undefined
  return [linkTo(href, [{ kind: 'text', text: address }]), at + address.length]
}

function linkTo(href: string, children: Inline[]): Inline {
  const other = addressAfter(children.map(plainText).join(''), href)
  return {
    kind: 'link',
    href,
    children: other === undefined ? children : [...children, { kind: 'text', text: ` (${other})` }],
  }
}

const SAFE_PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** As a browser parses it. With a user name it looks like another site (`https://bank.example@evil.example`). */
export function safeHref(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address)
  if (url === null || !SAFE_PROTOCOLS.has(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

/** These can show a label in another order than it is read here (Unicode Bidirectional Algorithm, TR9 §2). */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/
/** Dots of other scripts, which browsers take for dots in a host name (RFC 3490 §3.1). */
const DOTS = /[\u3002\uff0e\uff61]/g

/** The host of a link, to be shown after its label (Punycode); undefined where the label says it itself. */
function addressAfter(label: string, href: string): string | undefined {
  const url = URL.parse(href)
  if (url === null) return undefined
  const address = url.protocol === 'mailto:' ? url.pathname : url.host
  const host = hostName(address.slice(address.lastIndexOf('@') + 1))
  const isHonest = (each: string) => host === each || host?.endsWith(`.${each}`)
  if (REORDERING.test(label) || !hostsIn(label).every(isHonest)) return address
  return label.toLowerCase().includes(address.replace(/^www\./, '')) ? undefined : address
}

function hostsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replace(DOTS, '.')
    .replace(/\p{Cf}/gu, '')
  const words = plain.split(/[^\p{L}\p{M}\p{N}.-]+/u).map((word) => word.replace(/^\.+|\.+$/g, ''))
  return words.filter((word) => /\.\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(word)).map((word) => hostName(word) ?? word)
}

const hostName = (text: string): string | undefined => URL.parse(`http://${text}`)?.hostname.replace(/^www\./, '')
