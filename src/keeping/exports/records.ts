import { aliases } from '../../../db/schema/aliases'
import { appeals } from '../../../db/schema/appeals'
import { collegeRequests } from '../../../db/schema/colleges'
import { comments } from '../../../db/schema/comments'
import { delayedComments, delayedPosts } from '../../../db/schema/delayed'
import { feedbacks } from '../../../db/schema/feedbacks'
import { follows, mutes } from '../../../db/schema/follows'
import { heldTexts } from '../../../db/schema/held-texts'
import { identityLinks } from '../../../db/schema/identities'
import { accountNotices } from '../../../db/schema/notices'
import { NOTIFICATION_CHOICES, notificationSettings, notifications } from '../../../db/schema/notifications'
import { passkeys } from '../../../db/schema/passkeys'
import { postStats, posts } from '../../../db/schema/posts'
import { pushSubscriptions } from '../../../db/schema/push'
import { reports } from '../../../db/schema/reports'
import { sessions } from '../../../db/schema/sessions'
import { sanctions, userBlocks, users } from '../../../db/schema/users'
import { commentVersions, postVersions } from '../../../db/schema/versions'
import { commentVotes, postVotes } from '../../../db/schema/votes'
import { FLAG, isoTime, keyOf, orNull, pick, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { PLACE, placeColumns } from '../../forum/comments/queries'
import { readEntriesOf, toEntry } from '../../ground/audit/entries'
import { NAME_KEYS, NAMES } from '../../ground/names/own-names'
import { ofEmail, ofTable, ofUser, type Part } from './parts'

// A shadow ban reads as nothing, as everywhere. Nobody learns who decided, or when exactly.

/** Under which name the author of the row wrote it. */
const NAME = { username: users.username }
const nameOf = (table: string): string => `(SELECT username FROM users WHERE id = ${table}.author_id) AS username`

/** The title of the post `p` where `$userId` reads it: null across a block, and for what was removed. */
const READABLE_TITLE = `CASE WHEN p.author_id IN ${NAMES}
    OR (p.audience IN ('public', (SELECT 'college:' || college_id FROM users WHERE id = $userId))
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE (blocker_id = $userId AND blocked_id = p.author_id)
        OR (blocker_id = p.author_id AND blocked_id = $userId)))
    THEN p.title END`

/** The words that a moderator picked, in the language of `$userId`. */
const PRESET = 'preset ->> (SELECT language FROM users WHERE id = $userId) AS preset'

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

const ALIAS = { username: users.username, postId: aliases.postId, createdAt: TEXT }
const NOTIFICATION = pick(notifications, 'type', 'postId', 'commentId', 'count', 'content', 'seen')
const SETTINGS = pick(notificationSettings, ...NOTIFICATION_CHOICES)
const NOTICE = pick(
  accountNotices,
  'kind',
  'reason',
  'rule',
  'endsAt',
  'postId',
  'commentId',
  'createdAt',
  'acknowledgedAt',
)
const LINK = pick(identityLinks, 'issuer', 'createdAt')
const REQUEST = pick(collegeRequests, 'name', 'emailDomain', 'city', 'state', 'status', 'createdAt')

/** The whole minute of a time of others, as `lib/coarse-time.ts` has it. */
const minute = (column: string): string => `substr(${column}, 1, 16) || ':00.000Z'`

const USER = keyOf('users', 'userId')

const ownNames = sqlStatement(`WITH names (id) AS ${NAMES} SELECT id FROM names`, {
  returns: { id: TEXT },
  params: { userId: TEXT },
})

/** What somebody did as a moderator is about others, and in the log of the campus. */
const OWN_LOG: Part = {
  name: 'log',
  text: 'SELECT time, action, failed, entity_type, entity, platform, ip, agent FROM audit_log',
  *rows(db, { userId }) {
    const names = ownNames(db).all({ userId })
    const pieces = readEntriesOf(
      db,
      names.map(({ id }) => id),
    )
    for (const entry of pieces.flatMap((entries) => entries.map(toEntry))) {
      const { timestamp, action, status, entityType, entityId, platform, ip, userAgent } = entry
      if (action.startsWith('user:')) yield { timestamp, action, status, entityType, entityId, platform, ip, userAgent }
    }
  },
}

export const PARTS: readonly Part[] = [
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
    `SELECT ${selectList(COMMENT, 'm')}, ${placeColumns()}, ${selectList(COMMENT_COUNTS, 'm')},
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
  ofTable(
    'delayedPosts',
    pick(delayedPosts, 'id', 'title', 'content', 'topic', 'startsAt', 'place', 'isPrivate', 'isAliased'),
    'delayed_posts WHERE author_id = $userId ORDER BY id',
  ),
  ofTable(
    'delayedComments',
    pick(delayedComments, 'id', 'postId', 'parentCommentId', 'content', 'isAliased'),
    'delayed_comments WHERE author_id = $userId ORDER BY id',
  ),
  ofUser(
    'heldTexts',
    `SELECT ${selectList(HELD)}, ${nameOf('held_texts')}, ${PRESET},
      CASE WHEN refused_at IS NULL THEN 'waiting' ELSE 'refused' END AS state
    FROM held_texts WHERE author_id IN ${NAMES} ORDER BY id`,
    { ...HELD, ...NAME, preset: orNull(TEXT), state: TEXT },
  ),
  ofTable(
    'reports',
    pick(reports, 'id', 'type', 'targetId', 'reason', 'message', 'status', 'createdAt'),
    'reports WHERE reporter_id = $userId ORDER BY created_at, id',
  ),
  ofTable(
    'appeals',
    pick(appeals, 'id', 'message', 'status', 'reason', 'createdAt'),
    `appeals WHERE user_id IN ${NAMES} ORDER BY id`,
  ),
  ofTable(
    'feedbacks',
    pick(feedbacks, 'id', 'type', 'title', 'content', 'status', 'createdAt'),
    'feedbacks WHERE user_id = $userId ORDER BY id',
  ),
  // What is kept about somebody beside what they wrote. What others did is as coarse as the app shows it.
  ofUser(
    'aliases',
    `SELECT u.username, a.post_id AS postId, ${isoTime('a.created_at')} AS createdAt
    FROM aliases a CROSS JOIN users u ON u.key = a.alias WHERE a.account = ${USER} ORDER BY a.created_at`,
    ALIAS,
  ),
  ofUser(
    'postVotes',
    `SELECT p.id AS postId, v.value, ${isoTime('v.created_at')} AS createdAt, ${READABLE_TITLE} AS postTitle
    FROM post_votes v CROSS JOIN posts p ON p.key = v.post WHERE v.user = ${USER}`,
    { postId: posts.id, value: postVotes.value, createdAt: TEXT, postTitle: orNull(posts.title) },
  ),
  ofUser(
    'commentVotes',
    `SELECT c.id AS commentId, v.value, ${isoTime('v.created_at')} AS createdAt
    FROM comment_votes v CROSS JOIN comments c ON c.key = v.comment WHERE v.user = ${USER}`,
    { commentId: comments.id, value: commentVotes.value, createdAt: TEXT },
  ),
  ofUser(
    'bookmarks',
    `SELECT p.id AS postId, ${isoTime('b.created_at')} AS createdAt, ${READABLE_TITLE} AS postTitle
    FROM bookmarks b CROSS JOIN posts p ON p.key = b.post WHERE b.user = ${USER} ORDER BY b.created_at`,
    { postId: posts.id, createdAt: TEXT, postTitle: orNull(posts.title) },
  ),
  ofTable('follows', pick(follows, 'kind', 'target', 'createdAt'), 'follows WHERE user_id = $userId'),
  ofTable('mutes', pick(mutes, 'kind', 'target', 'createdAt'), 'mutes WHERE user_id = $userId'),
  ofUser(
    'blocks',
    `SELECT u.username, b.created_at AS createdAt
    FROM user_blocks b CROSS JOIN users u ON u.id = b.blocked_id WHERE b.blocker_id = $userId`,
    { username: users.username, createdAt: userBlocks.createdAt },
  ),
  ofUser(
    'notificationSettings',
    `SELECT ${selectList(SETTINGS)}, digest_due_at IS NOT NULL AS digest
    FROM notification_settings WHERE user_id = $userId`,
    { ...SETTINGS, digest: FLAG },
  ),
  ofUser(
    'notifications',
    `SELECT ${selectList(NOTIFICATION, 'n')}, a.username, ${minute('n.created_at')} AS createdAt
    FROM notifications n LEFT JOIN users a ON a.id = n.actor_id AND NOT EXISTS (
      SELECT 1 FROM user_blocks WHERE (blocker_id = $userId AND blocked_id = n.actor_id)
        OR (blocker_id = n.actor_id AND blocked_id = $userId))
    WHERE n.user_id = $userId ORDER BY n.created_at, n.id`,
    { ...NOTIFICATION, username: orNull(users.username), createdAt: TEXT },
  ),
  ofUser(
    'notices',
    `SELECT ${selectList(NOTICE)}, ${PRESET} FROM account_notices WHERE user_id IN ${NAMES} ORDER BY id`,
    { ...NOTICE, preset: orNull(TEXT) },
  ),
  ofTable('sanctions', pick(sanctions, 'kind', 'reason', 'endsAt'), `sanctions WHERE user_id IN ${NAMES}`),
  ofTable(
    'sessions',
    pick(sessions, 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent'),
    'sessions WHERE user_id = $userId ORDER BY created_at',
  ),
  ofTable(
    'passkeys',
    pick(passkeys, 'name', 'transports', 'createdAt', 'lastUsedAt'),
    'passkeys WHERE user_id = $userId',
  ),
  ofTable('pushSubscriptions', pick(pushSubscriptions, 'createdAt'), 'push_subscriptions WHERE user_id = $userId'),
  ofUser(
    'identityLinks',
    `SELECT ${selectList(LINK, 'l')} FROM users u CROSS JOIN identity_links l ON l.identity_id = u.auth_id
    WHERE u.id = $userId`,
    LINK,
  ),
  ofEmail(
    'collegeRequests',
    `SELECT ${selectList(REQUEST)} FROM college_requests
    WHERE requester_index IN (SELECT value FROM json_each($emailIndexes))`,
    REQUEST,
  ),
  OWN_LOG,
]
