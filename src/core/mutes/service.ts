import { mutes } from '../../../db/schema/follows'
import { sqlStatement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { holdsWord, mutedForm } from '../../lib/muted-words'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { auditUnlessOwnAlias } from '../aliases/writers'
import { LISTED, listStatements } from '../follows/service'
import { configuredTopic } from '../posts/publish'
import { type NamedPost, readableTitles } from '../posts/record'
import { postFacts, readablePost } from '../posts/visibility'

// What a user wants to hear nothing of. The server leaves it out of notifications, pushes and digests; feed and threads
// stay one for everybody, and the client folds what is muted there. Nobody but its owner can read it.

type MuteKind = (typeof mutes.kind.enumValues)[number]

export const MAX_MUTES: Readonly<Record<MuteKind, number>> = { post: 500, topic: 100, word: 100 }
const WORD_LENGTH = { min: 2, max: 50 } as const

const { remove, count, ofUser } = listStatements('mutes')
const insert = sqlStatement(
  `INSERT INTO mutes (user_id, kind, target, post_id, created_at)
  VALUES ($userId, $kind, $target, CASE $kind WHEN 'post' THEN $target END, $now)
  ON CONFLICT DO NOTHING`,
  { params: { ...LISTED, now: mutes.createdAt } },
)

/** The newest first of each kind. */
function mutedBy(db: Connection, userId: string): Record<MuteKind, string[]> {
  const rows = ofUser(db).all({ userId })
  const ofKind = (kind: MuteKind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
  return { post: ofKind('post'), topic: ofKind('topic'), word: ofKind('word') }
}

type Mutable = { postId: string; topic: string; texts: readonly string[] }

/** What a user muted, as a decision about one post or comment after another. Every notification reads it. */
export function readMuted(db: Connection, userId: string): (news: Mutable) => boolean {
  const { post: posts, topic: topics, word: words } = mutedBy(db, userId)
  return ({ postId, topic, texts }) =>
    posts.includes(postId) ||
    topics.includes(topic) ||
    words.some((word) => texts.some((text) => holdsWord(text, word)))
}

export function listMutes(user: Viewer): { posts: NamedPost[]; topics: string[]; words: string[] } {
  const { post, topic: topics, word: words } = mutedBy(storage.reader, user.id)
  return { posts: readableTitles(storage.reader, user, post), topics, words }
}

type MuteInput = { kind: MuteKind; target: string }

/** Refuses a post as reading it does; 400 for an unknown topic and for what is no word; 409 `CONFLICT` beyond the limit. */
export async function mute(user: Viewer, { kind, target: text }: MuteInput): Promise<{ muted: true }> {
  const target = existingTarget(user, { kind, target: text })
  return writeAs(user, 'reader', (tx, user) => {
    if (kind === 'post') readablePost(tx, user, target)
    const key = { userId: user.id, kind, target }
    if (insert(tx).run({ ...key, now: new Date().toISOString() }).changes === 0) return { muted: true }
    if ((count(tx).get(key)?.count ?? 0) > MAX_MUTES[kind])
      refuse('CONFLICT', message('mutes.tooMany', { max: MAX_MUTES[kind] }))
    note(tx, user, `user:muted:${kind}`, { kind, target })
    return { muted: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unmute(user: Viewer, { kind, target: text }: MuteInput): Promise<{ muted: false }> {
  const target = kind === 'word' ? mutedForm(text) : text
  return writeAs(user, 'reader', (tx, user) => {
    const { changes } = remove(tx).run({ userId: user.id, kind, target })
    if (changes > 0) note(tx, user, `user:unmuted:${kind}`, { kind, target })
    return { muted: false }
  })
}

function existingTarget(user: Viewer, { kind, target }: MuteInput): string {
  if (kind === 'topic') return configuredTopic(target, 'target')
  if (kind === 'post') return readablePost(storage.reader, user, target).id
  const word = mutedForm(target)
  if (word.length < WORD_LENGTH.min || word.length > WORD_LENGTH.max)
    refuseField('target', message('fields.length', WORD_LENGTH))
  return word
}

type Muted = `user:${'muted' | 'unmuted'}:${MuteKind}`

/** Which words somebody wants to hear nothing of is in no log. */
function note(tx: Tx, user: Viewer, action: Muted, { kind, target }: MuteInput): void {
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  const entry = { entityType: 'user', entityId: user.id, metadata: kind === 'word' ? undefined : { target } } as const
  auditUnlessOwnAlias(tx, user, authorId, { action, ...entry })
}
