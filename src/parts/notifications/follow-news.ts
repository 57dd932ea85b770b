import { randomInt } from 'node:crypto'
import { comments } from '../../../db/schema/comments'
import { followNews, follows } from '../../../db/schema/follows'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { idOf, isoTime, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { FACTS, type PostFacts, postAccess, postFacts, threadAccess } from '../../forum/posts/visibility'
import { isSelf, readAccount } from '../../ground/access/account'
import { blockedUserIds } from '../../ground/access/blocks'
import { interestsOf, tell } from '../../ground/parts'
import { notificationsOn } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { isoOf, withinNextMinute } from '../../lib/text/coarse-time'
import { readChoices } from './choices'
import { publishWithPong, trimNotifications } from './entries'

// News for followers: new comments of a post, new posts of a topic or of a course. A comment costs one row at most, however many follow
// its post, and a post costs nothing: followers are notified in steps beside the writes, each from where the step
// before left off. A follower has one unseen entry for each target, which counts.

/** Requests wait while one write notifies this many followers. */
const STEP = 100
const TOPIC_INTERVAL_MS = 600_000
/** No news waits longer: what does was noted while the clock was ahead. */
const LONGEST_WAIT_MS = 2 * TOPIC_INTERVAL_MS

const soon = (): string => isoOf(withinNextMinute(Date.now()))
/** At another moment for each topic and course, so that not all are looked at together. */
const nextLook = (): string => isoOf(Date.now() + TOPIC_INTERVAL_MS / 2 + randomInt(TOPIC_INTERVAL_MS / 2))

/** There is a new comment. Runs in the transaction of it. */
export function noteComment(tx: Tx, postId: string): void {
  sql`INSERT INTO follow_news (kind, target, post_id, due_at)
    SELECT 'post', ${postId}, ${postId}, ${soon()}
    WHERE EXISTS (SELECT 1 FROM follows WHERE kind = 'post' AND target = ${postId})
    ON CONFLICT DO NOTHING`.run(tx)
}

const NEWS = pick(followNews, 'kind', 'target', 'afterUser', 'through')
type News = Raw<typeof NEWS>

function nextDue(db: Connection): News | undefined {
  const now = Date.now()
  return sql(NEWS)`
    SELECT kind, target, after_user AS afterUser, through FROM follow_news
    WHERE due_at <= ${isoOf(now)} OR due_at > ${isoOf(now + LONGEST_WAIT_MS)} ORDER BY due_at LIMIT 1`.get(db)
}

const put = (tx: Tx, { kind, target, afterUser, through }: News, dueAt: string) =>
  sql`UPDATE follow_news SET due_at = ${dueAt}, after_user = ${afterUser}, through = ${through}
    WHERE kind = ${kind} AND target = ${target}`.run(tx)
const drop = (tx: Tx, { kind, target }: News) =>
  sql`DELETE FROM follow_news WHERE kind = ${kind} AND target = ${target}`.run(tx)

const NEWEST_COMMENT = raw(isoTime('max(created_at)'))

/** By the indexes posts_topic_newest and posts_course_newest. */
const isIn = (kind: 'topic' | 'course', target: string) =>
  kind === 'topic' ? sql`topic = ${target}` : sql`course_id = ${target}`

/** When the newest comment of a post was written, or the newest post of a topic or of a course, by its index. */
function newestOf(db: Connection, { kind, target }: News): string {
  const query =
    kind === 'post'
      ? sql({ newest: orNull(TEXT) })`
        SELECT ${NEWEST_COMMENT} AS newest FROM comments WHERE post = (SELECT key FROM posts WHERE id = ${target})`
      : sql({ newest: orNull(TEXT) })`SELECT max(created_at) AS newest FROM posts WHERE ${isIn(kind, target)}`
  return query.get(db)?.newest ?? ''
}

/** A follower has one unseen entry for each target, by these unique indexes. */
const ENTRY_OF_POST = raw("(user_id, post_id) WHERE type = 'posted' AND seen = 0 AND post_id IS NOT NULL")
const ENTRY_OF_PLACE = raw("(user_id, content) WHERE type = 'posted' AND seen = 0 AND post_id IS NULL")

const FOLLOWER = pick(follows, 'userId', 'through')
type Follower = Raw<typeof FOLLOWER>

function notifyFollower(tx: Tx, { kind, target }: News, { userId, through }: Follower, items: NewItem[]) {
  const fresh = items.filter(({ createdAt }) => createdAt > through)
  if (fresh.length === 0) return
  const [account, choices] = [readAccount(tx, userId), readChoices(tx, userId)]
  if (account === undefined || (kind === 'post' ? choices.followedPosts : choices.followedTopics) === 0) return
  const access = kind === 'post' ? threadAccess : postAccess
  // As a student: whoever may read everything is not told of everything.
  const viewer = { ...account, role: 'user' as const }
  const { isFollowed, isMuted } = interestsOf(tx, userId)
  // What is told of its topic is not told of its course, too.
  const isTold = (topic: string) => kind === 'course' && isFollowed({ topic, courseId: null })
  const blocked = new Set(blockedUserIds(tx, userId))
  const isNews = ({ authorId, repliedTo, post, topic, texts }: NewItem): boolean =>
    !isSelf(account, authorId) &&
    !isSelf(account, repliedTo) &&
    access(post, viewer) === 'readable' &&
    (authorId === null || !blocked.has(authorId)) &&
    (post.authorId === null || !blocked.has(post.authorId)) &&
    !isMuted({ postId: post.id, topic, texts }) &&
    !isTold(topic)
  const count = fresh.filter(isNews).length
  if (count === 0) return
  const [newId, postId] = [minuteId(), kind === 'post' ? target : null]
  const { id } = sql({ id: TEXT })`
    INSERT INTO notifications (id, user_id, type, post_id, content, count, created_at)
    VALUES (${newId}, ${userId}, 'posted', ${postId}, ${kind === 'post' ? '' : target}, ${count}, ${isoOf(Date.now())})
    ON CONFLICT ${postId === null ? ENTRY_OF_PLACE : ENTRY_OF_POST} DO UPDATE SET count = count + excluded.count, created_at = excluded.created_at
    RETURNING id`.get(tx)!
  if (id === newId) {
    trimNotifications(tx, userId)
    tell(tx, 'notification.added', { id, userId, type: 'posted', postId, isOfAlias: false })
  }
  publishWithPong(tx, userId, id)
}

/** After the last follower: a topic or course is looked at again later, a post when it has a new comment. */
function endPass(tx: Tx, news: News): void {
  const isPlace = news.kind !== 'post'
  if (!isPlace && newestOf(tx, news) <= news.through) drop(tx, news)
  else put(tx, { ...news, afterUser: '' }, isPlace ? nextLook() : soon())
}

/** Notifies the next followers of one target. A pass over them tells of all until its first step. */
function runStep(tx: Tx, due: News): void {
  const isFirst = due.afterUser === ''
  const pass = isFirst ? { ...due, through: newestOf(tx, due) } : due
  const { kind, target, afterUser, through } = pass
  if (isFirst && through <= due.through) {
    endPass(tx, due)
    return
  }
  // By the index follows_target.
  const followers = sql(FOLLOWER)`
    SELECT user_id AS userId, through FROM follows
    WHERE kind = ${kind} AND target = ${target} AND user_id > ${afterUser} ORDER BY user_id LIMIT ${STEP}`.all(tx)
  const last = followers.at(-1)?.userId
  if (last === undefined) {
    // Nobody follows the topic or course any more.
    if (kind !== 'post' && isFirst) drop(tx, pass)
    else endPass(tx, pass)
    return
  }
  const [first = ''] = followers.map(({ through }) => through).sort()
  const items = notificationsOn() ? newItems(tx, pass, first) : []
  for (const follower of followers) notifyFollower(tx, pass, follower, items)
  sql`UPDATE follows SET through = ${through}
    WHERE kind = ${kind} AND target = ${target} AND user_id > ${afterUser} AND user_id <= ${last}`.run(tx)
  if (followers.length < STEP) endPass(tx, pass)
  else put(tx, { ...pass, afterUser: last }, isoOf(Date.now()))
}

/** Notifies the followers of everything that is due. */
export async function tellFollowers(): Promise<void> {
  while (nextDue(storage.reader) !== undefined)
    await storage.write((tx) => {
      const news = nextDue(tx)
      if (news !== undefined) runStep(tx, news)
    })
}

/** More news than this is counted as this. */
const MAX_ITEMS = 100

/** A comment or a post that may be news to a follower. */
type NewItem = {
  authorId: string | null
  createdAt: string
  post: PostFacts
  topic: string
  texts: readonly string[]
  /** Who is told of it as a reply. */
  repliedTo: string | null
}

const COMMENT = {
  ...pick(comments, 'content', 'createdAt', 'parentComment'),
  authorId: orNull(users.id),
  parentAuthorId: orNull(users.id),
}
const SELECT_COMMENT = raw(`SELECT ${idOf('users', 'c.author')} AS authorId, c.content, c.created_at AS createdAt,
  ${idOf('users', 'p.author')} AS parentAuthorId, c.parent_comment AS parentComment`)
const POST = { ...FACTS, ...pick(posts, 'topic', 'title', 'content', 'createdAt') }
const SELECT_POST = raw(`SELECT ${selectList(POST)}`)

/** What was written since then, and until where this pass goes; the newest first. */
function newItems(tx: Tx, { kind, target, through }: News, since: string): NewItem[] {
  if (kind !== 'post')
    return sql(POST)`
      ${SELECT_POST} FROM posts
      WHERE ${isIn(kind, target)} AND created_at > ${since} AND created_at <= ${through} AND moderation_state = 'active'
      ORDER BY created_at DESC LIMIT ${MAX_ITEMS}`
      .all(tx)
      .map((post) => ({ ...post, post, texts: [post.title, post.content], repliedTo: null }))
  const post = postFacts(tx, target)
  if (post === undefined) return []
  const { topic } = sql(pick(posts, 'topic'))`SELECT topic FROM posts WHERE id = ${target}`.get(tx)!
  return sql(COMMENT)`
    ${SELECT_COMMENT} FROM comments c LEFT JOIN comments p ON p.key = c.parent_comment
    WHERE c.post = (SELECT key FROM posts WHERE id = ${target}) AND c.created_at > ${Date.parse(since)}
      AND c.created_at <= ${Date.parse(through)} AND c.is_banned = 0 AND c.deleted_at IS NULL
    ORDER BY c.created_at DESC LIMIT ${MAX_ITEMS}`
    .all(tx)
    .map(({ authorId, content, createdAt, parentAuthorId, parentComment }) => {
      const repliedTo = parentComment === null ? post.authorId : parentAuthorId
      return { authorId, createdAt: isoOf(createdAt), post, topic, texts: [content], repliedTo }
    })
}
