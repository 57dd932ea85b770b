import { aliases } from '../../../db/schema/aliases'
import { collegeRequests } from '../../../db/schema/colleges'
import { comments } from '../../../db/schema/comments'
import { follows, mutes } from '../../../db/schema/follows'
import { identityLinks } from '../../../db/schema/identities'
import { accountNotices } from '../../../db/schema/notices'
import { NOTIFICATION_CHOICES, notificationSettings, notifications } from '../../../db/schema/notifications'
import { passkeys } from '../../../db/schema/passkeys'
import { posts } from '../../../db/schema/posts'
import { pushSubscriptions } from '../../../db/schema/push'
import { sessions } from '../../../db/schema/sessions'
import { sanctions, userBlocks, users } from '../../../db/schema/users'
import { commentVotes, postVotes } from '../../../db/schema/votes'
import { FLAG, isoTime, keyOf, orNull, pick, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { readEntriesOf, toEntry } from '../audit/entries'
import { NAMES } from '../names/own-names'
import { ofEmail, ofUser, type Part } from './parts'
import { PRESET, READABLE_TITLE } from './written-parts'

// What is kept about somebody beside what they wrote. What others did is as coarse as the app shows it.

const ALIAS = { username: users.username, postId: aliases.postId, createdAt: TEXT }
const FOLLOW = pick(follows, 'kind', 'target', 'createdAt')
const MUTE = pick(mutes, 'kind', 'target', 'createdAt')
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
const SANCTION = pick(sanctions, 'kind', 'reason', 'endsAt')
const SESSION = pick(sessions, 'createdAt', 'lastSeenAt', 'expiresAt', 'ip', 'userAgent')
const PASSKEY = pick(passkeys, 'name', 'transports', 'createdAt', 'lastUsedAt')
const PUSH = pick(pushSubscriptions, 'createdAt')
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

export const keptParts: readonly Part[] = [
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
  ofUser('follows', `SELECT ${selectList(FOLLOW)} FROM follows WHERE user_id = $userId`, FOLLOW),
  ofUser('mutes', `SELECT ${selectList(MUTE)} FROM mutes WHERE user_id = $userId`, MUTE),
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
  ofUser('sanctions', `SELECT ${selectList(SANCTION)} FROM sanctions WHERE user_id IN ${NAMES}`, SANCTION),
  ofUser(
    'sessions',
    `SELECT ${selectList(SESSION)} FROM sessions WHERE user_id = $userId ORDER BY created_at`,
    SESSION,
  ),
  ofUser('passkeys', `SELECT ${selectList(PASSKEY)} FROM passkeys WHERE user_id = $userId`, PASSKEY),
  ofUser('pushSubscriptions', `SELECT ${selectList(PUSH)} FROM push_subscriptions WHERE user_id = $userId`, PUSH),
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
