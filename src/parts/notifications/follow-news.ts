import { randomInt } from 'node:crypto'
import { comments } from '../../../db/schema/comments'
import { followNews, follows } from '../../../db/schema/follows'
import { notifications } from '../../../db/schema/notifications'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import {
  INTEGER,
  idOf,
  isoTime,
  keyOf,
  millisecondsOf,
  orNull,
  pick,
  type Raw,
  selectList,
  sqlStatement,
  TEXT,
} from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { FACTS, type PostFacts, postAccess, postFacts, threadAccess } from '../../forum/posts/visibility'
import { isSelf, readAccount } from '../../ground/access/account'
import { blockedUserIds } from '../../ground/access/blocks'
import { interestsOf, tell } from '../../ground/parts'
import { notificationsOn } from '../../ground/settings/settings'
import { minuteId } from '../../lib/crypto/ids'
import { runEvery } from '../../lib/process/background'
import { isoOf, withinNextMinute } from '../../lib/text/coarse-time'
import { readChoices } from './choices'
import { publishWithPong, trimNotifications } from './entries'

// News for followers: new comments of a post, new posts of a topic. A comment costs one row at most, however many follow
// its post, and a post costs nothing: followers are notified in steps beside the writes, each from where the step
// before left off. A follower has one unseen entry for each target, which counts.

/** Requests wait while one write notifies this many followers. */
const STEP = 100
const CHECK_INTERVAL_MS = 10_000
const TOPIC_INTERVAL_MS = 600_000
/** No news waits longer: what does was noted while the clock was ahead. */
const LONGEST_WAIT_MS = 2 * TOPIC_INTERVAL_MS

const at = (time: number): string => new Date(time).toISOString()
const soon = (): string => at(withinNextMinute(Date.now()))
/** At another moment for each topic, so that not all are looked at together. */
const nextLook = (): string => at(Date.now() + TOPIC_INTERVAL_MS / 2 + randomInt(TOPIC_INTERVAL_MS / 2))

const note = sqlStatement(
  `INSERT INTO follow_news (kind, target, post_id, due_at)
  SELECT 'post', $postId, $postId, $dueAt WHERE EXISTS (SELECT 1 FROM follows WHERE kind = 'post' AND target = $postId)
  ON CONFLICT DO NOTHING`,
  { params: { postId: posts.id, dueAt: followNews.dueAt } },
)

/** There is a new comment. Runs in the transaction of it. */
export function noteComment(tx: Tx, postId: string): void {
  note(tx).run({ postId, dueAt: soon() })
}

const NEWS = pick(followNews, 'kind', 'target', 'afterUser', 'through')
type News = Raw<typeof NEWS>

const due = sqlStatement(
  `SELECT ${selectList(NEWS)} FROM follow_news WHERE due_at <= $now OR due_at > $latest ORDER BY due_at LIMIT 1`,
  { returns: NEWS, params: { now: TEXT, latest: TEXT } },
)
const nextDue = (db: Connection): News | undefined =>
  due(db).get({ now: at(Date.now()), latest: at(Date.now() + LONGEST_WAIT_MS) })

const KEY = pick(followNews, 'kind', 'target')
const put = sqlStatement(
  `UPDATE follow_news SET due_at = $dueAt, after_user = $afterUser, through = $through
  WHERE kind = $kind AND target = $target`,
  { params: { ...NEWS, dueAt: followNews.dueAt } },
)
const drop = sqlStatement('DELETE FROM follow_news WHERE kind = $kind AND target = $target', { params: KEY })

const FOLLOWER = pick(follows, 'userId', 'through')
/** By the index follows_target. */
const nextFollowers = sqlStatement(
  `SELECT ${selectList(FOLLOWER)} FROM follows WHERE kind = $kind AND target = $target AND user_id > $afterUser
  ORDER BY user_id LIMIT $limit`,
  { returns: FOLLOWER, params: { ...KEY, afterUser: followNews.afterUser, limit: INTEGER } },
)
const putThrough = sqlStatement(
  `UPDATE follows SET through = $through WHERE kind = $kind AND target = $target AND user_id > $afterUser AND user_id <= $last`,
  { params: { ...NEWS, last: follows.userId } },
)

const newestComment = sqlStatement(
  `SELECT ${isoTime('max(created_at)')} AS newest FROM comments WHERE post = ${keyOf('posts', 'target')}`,
  { returns: { newest: orNull(TEXT) }, params: { target: posts.id } },
)
/** By the index posts_topic_newest. */
const newestPost = sqlStatement('SELECT max(created_at) AS newest FROM posts WHERE topic = $target', {
  returns: { newest: orNull(TEXT) },
  params: { target: posts.topic },
})

const { postId, content: topic, createdAt: now } = notifications
const ENTRY = { ...pick(notifications, 'id', 'userId', 'count'), postId, topic, now }
/** One unseen entry for each target, by the unique index of its `column`. */
const adder = (column: 'post_id' | 'content', isOfPost: 'IS NULL' | 'IS NOT NULL') =>
  sqlStatement(
    `INSERT INTO notifications (id, user_id, type, post_id, content, count, created_at)
    VALUES ($id, $userId, 'posted', $postId, $topic, $count, $now)
    ON CONFLICT (user_id, ${column}) WHERE type = 'posted' AND seen = 0 AND post_id ${isOfPost}
      DO UPDATE SET count = count + excluded.count, created_at = excluded.created_at
    RETURNING id, id = $id AS isNew`,
    { returns: { id: notifications.id, isNew: INTEGER }, params: ENTRY },
  )
const addOfPost = adder('post_id', 'IS NOT NULL')
const addOfTopic = adder('content', 'IS NULL')

type Follower = Raw<typeof FOLLOWER>

function notifyFollower(tx: Tx, { kind, target }: News, { userId, through }: Follower, items: NewItem[]) {
  const fresh = items.filter(({ createdAt }) => createdAt > through)
  if (fresh.length === 0) return
  const [account, choices] = [readAccount(tx, userId), readChoices(tx, userId)]
  if (account === undefined || (kind === 'post' ? choices.followedPosts : choices.followedTopics) === 0) return
  const access = kind === 'post' ? threadAccess : postAccess
  // As a student: whoever may read everything is not told of everything.
  const viewer = { ...account, role: 'user' as const }
  const { isMuted } = interestsOf(tx, userId)
  const blocked = new Set(blockedUserIds(tx, userId))
  const isNews = ({ authorId, repliedTo, post, topic, texts }: NewItem): boolean =>
    !isSelf(account, authorId) &&
    !isSelf(account, repliedTo) &&
    access(post, viewer) === 'readable' &&
    (authorId === null || !blocked.has(authorId)) &&
    (post.authorId === null || !blocked.has(post.authorId)) &&
    !isMuted({ postId: post.id, topic, texts })
  const count = fresh.filter(isNews).length
  if (count === 0) return
  const about = kind === 'post' ? { postId: target, topic: '' } : { postId: null, topic: target }
  const add = kind === 'post' ? addOfPost : addOfTopic
  const added = add(tx).get({ id: minuteId(), userId, count, now: at(Date.now()), ...about })
  if (added === undefined) return
  if (added.isNew === 1) {
    trimNotifications(tx, userId)
    tell(tx, 'notification.added', { id: added.id, userId, type: 'posted', postId: about.postId, isOfAlias: false })
  }
  publishWithPong(tx, userId, added.id)
}

/** What a pass over the followers tells of: all until its first step. Undefined if there is nothing new. */
function beginPass(tx: Tx, news: News): News | undefined {
  if (news.afterUser !== '') return news
  const newest = (news.kind === 'post' ? newestComment : newestPost)(tx).get(news)?.newest ?? ''
  return newest <= news.through ? undefined : { ...news, through: newest }
}

/** After the last follower: a topic is looked at again later, a post when it has a new comment. */
function endPass(tx: Tx, news: News): void {
  const isTopic = news.kind === 'topic'
  if (!isTopic && (newestComment(tx).get(news)?.newest ?? '') <= news.through) drop(tx).run(news)
  else put(tx).run({ ...news, afterUser: '', dueAt: isTopic ? nextLook() : soon() })
}

/** Notifies the next followers of one target. */
function runStep(tx: Tx, due: News): void {
  const pass = beginPass(tx, due)
  if (pass === undefined) {
    endPass(tx, due)
    return
  }
  const followers = nextFollowers(tx).all({ ...pass, limit: STEP })
  const last = followers.at(-1)?.userId
  if (last === undefined) {
    // Nobody follows the topic any more.
    if (pass.kind === 'topic' && pass.afterUser === '') drop(tx).run(pass)
    else endPass(tx, pass)
    return
  }
  const [first = ''] = followers.map(({ through }) => through).sort()
  const items = notificationsOn() ? newItems(tx, pass, first) : []
  for (const follower of followers) notifyFollower(tx, pass, follower, items)
  putThrough(tx).run({ ...pass, last })
  if (followers.length < STEP) endPass(tx, pass)
  else put(tx).run({ ...pass, afterUser: last, dueAt: at(Date.now()) })
}

/** Notifies the followers of everything that is due. */
export async function tellFollowers(): Promise<void> {
  while (nextDue(storage.reader) !== undefined)
    await storage.write((tx) => {
      const news = nextDue(tx)
      if (news !== undefined) runStep(tx, news)
    })
}

/** Looks now and then. The returned function stops that and waits for a run in progress. */
export const startFollowNews = (): (() => Promise<void>) =>
  runEvery(CHECK_INTERVAL_MS, 'news for followers', tellFollowers)

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
const WITHIN = { target: TEXT, since: TEXT, through: TEXT, limit: INTEGER }
const newComments = sqlStatement(
  `SELECT ${idOf('users', 'c.author')} AS authorId, c.content, c.created_at AS createdAt,
    ${idOf('users', 'p.author')} AS parentAuthorId, c.parent_comment AS parentComment
  FROM comments c LEFT JOIN comments p ON p.key = c.parent_comment
  WHERE c.post = ${keyOf('posts', 'target')} AND c.created_at > ${millisecondsOf('$since')}
    AND c.created_at <= ${millisecondsOf('$through')} AND c.is_banned = 0 AND c.deleted_at IS NULL
  ORDER BY c.created_at DESC LIMIT $limit`,
  { returns: COMMENT, params: WITHIN },
)
const POST = { ...FACTS, ...pick(posts, 'topic', 'title', 'content', 'createdAt') }
const newPosts = sqlStatement(
  `SELECT ${selectList(POST)} FROM posts
  WHERE topic = $target AND created_at > $since AND created_at <= $through AND moderation_state = 'active'
  ORDER BY created_at DESC LIMIT $limit`,
  { returns: POST, params: WITHIN },
)
const topicOf = sqlStatement('SELECT topic FROM posts WHERE id = $id', {
  returns: pick(posts, 'topic'),
  params: pick(posts, 'id'),
})

/** What was written since then, and until where this pass goes; the newest first. */
function newItems(tx: Tx, { kind, target, through }: News, since: string): NewItem[] {
  const within = { target, since, through, limit: MAX_ITEMS }
  if (kind === 'topic')
    return newPosts(tx)
      .all(within)
      .map(({ topic, title, content, createdAt, ...row }) => {
        const post = { ...row, isPrivate: row.isPrivate === 1 }
        return { authorId: post.authorId, createdAt, post, topic, texts: [title, content], repliedTo: null }
      })
  const post = postFacts(tx, target)
  const topic = topicOf(tx).get({ id: target })?.topic ?? ''
  if (post === undefined) return []
  return newComments(tx)
    .all(within)
    .map(({ authorId, content, createdAt, parentAuthorId, parentComment }) => {
      const repliedTo = parentComment === null ? post.authorId : parentAuthorId
      return { authorId, createdAt: isoOf(createdAt), post, topic, texts: [content], repliedTo }
    })
}
