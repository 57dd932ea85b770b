import { colleges } from '../../../db/schema/colleges'
import { identities } from '../../../db/schema/identities'
import { NOTIFICATION_CHOICES } from '../../../db/schema/notifications'
import { userStats, users } from '../../../db/schema/users'
import { pictures } from '../../../db/schema/waiting'
import { sql } from '../../../db/sql'
import { FLAG, isoTime, pick } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { ofAccount } from '../../forum/pictures/pictures'
import { readEntriesOf, toEntry } from '../../ground/audit/entries'
import { NAME_KEYS, NAMES } from '../../ground/names/own-names'
import { addressIndexes, openAddress } from '../../lib/net/addresses'

/** Whose data it is. `emailIndexes` as a JSON array. */
type Owner = { userId: string; emailIndexes: string }
export type Fields = Readonly<Record<string, string | number | boolean | null>>
type Rows = (db: Connection, owner: Owner) => Iterable<Fields>

export type Section = { name: string; rows: () => Iterable<Fields> }

// A shadow ban reads as nothing, as everywhere. Nobody learns who decided, or when exactly.

const nameOf = (table: string): string => `(SELECT username FROM users WHERE id = ${table}.author_id) AS username`

/** The title of the post `p` where `$userId` reads it: null across a block, and for what was removed. */
const READABLE_TITLE = `CASE WHEN p.author_id IN ${NAMES}
    OR (p.audience IN ('public', (SELECT 'college:' || college_id FROM users WHERE id = $userId))
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE (blocker_id = $userId AND blocked_id = p.author_id)
        OR (blocker_id = p.author_id AND blocked_id = $userId)))
    THEN p.title END AS post_title`

/** The words that a moderator picked, in the language of `$userId`. */
const PRESET = 'preset ->> (SELECT language FROM users WHERE id = $userId) AS preset'

const USER = '(SELECT key FROM users WHERE id = $userId)'
/** The time of a table that has milliseconds. */
const at = (table: string, column = 'created_at'): string => `${isoTime(`${table}.${column}`)} AS ${column}`

/** The options of a poll, with the counts that everybody reads. */
const poll = (stored: string, votes = 'NULL'): string =>
  `(SELECT group_concat(value || coalesce(': ' || (${votes} ->> key), ''), ' · ') FROM json_each(${stored}, '$.options'))
    AS poll`

/** The file of a text's picture in the copy, and what it shows. */
const PICTURE = "'pictures/' || picture_id || '.webp' AS picture, picture_alt"

/** By the name of the section: what belongs to `$userId`, or names the email of its owner by one of `$emailIndexes`. */
const COURSE = '(SELECT code FROM courses k WHERE k.id = course_id)'

const TEXTS: Record<string, string> = {
  posts: `SELECT p.id, p.title, p.content, p.topic, p.branch, p.starts_at, p.place, p.is_private, p.is_question, p.answer_id, ${COURSE} AS course, s.views, s.upvote_count,
      s.downvote_count, s.comments_count, p.created_at, p.updated_at, ${nameOf('p')},
      p.moderation_state = 'banned' AS is_removed, ${PICTURE}, ${poll('p.poll', 'q.votes')}, q.ends_at
    FROM posts p CROSS JOIN post_stats s ON s.post = p.key LEFT JOIN polls q ON q.post = p.key WHERE p.author_id IN ${NAMES} ORDER BY p.created_at, p.id`,
  postVersions: `SELECT v.post_id, v.number, v.title, v.content, v.starts_at, v.place, v.written_at
    FROM posts p CROSS JOIN post_versions v ON v.post_id = p.id
    WHERE p.author_id IN ${NAMES} ORDER BY p.created_at, p.id, v.number`,
  comments: `SELECT m.id, m.content, p.id AS post_id,
      (SELECT self.id FROM comments self WHERE self.key = m.parent_comment) AS parent_comment_id, m.upvote_count,
      m.downvote_count, m.replies_count, ${at('m')}, ${at('m', 'updated_at')}, u.username, ${READABLE_TITLE},
      m.is_banned AS is_removed
    FROM comments m CROSS JOIN posts p ON p.key = m.post CROSS JOIN users u ON u.key = m.author
    WHERE m.author IN ${NAME_KEYS} ORDER BY m.created_at, m.id`,
  commentVersions: `SELECT v.comment_id, v.number, v.content, v.written_at
    FROM comments m CROSS JOIN comment_versions v ON v.comment_id = m.id
    WHERE m.author IN ${NAME_KEYS} ORDER BY m.created_at, m.id, v.number`,
  delayedPosts: `SELECT id, title, content, topic, starts_at, place, is_private, is_question, ${COURSE} AS course, is_aliased, ${PICTURE},
      ${poll('poll')}
    FROM delayed_posts WHERE author_id = $userId ORDER BY id`,
  delayedComments: `SELECT id, post_id, parent_comment_id, content, is_aliased
    FROM delayed_comments WHERE author_id = $userId ORDER BY id`,
  heldTexts: `SELECT id, type, title, content, topic, starts_at, place, is_private, is_question, ${COURSE} AS course, post_id, parent_comment_id, reason,
      rule, created_at, ${PICTURE}, ${poll('poll')}, ${nameOf('held_texts')}, ${PRESET},
      CASE WHEN refused_at IS NULL THEN 'waiting' ELSE 'refused' END AS state
    FROM held_texts WHERE author_id IN ${NAMES} ORDER BY id`,
  /** That no post has. */
  pictures: `SELECT 'pictures/' || id || '.webp' AS picture, uploaded_at FROM pictures WHERE owner_id = $userId`,
  reports: `SELECT id, type, target_id, reason, message, status, created_at
    FROM reports WHERE reporter_id = $userId ORDER BY created_at, id`,
  appeals: `SELECT id, message, status, reason, created_at FROM appeals WHERE user_id IN ${NAMES} ORDER BY id`,
  feedbacks: `SELECT id, type, title, content, status, created_at FROM feedbacks WHERE user_id = $userId ORDER BY id`,
  // What is kept about somebody beside what they wrote. What others did is as coarse as the app shows it.
  aliases: `SELECT u.username, a.post_id, ${at('a')}
    FROM aliases a CROSS JOIN users u ON u.key = a.alias WHERE a.account = ${USER} ORDER BY a.created_at`,
  postVotes: `SELECT p.id AS post_id, v.value, ${at('v')}, ${READABLE_TITLE}
    FROM post_votes v CROSS JOIN posts p ON p.key = v.post WHERE v.user = ${USER}`,
  commentVotes: `SELECT c.id AS comment_id, v.value, ${at('v')}
    FROM comment_votes v CROSS JOIN comments c ON c.key = v.comment WHERE v.user = ${USER}`,
  pollVotes: `SELECT p.id AS post_id, ${READABLE_TITLE}
    FROM poll_voters v CROSS JOIN posts p ON p.key = v.post WHERE v.user = ${USER}`,
  bookmarks: `SELECT p.id AS post_id, ${at('b')}, ${READABLE_TITLE}
    FROM bookmarks b CROSS JOIN posts p ON p.key = b.post WHERE b.user = ${USER} ORDER BY b.created_at`,
  follows: 'SELECT kind, target, created_at FROM follows WHERE user_id = $userId',
  mutes: 'SELECT kind, target, created_at FROM mutes WHERE user_id = $userId',
  blocks: `SELECT u.username, b.created_at
    FROM user_blocks b CROSS JOIN users u ON u.id = b.blocked_id WHERE b.blocker_id = $userId`,
  notificationSettings: `SELECT replies, upvotes, followed_posts, followed_topics, push_replies, push_upvotes,
      push_followed_posts, push_followed_topics, push_text, digest_due_at IS NOT NULL AS digest
    FROM notification_settings WHERE user_id = $userId`,
  notifications: `SELECT n.type, n.post_id, n.comment_id, n.count, n.content, n.seen, a.username,
      substr(n.created_at, 1, 16) || ':00.000Z' AS created_at
    FROM notifications n LEFT JOIN users a ON a.id = n.actor_id AND NOT EXISTS (
      SELECT 1 FROM user_blocks WHERE (blocker_id = $userId AND blocked_id = n.actor_id)
        OR (blocker_id = n.actor_id AND blocked_id = $userId))
    WHERE n.user_id = $userId ORDER BY n.created_at, n.id`,
  notices: `SELECT kind, reason, rule, ends_at, post_id, comment_id, created_at, acknowledged_at, ${PRESET}
    FROM account_notices WHERE user_id IN ${NAMES} ORDER BY id`,
  sanctions: `SELECT kind, reason, ends_at FROM sanctions WHERE user_id IN ${NAMES}`,
  sessions: `SELECT created_at, last_seen_at, expires_at, ip, user_agent
    FROM sessions WHERE user_id = $userId ORDER BY created_at`,
  passkeys: 'SELECT name, transports, created_at, last_used_at FROM passkeys WHERE user_id = $userId',
  calendars: 'SELECT created_at FROM calendars WHERE user_id = $userId',
  pushSubscriptions: 'SELECT created_at FROM push_subscriptions WHERE user_id = $userId',
  identityLinks: `SELECT l.issuer, l.created_at FROM users u CROSS JOIN identity_links l ON l.identity_id = u.auth_id
    WHERE u.id = $userId`,
  collegeRequests: `SELECT name, email_domain, city, state, status, created_at FROM college_requests
    WHERE requester_index IN (SELECT value FROM json_each($emailIndexes))`,
}

/** The files of all pictures that the copy names. */
export const picturesOf = (db: Connection, userId: string) =>
  sql(pick(pictures, 'id', 'file'))`SELECT id, file FROM pictures WHERE ${ofAccount(userId)}`.all(db)

/** Beside those that begin with `is`: SQLite has no booleans. */
const FLAGS: ReadonlySet<string> = new Set([...NOTIFICATION_CHOICES, 'seen', 'digest'])

const rowsOf = (text: string): Rows =>
  function* ({ sqlite }, { userId, emailIndexes }) {
    const params: Record<string, string> = text.includes('$userId') ? { userId } : { emailIndexes }
    for (const row of sqlite.prepare<Fields, [typeof params]>(text).iterate(params)) {
      const fields = Object.entries(row).map(([column, value]) => {
        const name = column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
        const isFlag = value !== null && (column.startsWith('is_') || FLAGS.has(name))
        return [name, isFlag ? value === 1 : value]
      })
      yield Object.fromEntries(fields)
    }
  }

/** What somebody did as a moderator is about others, and in the log of the campus. */
function* ownLog(db: Connection, { userId }: Owner): Generator<Fields> {
  const names = db.sqlite.prepare<{ id: string }, [{ userId: string }]>(
    `WITH names (id) AS ${NAMES} SELECT id FROM names`,
  )
  const ids = names.all({ userId }).map(({ id }) => id)
  for (const entry of readEntriesOf(db, ids).flatMap((entries) => entries.map(toEntry))) {
    const { timestamp, action, status, entityType, entityId, platform, ip, userAgent } = entry
    if (action.startsWith('user:')) yield { timestamp, action, status, entityType, entityId, platform, ip, userAgent }
  }
}

/** `text`: what it says in SQL, for the test that looks for what is missing. */
export const PARTS: readonly { name: string; text: string; rows: Rows }[] = [
  ...Object.entries(TEXTS).map(([name, text]) => ({ name, text, rows: rowsOf(text) })),
  {
    name: 'log',
    text: 'SELECT time, action, failed, entity_type, entity, platform, ip, agent FROM audit_log',
    rows: ownLog,
  },
]

const ACCOUNT = {
  ...pick(users, 'id', 'username', 'role', 'branch', 'status', 'language', 'termsAcceptedAt', 'verifiedAt'),
  karma: userStats.karma,
  ...pick(identities, 'emailSealed', 'emailIndex', 'createdAt', 'updatedAt'),
  identityId: identities.id,
  hasPassword: FLAG,
  college: colleges.name,
}

export const accountOf = (userId: string) => sql(ACCOUNT)`
  SELECT u.id, u.username, u.role, u.branch, u.status, u.language, u.terms_accepted_at AS termsAcceptedAt,
    u.verified_at AS verifiedAt, s.karma, i.email_sealed AS emailSealed, i.email_index AS emailIndex,
    i.created_at AS createdAt, i.updated_at AS updatedAt, i.id AS identityId, i.password_hash IS NOT NULL AS hasPassword,
    c.name AS college
  FROM users u CROSS JOIN user_stats s ON s.user = u.key CROSS JOIN identities i ON i.id = u.auth_id
    CROSS JOIN colleges c ON c.id = u.college_id
  WHERE u.id = ${userId}`

/** The account itself. The email is null where this server cannot read it. */
export function readAccountExport(db: Connection, userId: string) {
  const row = accountOf(userId).get(db)
  if (row === undefined) return undefined
  const { emailSealed, emailIndex, identityId, hasPassword, ...fields } = row
  const email = openAddress({ id: identityId, emailSealed })
  const emailIndexes = JSON.stringify(email === null ? [emailIndex] : addressIndexes(email))
  return { owner: { userId, emailIndexes }, fields: { ...fields, email, hasPassword: hasPassword === 1 } }
}
