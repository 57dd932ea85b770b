import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { mutedForm } from '../../lib/muted-words'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { configuredTopic } from '../posts/publish'
import { type NamedPost, readableTitles } from '../posts/titles'
import { postFacts, readablePost } from '../posts/visibility'
import { countMutes, deleteMute, insertMute, type MuteKind, mutesOf } from './queries'

// What a user wants to hear nothing of. The server leaves it out of notifications, pushes and digests; feed and threads
// stay one for everybody, and the client folds what is muted there. Nobody but its owner can read it.

export const MAX_MUTES: Readonly<Record<MuteKind, number>> = { post: 500, topic: 100, word: 100 }
const WORD_LENGTH = { min: 2, max: 50 } as const

const ACTIONS = {
  post: ['user:muted:post', 'user:unmuted:post'],
  topic: ['user:muted:topic', 'user:unmuted:topic'],
  word: ['user:muted:word', 'user:unmuted:word'],
} as const satisfies Record<MuteKind, readonly [string, string]>

export type MuteList = { posts: NamedPost[]; topics: string[]; words: string[] }

/** The newest first of each kind. */
export async function listMutes(user: Viewer): Promise<MuteList> {
  const rows = mutesOf(storage.reader, user.id)
  const ofKind = (kind: MuteKind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  return {
    posts: readableTitles(storage.reader, user, ofKind('post')),
    topics: ofKind('topic'),
    words: ofKind('word'),
  }
}

export type MuteInput = { kind: MuteKind; target: string }

/** Refuses a post as reading it does; 400 for an unknown topic and for what is no word; 409 `CONFLICT` beyond the limit. */
export async function mute(user: Viewer, { kind, target: text }: MuteInput): Promise<{ muted: true }> {
  const target = await existingTarget(user, { kind, target: text })
  return writeAs(user, 'reader', async (tx, user) => {
    if (kind === 'post') await readablePost(tx, user, target)
    if (!insertMute(tx, { userId: user.id, kind, target })) return { muted: true }
    if (countMutes(tx, user.id, kind) > MAX_MUTES[kind])
      refuse('CONFLICT', message('mutes.tooMany', { max: MAX_MUTES[kind] }))
    await note(tx, user, { kind, target, isMuted: true })
    return { muted: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unmute(user: Viewer, { kind, target: text }: MuteInput): Promise<{ muted: false }> {
  const target = kind === 'word' ? mutedForm(text) : text
  return writeAs(user, 'reader', async (tx, user) => {
    const wasMuted = deleteMute(tx, { userId: user.id, kind, target })
    if (wasMuted) await note(tx, user, { kind, target, isMuted: false })
    return { muted: false }
  })
}

async function existingTarget(user: Viewer, { kind, target }: MuteInput): Promise<string> {
  if (kind === 'topic') return configuredTopic(target, 'target')
  if (kind === 'post') return (await readablePost(storage.reader, user, target)).id
  const word = mutedForm(target)
  if (word.length < WORD_LENGTH.min || word.length > WORD_LENGTH.max)
    refuseField('target', message('fields.length', WORD_LENGTH))
  return word
}

/** Which words somebody wants to hear nothing of is in no log. */
async function note(tx: Tx, user: Viewer, { kind, target, isMuted }: MuteInput & { isMuted: boolean }): Promise<void> {
  const entry = { entityType: 'user', entityId: user.id, metadata: kind === 'word' ? undefined : { target } } as const
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  await auditUnlessOwnAlias(tx, user, authorId, { action: ACTIONS[kind][isMuted ? 0 : 1], ...entry })
}
