import { appeals } from '../../../db/schema/appeals'
import { comments } from '../../../db/schema/comments'
import { delayedComments } from '../../../db/schema/delayed-comments'
import { delayedPosts } from '../../../db/schema/delayed-posts'
import { feedbacks } from '../../../db/schema/feedbacks'
import { heldTexts } from '../../../db/schema/held-texts'
import { postStats, posts } from '../../../db/schema/posts'
import { reports } from '../../../db/schema/reports'
import { users } from '../../../db/schema/users'
import { commentVersions, postVersions } from '../../../db/schema/versions'
import { FLAG, isoTime, orNull, pick, selectList, TEXT } from '../../../db/statement'
import { PLACE, placeColumns } from '../comments/queries'
import { NAME_KEYS, NAMES } from '../names/own-names'
import { ofUser, type Part } from './parts'

// What somebody wrote. A shadow ban reads as nothing: its author does not learn of it here either. Neither does anybody
// learn who decided, or when exactly.

/** Under which name the author of the row wrote it. */
const NAME = { username: users.username }
const nameOf = (table: string): string => `(SELECT username FROM users WHERE id = ${table}.author_id) AS username`

/**
 * The title of the post `p` for the user `$userId`, where that user reads it: null across a block, and for what was removed
 * or belongs to another college.
 */
export const READABLE_TITLE = `CASE WHEN p.author_id IN ${NAMES}
    OR (p.audience IN ('public', (SELECT 'college:' || college_id FROM users WHERE id = $userId))
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE (blocker_id = $userId AND blocked_id = p.author_id)
        OR (blocker_id = p.author_id AND blocked_id = $userId)))
    THEN p.title END`

/** The words that a moderator picked, in the language of `$userId`. */
export const PRESET = 'preset ->> (SELECT language FROM users WHERE id = $userId) AS preset'

const POST = pick(posts, 'id', 'title', 'content', 'topic', 'branch', 'startsAt', 'place', 'isPrivate')
const TIMES = pick(posts, 'createdAt', 'updatedAt')
const COUNTS = pick(postStats, 'views', 'upvoteCount', 'downvoteCount', 'commentsCount')
const COMMENT = pick(comments, 'id', 'content')
const COMMENT_COUNTS = pick(comments, 'upvoteCount', 'downvoteCount', 'repliesCount')
const VERSION = pick(postVersions, 'postId', 'number', 'title', 'content', 'startsAt', 'place', 'writtenAt')
const COMMENT_VERSION = pick(commentVersions, 'commentId', 'number', 'content', 'writtenAt')
const HELD = pick(
  heldTexts,
  'id',
  'type',
  'title',
  'content',
  'topic',
  'startsAt',
  'place',
  'isPrivate',
  'postId',
  'parentCommentId',
  'reason',
  'rule',
  'createdAt',
)
const DELAYED = pick(delayedPosts, 'id', 'title', 'content', 'topic', 'startsAt', 'place', 'isPrivate', 'isAliased')
const DELAYED_COMMENT = pick(delayedComments, 'id', 'postId', 'parentCommentId', 'content', 'isAliased')
const REPORT = pick(reports, 'id', 'type', 'targetId', 'reason', 'message', 'status', 'createdAt')
const APPEAL = pick(appeals, 'id', 'message', 'status', 'reason', 'createdAt')
const FEEDBACK = pick(feedbacks, 'id', 'type', 'title', 'content', 'status', 'createdAt')

export const writtenParts: readonly Part[] = [
  ofUser(
    'posts',
    `SELECT ${selectList(POST, 'p')}, ${selectList(COUNTS, 's')}, ${selectList(TIMES, 'p')}, ${nameOf('p')},
      p.moderation_state = 'banned' AS isRemoved
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key WHERE p.author_id IN ${NAMES} ORDER BY p.created_at, p.id`,
    { ...POST, ...COUNTS, ...TIMES, ...NAME, isRemoved: FLAG },
  ),
  ofUser(
    'postVersions',
    `SELECT ${selectList(VERSION, 'v')} FROM posts p CROSS JOIN post_versions v ON v.post_id = p.id
    WHERE p.author_id IN ${NAMES} ORDER BY p.created_at, p.id, v.number`,
    VERSION,
  ),
  ofUser(
    'comments',
    `SELECT ${selectList(COMMENT, 'm')}, ${placeColumns('m')}, ${selectList(COMMENT_COUNTS, 'm')},
      ${isoTime('m.created_at')} AS createdAt, ${isoTime('m.updated_at')} AS updatedAt, u.username,
      ${READABLE_TITLE} AS postTitle, m.is_banned AS isRemoved
    FROM comments m CROSS JOIN posts p ON p.key = m.post CROSS JOIN users u ON u.key = m.author
    WHERE m.author IN ${NAME_KEYS} ORDER BY m.created_at, m.id`,
    {
      ...COMMENT,
      ...PLACE,
      ...COMMENT_COUNTS,
      createdAt: TEXT,
      updatedAt: TEXT,
      ...NAME,
      postTitle: orNull(posts.title),
      isRemoved: comments.isBanned,
    },
  ),
  ofUser(
    'commentVersions',
    `SELECT ${selectList(COMMENT_VERSION, 'v')} FROM comments m CROSS JOIN comment_versions v ON v.comment_id = m.id
    WHERE m.author IN ${NAME_KEYS} ORDER BY m.created_at, m.id, v.number`,
    COMMENT_VERSION,
  ),
  ofUser(
    'delayedPosts',
    `SELECT ${selectList(DELAYED)} FROM delayed_posts WHERE author_id = $userId ORDER BY id`,
    DELAYED,
  ),
  ofUser(
    'delayedComments',
    `SELECT ${selectList(DELAYED_COMMENT)} FROM delayed_comments WHERE author_id = $userId ORDER BY id`,
    DELAYED_COMMENT,
  ),
  ofUser(
    'heldTexts',
    `SELECT ${selectList(HELD)}, ${nameOf('held_texts')}, ${PRESET},
      CASE WHEN refused_at IS NULL THEN 'waiting' ELSE 'refused' END AS state
    FROM held_texts WHERE author_id IN ${NAMES} ORDER BY id`,
    { ...HELD, ...NAME, preset: orNull(TEXT), state: TEXT },
  ),
  ofUser(
    'reports',
    `SELECT ${selectList(REPORT)} FROM reports WHERE reporter_id = $userId ORDER BY created_at, id`,
    REPORT,
  ),
  ofUser('appeals', `SELECT ${selectList(APPEAL)} FROM appeals WHERE user_id IN ${NAMES} ORDER BY id`, APPEAL),
  ofUser('feedbacks', `SELECT ${selectList(FEEDBACK)} FROM feedbacks WHERE user_id = $userId ORDER BY id`, FEEDBACK),
]
