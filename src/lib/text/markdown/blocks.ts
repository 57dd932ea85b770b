import { DEEPEST, type Inline, parseInlines } from './inlines'

/** The part of Markdown that posts and comments may use: no HTML, no images, no links but http, https and mailto. */
export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; start: number | undefined; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

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
    } else if (isTable(line, lines[at + 1])) {
      const [head = [], ...rows] = take((each) => each.includes('|')).map(cellsOf)
      blocks.push({ kind: 'table', head: head.map(toInlines), rows: rows.slice(1).map((row) => row.map(toInlines)) })
    } else {
      const text = take((each) => !isBlank(each) && !begins(each))
      blocks.push({ kind: 'paragraph', children: parseInlines(text.map((each) => each.trim()).join('\n')) })
    }
  }
  return blocks
}

/** Wider ones would take the square of the length to fill up. */
const MAX_COLUMNS = 12

/** By hand: no backslash takes the meaning from a bar here, and no pattern has to go back. */
function cellsOf(line: string): string[] {
  const cells = line.trim().split('|')
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '') cells.pop()
  return cells.slice(0, MAX_COLUMNS)
}

const toInlines = (cell: string): Inline[] => parseInlines(cell.trim())

/** A line with bars above one of dashes, of as many cells. */
function isTable(line: string, next = ''): boolean {
  if (!line.includes('|') || !next.includes('-')) return false
  const [head, rule] = [line.trim().split('|'), next.trim().split('|')]
  if (head.length > MAX_COLUMNS + 2 || rule.length > MAX_COLUMNS + 2) return false
  return cellsOf(line).length === cellsOf(next).length && cellsOf(next).every((cell) => /^ *:?-+:? *$/.test(cell))
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

/** Where the links of a Markdown text lead, each as often as readers can press it. No address is without a colon. */
export const hrefsIn = (text: string): string[] => (text.includes(':') ? hrefsOf(parseMarkdown(text)) : [])

function hrefsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return 'href' in part ? [String(part.href)] : Object.values(part).flatMap(hrefsOf)
}
