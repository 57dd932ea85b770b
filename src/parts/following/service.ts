import { followNews, type follows, type mutes } from '../../../db/schema/follows'
import { raw, sql } from '../../../db/sql'
import { INTEGER, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { auditUnlessOwnAlias } from '../../campus/authorship/writers'
import { atFirstUse } from '../../config/lazy'
import { refuse, refuseField } from '../../errors'
import { configuredTopic } from '../../forum/posts/publish'
import { type NamedPost, readableTitles } from '../../forum/posts/record'
import { postFacts, readablePost } from '../../forum/posts/visibility'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import type { Interests } from '../../ground/parts'
import { holdsWord, mutedForm } from '../../lib/text/muted-words'
import { message } from '../../messages/message'

// What a user wants to be told of, and what not: posts and topics with news (notifications/follow-news.ts), and threads,
// topics and words left out of notifications, pushes and digests. Feed and threads stay one for everybody; the client
// folds what is muted there. Nobody but its owner can read either list, and nothing is followed by itself.

type List = 'follows' | 'mutes'
type FollowKind = (typeof follows.kind.enumValues)[number]
type MuteKind = (typeof mutes.kind.enumValues)[number]
type Entry<Kind extends string = string> = { kind: Kind; target: string }

export const MAX_FOLLOWS: Readonly<Record<FollowKind, number>> = { post: 500, topic: 100 }
export const MAX_MUTES: Readonly<Record<MuteKind, number>> = { post: 500, topic: 100, word: 100 }
const WORD_LENGTH = { min: 2, max: 50 } as const

/** The newest first. By the primary key; a user has some hundreds at most. */
function listed(db: Connection, list: List, userId: string): (kind: FollowKind | MuteKind) => string[] {
  const rows = sql({ kind: TEXT, target: TEXT })`
    SELECT kind, target FROM ${raw(list)} WHERE user_id = ${userId} ORDER BY created_at DESC, target`.all(db)
  return (kind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
}

/** As decisions about one post or comment after another, each list read when it is first asked. */
export function readInterests(db: Connection, userId: string): Interests {
  const followed = atFirstUse(() => listed(db, 'follows', userId)('topic'))
  const muted = atFirstUse(() => {
    const of = listed(db, 'mutes', userId)
    return { posts: of('post'), topics: of('topic'), words: of('word') }
  })
  return {
    isFollowed: (topic) => followed().includes(topic),
    isMuted({ postId, topic, texts }) {
      const { posts, topics, words } = muted()
      return (
        posts.includes(postId) ||
        topics.includes(topic) ||
        words.some((word) => texts.some((text) => holdsWord(text, word)))
      )
    },
  }
}

export function listFollows(user: Viewer): { posts: NamedPost[]; topics: string[] } {
  const of = listed(storage.reader, 'follows', user.id)
  return { posts: readableTitles(storage.reader, user, of('post')), topics: of('topic') }
}

export function listMutes(user: Viewer): { posts: NamedPost[]; topics: string[]; words: string[] } {
  const of = listed(storage.reader, 'mutes', user.id)
  return { posts: readableTitles(storage.reader, user, of('post')), topics: of('topic'), words: of('word') }
}

/** Refuses a post as reading it does, and 403 `BLOCK_RELATION`; 400 for an unknown topic; 409 `CONFLICT` beyond the limit. */
export async function follow(user: Viewer, { kind, target: given }: Entry<FollowKind>): Promise<{ followed: true }> {
  const topic = kind === 'topic' ? configuredTopic(given, 'target') : undefined
  return writeAs(user, 'reader', (tx, user) => {
    const post = topic === undefined ? readablePost(tx, user, given) : undefined
    if (post !== undefined) refuseBlockRelation(tx, user.id, post.authorId)
    const [target, now] = [post?.id ?? topic ?? given, new Date().toISOString()]
    const { changes } = sql`
      INSERT INTO follows (user_id, kind, target, post_id, through, created_at)
      VALUES (${user.id}, ${kind}, ${target}, ${post?.id ?? null}, ${now}, ${now}) ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) return { followed: true }
    // Somebody looks now and then for new posts of a topic that is followed.
    if (kind === 'topic')
      tx.orm.insert(followNews).values({ kind, target, dueAt: now, through: now }).onConflictDoNothing().run()
    refuseTooMany(tx, 'follows', user.id, kind, MAX_FOLLOWS[kind])
    note(tx, user, `user:followed:${kind}`, { kind, target })
    return { followed: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unfollow(user: Viewer, entry: Entry<FollowKind>): Promise<{ followed: false }> {
  return writeAs(user, 'reader', (tx, user) => {
    if (remove(tx, 'follows', user.id, entry)) note(tx, user, `user:unfollowed:${entry.kind}`, entry)
    return { followed: false }
  })
}

/** Refuses a post as reading it does; 400 for an unknown topic and for what is no word; 409 `CONFLICT` beyond the limit. */
export async function mute(user: Viewer, { kind, target: given }: Entry<MuteKind>): Promise<{ muted: true }> {
  const target = existingTarget(user, { kind, target: given })
  return writeAs(user, 'reader', (tx, user) => {
    const postId = kind === 'post' ? readablePost(tx, user, target).id : null
    const { changes } = sql`
      INSERT INTO mutes (user_id, kind, target, post_id, created_at)
      VALUES (${user.id}, ${kind}, ${target}, ${postId}, ${new Date().toISOString()}) ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) return { muted: true }
    refuseTooMany(tx, 'mutes', user.id, kind, MAX_MUTES[kind])
    note(tx, user, `user:muted:${kind}`, { kind, target })
    return { muted: true }
  })
}

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
export async function unmute(user: Viewer, { kind, target: given }: Entry<MuteKind>): Promise<{ muted: false }> {
  const entry = { kind, target: kind === 'word' ? mutedForm(given) : given }
  return writeAs(user, 'reader', (tx, user) => {
    if (remove(tx, 'mutes', user.id, entry)) note(tx, user, `user:unmuted:${kind}`, entry)
    return { muted: false }
  })
}

function existingTarget(user: Viewer, { kind, target }: Entry<MuteKind>): string {
  if (kind === 'topic') return configuredTopic(target, 'target')
  if (kind === 'post') return readablePost(storage.reader, user, target).id
  const word = mutedForm(target)
  if (word.length < WORD_LENGTH.min || word.length > WORD_LENGTH.max)
    refuseField('target', message('fields.length', WORD_LENGTH))
  return word
}

const TOO_MANY = { follows: 'follows.tooMany', mutes: 'mutes.tooMany' } as const

function refuseTooMany(tx: Tx, list: List, userId: string, kind: string, max: number): void {
  const found = sql({ count: INTEGER })`
    SELECT count(*) AS count FROM ${raw(list)} WHERE user_id = ${userId} AND kind = ${kind}`.get(tx)
  if ((found?.count ?? 0) > max) refuse('CONFLICT', message(TOO_MANY[list], { max }))
}

const remove = (tx: Tx, list: List, userId: string, { kind, target }: Entry): boolean =>
  sql`DELETE FROM ${raw(list)} WHERE user_id = ${userId} AND kind = ${kind} AND target = ${target}`.run(tx).changes > 0

type Noted = `user:${'followed' | 'unfollowed'}:${FollowKind}` | `user:${'muted' | 'unmuted'}:${MuteKind}`

/** Which words somebody wants to hear nothing of is in no log. */
function note(tx: Tx, user: Viewer, action: Noted, { kind, target }: Entry): void {
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  const entry = { entityType: 'user', entityId: user.id, metadata: kind === 'word' ? undefined : { target } } as const
  auditUnlessOwnAlias(tx, user, authorId, { action, ...entry })
}
