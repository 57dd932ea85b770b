import { diffArrays } from 'diff'
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

/** The search takes its square in steps and memory: some hundredths of a second. */
const MOST_CHANGES = 500

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
const compared = (before: string[], after: string[]): Piece[] | undefined =>
  diffArrays(before, after, { maxEditLength: MOST_CHANGES })?.flatMap(({ added, removed, value }) =>
    value.map((text) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  )

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
