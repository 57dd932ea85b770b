import { followNews, type follows, type mutes } from '../../../db/schema/follows'
import { countRows, raw, sql } from '../../../db/sql'
import { TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { auditUnlessOwnAlias } from '../../campus/authorship/writers'
import { courseSummary, publicCourse } from '../../campus/courses/courses'
import { atFirstUse } from '../../config/lazy'
import { refuse, refuseField } from '../../errors'
import { configuredTopic } from '../../forum/posts/fields'
import { type NamedPost, readableTitles } from '../../forum/posts/record'
import { postFacts, readablePost } from '../../forum/posts/visibility'
import type { Viewer } from '../../ground/access/account'
import { refuseBlockRelation } from '../../ground/access/blocks'
import { writeAs } from '../../ground/access/write-as'
import type { Interests } from '../../ground/parts'
import { holdsWord, mutedForm } from '../../lib/text/muted-words'
import { message } from '../../messages/message'

// What a user wants to be told of, and what not: posts, topics and courses with news (notifications/follow-news.ts), and threads,
// topics and words left out of notifications, pushes and digests. Feed and threads stay one for everybody; the client
// folds what is muted there. Nobody but its owner can read either list, and nothing is followed by itself.

type List = 'follows' | 'mutes'
type FollowKind = (typeof follows.kind.enumValues)[number]
type MuteKind = (typeof mutes.kind.enumValues)[number]
type Kind = FollowKind | MuteKind
type Entry<Kind> = { kind: Kind; target: string }

export const MAX_FOLLOWS: Readonly<Record<FollowKind, number>> = { post: 500, topic: 100, course: 100 }
export const MAX_MUTES: Readonly<Record<MuteKind, number>> = { post: 500, topic: 100, word: 100 }
const WORD_LENGTH = { min: 2, max: 50 } as const

/** The newest first. By the primary key; a user has some hundreds at most. */
function listed(db: Connection, list: List, userId: string): (kind: Kind) => string[] {
  const rows = sql({ kind: TEXT, target: TEXT })`
    SELECT kind, target FROM ${raw(list)} WHERE user_id = ${userId} ORDER BY created_at DESC, target`.all(db)
  return (kind) => rows.filter((row) => row.kind === kind).map(({ target }) => target)
}

/** As decisions about one post or comment after another, each list read when it is first asked. */
export function readInterests(db: Connection, userId: string): Interests {
  const follows = atFirstUse(() => listed(db, 'follows', userId))
  const followed = (kind: FollowKind) => follows()(kind)
  const muted = atFirstUse(() => {
    const of = listed(db, 'mutes', userId)
    return { posts: of('post'), topics: of('topic'), words: of('word') }
  })
  return {
    isFollowed: ({ topic, courseId }) =>
      followed('topic').includes(topic) || followed('course').includes(courseId ?? ''),
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

export function listEntries(user: Viewer, list: List) {
  const of = listed(storage.reader, list, user.id)
  const posts: NamedPost[] = readableTitles(storage.reader, user, of('post'))
  const courses = of('course').flatMap((id) => courseSummary(storage.reader, id) ?? [])
  return { posts, topics: of('topic'), courses, words: of('word') }
}

type Action = `user:${'followed' | 'unfollowed'}:${FollowKind}` | `user:${'muted' | 'unmuted'}:${MuteKind}`

/** Refuses a post as reading it does, and 403 `BLOCK_RELATION`; 404 for an unknown course, 400 for an unknown topic; 409 `CONFLICT` beyond the limit. */
export const follow = (user: Viewer, entry: Entry<FollowKind>) =>
  add(user, 'follows', entry, `user:followed:${entry.kind}`, MAX_FOLLOWS[entry.kind])

/** Refuses a post as reading it does; 400 for an unknown topic and for what is no word; 409 `CONFLICT` beyond the limit. */
export const mute = (user: Viewer, entry: Entry<MuteKind>) =>
  add(user, 'mutes', entry, `user:muted:${entry.kind}`, MAX_MUTES[entry.kind])

const TOO_MANY = { follows: 'follows.tooMany', mutes: 'mutes.tooMany' } as const

async function add(user: Viewer, list: List, { kind, target: given }: Entry<Kind>, action: Action, max: number) {
  const sought = kind === 'topic' ? configuredTopic(given, 'target') : kind === 'word' ? wordOf(given) : given
  return writeAs(user, 'reader', (tx, user) => {
    const post = kind === 'post' ? readablePost(tx, user, sought) : undefined
    if (post !== undefined && list === 'follows') refuseBlockRelation(tx, user.id, post.authorId)
    if (kind === 'course') publicCourse(tx, sought)
    const [target, now] = [post?.id ?? sought, new Date().toISOString()]
    const [column, through] = list === 'follows' ? [raw(', through'), sql`, ${now}`] : [raw(''), sql``]
    const { changes } = sql`
      INSERT INTO ${raw(list)} (user_id, kind, target, post_id, created_at ${column})
      VALUES (${user.id}, ${kind}, ${target}, ${post?.id ?? null}, ${now} ${through}) ON CONFLICT DO NOTHING`.run(tx)
    if (changes === 0) return true
    // Somebody looks now and then for new posts of a topic or a course that is followed.
    if (list === 'follows' && (kind === 'topic' || kind === 'course'))
      tx.orm.insert(followNews).values({ kind, target, dueAt: now, through: now }).onConflictDoNothing().run()
    if (countRows(tx, sql`FROM ${raw(list)} WHERE user_id = ${user.id} AND kind = ${kind}`) > max)
      refuse('CONFLICT', message(TOO_MANY[list], { max }))
    note(tx, user, action, { kind, target })
    return true
  })
}

function wordOf(target: string): string {
  const word = mutedForm(target)
  if (word.length < WORD_LENGTH.min || word.length > WORD_LENGTH.max)
    refuseField('target', message('fields.length', WORD_LENGTH))
  return word
}

export const unfollow = (user: Viewer, entry: Entry<FollowKind>) =>
  remove(user, 'follows', entry, `user:unfollowed:${entry.kind}`)

export const unmute = (user: Viewer, entry: Entry<MuteKind>) =>
  remove(user, 'mutes', entry, `user:unmuted:${entry.kind}`)

/** Works for what the user may no longer read, and for a topic that is no longer offered. */
async function remove(user: Viewer, list: List, { kind, target: given }: Entry<Kind>, action: Action) {
  const target = kind === 'word' ? mutedForm(given) : given
  return writeAs(user, 'reader', (tx, user) => {
    const { changes } = sql`
      DELETE FROM ${raw(list)} WHERE user_id = ${user.id} AND kind = ${kind} AND target = ${target}`.run(tx)
    if (changes > 0) note(tx, user, action, { kind, target })
    return false
  })
}

/** Which words somebody wants to hear nothing of is in no log. */
function note(tx: Tx, user: Viewer, action: Action, { kind, target }: Entry<Kind>): void {
  const authorId = kind === 'post' ? (postFacts(tx, target)?.authorId ?? null) : null
  const entry = { entityType: 'user', entityId: user.id, metadata: kind === 'word' ? undefined : { target } } as const
  auditUnlessOwnAlias(tx, user, authorId, { action, ...entry })
}
