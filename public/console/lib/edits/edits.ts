import { api, envelope, type Failure } from '../../../app/lib/api'
import { readVersions, type Version, type Versioned } from '../../../app/lib/own-words'
import { readPost } from '../moderation/moderation'
import { differences, type Piece } from './differences'

export type Part = 'title' | 'content' | 'startsAt' | 'place'

export type Edit = { writtenAt: string; changes: readonly { part: Part; pieces: readonly Piece[] }[] }

/** What was written first, and each edit after it, latest first. */
export type Edits = { first: Version; edits: readonly Edit[] }

/** The API keeps no more: the first and the latest ones. */
export const MOST_VERSIONS = 20

/** Nothing where the text was never edited. The present text is read, as what is on the screen may be a copy. */
export async function readEdits(target: Versioned): Promise<{ known: readonly Version[] } | Failure> {
  const earlier = await readVersions(target)
  if ('code' in earlier || earlier.length === 0) return 'code' in earlier ? earlier : { known: [] }
  const present = await readPresent(target)
  return 'code' in present ? present : { known: [present, ...earlier] }
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
