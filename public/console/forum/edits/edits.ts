import { api, envelope, type Failure } from '../../../app/lib/api'
import { readVersions, type Version, type Versioned } from '../../../app/lib/own-words'
import { readPost } from '../../order/moderation/moderation'

export type Part = 'title' | 'content' | 'startsAt' | 'place'

export type Edit = { writtenAt: string; changes: readonly { part: Part; pieces: readonly Piece[] }[] }

/** What was written first, and each edit after it, latest first. */
type Edits = { first: Version; edits: readonly Edit[] }

/** The API keeps no more: the first and the latest ones. */
export const MOST_VERSIONS = 20

/** Nothing where the text was never edited. The present text is read, as what is on the screen may be a copy. */
export async function readEdits(
  target: Versioned,
): Promise<{ success: true; data: { known: readonly Version[] } } | Failure> {
  const earlier = await readVersions(target)
  if (!earlier.success) return earlier
  const { versions } = earlier.data
  if (versions.length === 0) return { success: true, data: { known: [] } }
  const present = await readPresent(target)
  return 'code' in present ? present : { success: true, data: { known: [present, ...versions] } }
}

async function readPresent({ type, id }: Versioned): Promise<Version | Failure> {
  if (type === 'post') {
    const answer = await readPost(id)
    return answer.success ? { ...answer.data, writtenAt: answer.data.updatedAt } : answer
  }
  const answer = await envelope(api.comments({ commentId: id }).get())
  return answer.success ? { content: answer.data.comment.content, writtenAt: answer.data.comment.updatedAt } : answer
}

const TEXTS = ['title', 'content'] as const

/** From all that is known, latest first; undefined where nothing changed. */
export function editsIn(known: readonly Version[]): Edits | undefined {
  const first = known.at(-1)
  if (first === undefined) return undefined
  const edits = known
    .slice(0, -1)
    .map((version, index) => ({ writtenAt: version.writtenAt, changes: changesOf(known[index + 1]!, version) }))
    .filter(({ changes }) => changes.length > 0)
  return edits.length === 0 ? undefined : { first, edits }
}

function changesOf(before: Version, after: Version): Edit['changes'] {
  const texts = TEXTS.filter((part) => before[part] !== after[part]).map((part) => ({
    part,
    pieces: differences(before[part] ?? '', after[part] ?? ''),
  }))
  // As a whole: half a date says nothing.
  const event = (['startsAt', 'place'] as const)
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ part, pieces: replaced(before[part], after[part]) }))
  return [...texts, ...event]
}

const replaced = (before: string | undefined, after: string | undefined): Piece[] => [
  ...(before ? [{ kind: 'removed' as const, text: before }] : []),
  ...(after ? [{ kind: 'added' as const, text: after }] : []),
]

/** A part of two texts: in both, only in the old one, or only in the new one. */
export type Piece = { kind: 'same' | 'removed' | 'added'; text: string }

/** The search takes its square in steps and memory: a million, some milliseconds. */
const MOST_CHANGES = 1000

/** Not by letter or syllable: whole words read well in every script. */
const words = (text: string): string[] => text.match(/\s+|\S+/g) ?? []
const paragraphs = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/**
 * What became of the old text, by words; by paragraphs where too many words changed, and as a whole where too many
 * paragraphs did, so that no text blocks the page.
 */
export function differences(before: string, after: string): Piece[] {
  if (before === after) return joined([{ kind: 'same', text: before }])
  return joined(
    compared(words(before), words(after)) ??
      compared(paragraphs(before), paragraphs(after)) ?? [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ],
  )
}

/** Undefined where more changed than is searched for. */
function compared(before: readonly string[], after: readonly string[]): Piece[] | undefined {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const middle = shortestEdit(before.slice(start, before.length - end), after.slice(start, after.length - end))
  const same = (text: string): Piece => ({ kind: 'same', text })
  return middle && [...before.slice(0, start).map(same), ...middle, ...before.slice(before.length - end).map(same)]
}

/** Eugene Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): the furthest point of each diagonal. */
function shortestEdit(before: readonly string[], after: readonly string[]): Piece[] | undefined {
  const most = Math.min(before.length + after.length, MOST_CHANGES)
  // The diagonals -1 - most to most + 1.
  const furthest = new Int32Array(2 * most + 3)
  const at = (diagonal: number) => diagonal + most + 1
  const trace: Int32Array[] = []
  for (let changes = 0; changes <= most; changes++) {
    trace.push(furthest.slice(at(-changes - 1), at(changes + 1) + 1))
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const isAdded = comesFromAbove(furthest, at(diagonal), diagonal, changes)
      let x = isAdded ? furthest[at(diagonal + 1)]! : furthest[at(diagonal - 1)]! + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      furthest[at(diagonal)] = x
      if (x >= before.length && x - diagonal >= after.length) return walkedBack(trace, before, after)
    }
  }
  return undefined
}

const comesFromAbove = (furthest: Int32Array, at: number, diagonal: number, changes: number): boolean =>
  diagonal === -changes || (diagonal !== changes && furthest[at - 1]! < furthest[at + 1]!)

function walkedBack(trace: readonly Int32Array[], before: readonly string[], after: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let [x, y] = [before.length, after.length]
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes]!
    const diagonal = x - y
    const at = diagonal + changes + 1
    const isAdded = comesFromAbove(furthest, at, diagonal, changes)
    const fromX = changes === 0 ? 0 : furthest[isAdded ? at + 1 : at - 1]!
    const fromY = changes === 0 ? 0 : fromX - (isAdded ? diagonal + 1 : diagonal - 1)
    while (x > fromX && y > fromY) {
      pieces.push({ kind: 'same', text: before[--x]! })
      y--
    }
    if (changes > 0)
      pieces.push(isAdded ? { kind: 'added', text: after[--y]! } : { kind: 'removed', text: before[--x]! })
  }
  return pieces.reverse()
}

/** One piece for neighbours of a kind, what was removed first; words that changed in a row with the blanks between them. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  let [removed, added, blank] = ['', '', '']
  const flush = () => {
    if (removed) found.push({ kind: 'removed', text: removed })
    if (added) found.push({ kind: 'added', text: added })
    if (blank) found.push({ kind: 'same', text: blank })
    removed = added = blank = ''
  }
  for (const { kind, text } of pieces) {
    if (kind === 'same') {
      if ((removed || added) && !blank && text.trim() === '') {
        blank = text
        continue
      }
      flush()
      const last = found.at(-1)
      if (last?.kind === 'same') last.text += text
      else if (text) found.push({ kind, text })
      continue
    }
    removed += blank + (kind === 'removed' ? text : '')
    added += blank + (kind === 'added' ? text : '')
    blank = ''
  }
  flush()
  return found
}

/** Enough to see where in the text something changed. */
const AROUND = 120

/** What stayed, with its middle left out where that is long. */
export const shortened = (text: string): string =>
  text.length <= 3 * AROUND
    ? text
    : `${text.slice(0, AROUND).replace(/\S*$/, '')}… …${text.slice(-AROUND).replace(/^\S*/, '')}`
