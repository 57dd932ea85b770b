import type { Database } from 'bun:sqlite'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationsFolder } from '../../db/migrate'
import { entryHash, type StoredEntry } from '../../src/core/audit/chain'

// A database of the version before sealed addresses: one statement or more for every table.

/** The last migration of that version. */
const LAST_MIGRATION = '0006_languages'

/** The only key of that version, in `DATA_DIR/secret`. */
export const FORMER_KEY = 'the key of the version before, long enough'

const formerHash = (purpose: string, text: string) =>
  new Bun.CryptoHasher('sha256', FORMER_KEY).update(`${purpose}\0${text}`).digest('base64url')

export const ADDRESSES = {
  ann: '2026000007@campus.edu',
  ben: '2026000014@campus.edu',
  signingUp: '2026000021@campus.edu',
  dean: 'the.dean@hill.edu',
} as const

/** Of a deleted account: only a keyed hash of it is left. */
export const DELETED_ADDRESS = '2026000028@campus.edu'

export const SUBJECT = { issuer: 'https://idp.example', subject: '7000000001' }

/** Of the session of a browser. */
export const TOKEN = 'a-token-of-a-browser-that-signed-in-before'

const AT = '2026-03-04T05:06:07.890Z'
const LATER = '2027-03-04T05:06:07.890Z'
const tokenHash = new Bun.CryptoHasher('sha256').update(TOKEN).digest('base64url')

const ROWS: readonly string[] = [
  `INSERT INTO colleges VALUES ('campus', 'Campus University', 'campus.edu', 'Springfield', 'Oregon', '{}', '${AT}', '${AT}')`,
  `INSERT INTO branches VALUES ('cse', 'Computer Science', 'CSE', '${AT}', '${AT}')`,
  "INSERT INTO college_branches VALUES ('campus', 'cse')",
  `INSERT INTO college_requests
    (id, name, email_domain, city, state, requested_by_email, language, created_at, updated_at)
    VALUES ('request', 'Hill College', 'hill.edu', 'Hilltown', 'Iowa', '${ADDRESSES.dean}', 'hi', '${AT}', '${AT}')`,
  `INSERT INTO identities VALUES ('id-ann', '${ADDRESSES.ann}', '${AT}', 'a password hash', '${AT}', '${AT}'),
    ('id-ben', '${ADDRESSES.ben}', '${AT}', NULL, '${AT}', '${AT}')`,
  `INSERT INTO identity_links VALUES ('${SUBJECT.issuer}', '${SUBJECT.subject}', 'id-ann', '${AT}')`,
  `INSERT INTO users
    (id, auth_id, username, role, karma, college_id, branch, branch_id, status, terms_accepted_at, language,
      created_at, updated_at)
    VALUES ('ann', 'id-ann', 'quiet-otter-1', 'user', 2, 'campus', 'CSE', 'cse', 'ACTIVE', '${AT}', 'hi', '${AT}', '${AT}'),
      ('ben', 'id-ben', 'loud-otter-2', 'admin', 0, 'campus', 'CSE', 'cse', 'ACTIVE', '${AT}', 'en', '${AT}', '${AT}')`,
  `INSERT INTO sessions VALUES ('session', 'ann', '${AT}', '${AT}', '${LATER}', '192.0.2.7', 'Firefox')`,
  `INSERT INTO session_tokens VALUES ('${tokenHash}', 'session', 'cookie', '${LATER}', NULL)`,
  `INSERT INTO login_codes VALUES
    ('${formerHash('login-code', ADDRESSES.ann)}', 'id-ann', '${formerHash('otp', 'x\x00123456')}', '${LATER}', 1, '${AT}')`,
  `INSERT INTO password_resets VALUES ('a token hash', 'id-ann', '${LATER}', '${AT}')`,
  `INSERT INTO pending_signups
    (id, token_hash, email, otp_hash, otp_expires_at, attempts, created_at, expires_at)
    VALUES ('signup', 'another token hash', '${ADDRESSES.signingUp}', '${formerHash('otp', 'signup\x00123456')}',
      '${LATER}', 2, '${AT}', '${LATER}')`,
  `INSERT INTO retained_sanctions VALUES
    ('${formerHash('sanction', DELETED_ADDRESS)}', 'suspension', 'Spam', '${LATER}', '${AT}')`,
  `INSERT INTO sanctions VALUES ('ann', 'block', 'Spam', NULL, 'ben', '${AT}')`,
  `INSERT INTO user_blocks VALUES ('ann', 'ben', '${AT}')`,
  `INSERT INTO posts
    (id, author_id, college_id, branch, branch_id, title, content, topic, is_private, moderation_state, views,
      upvote_count, comments_count, thread_count, thread_top_count, created_at, updated_at)
    VALUES ('post', 'ann', 'campus', 'CSE', 'cse', 'A title', 'A text', 'Ask Campus', 1, 'shadow_banned', 7, 1, 2, 2, 1,
      '${AT}', '${AT}')`,
  `INSERT INTO comments
    (id, post_id, parent_comment_id, author_id, content, upvote_count, replies_count, created_at, updated_at)
    VALUES ('comment', 'post', NULL, 'ann', 'A comment', 1, 1, '${AT}', '${AT}'),
      ('reply', 'post', 'comment', 'ben', 'A reply', 0, 0, '${AT}', '${AT}')`,
  "INSERT INTO post_counts VALUES ('topic', 'Ask Campus', 'public', 3)",
  `INSERT INTO post_votes VALUES ('ben', 'post', 'a-vote', 1, '${AT}')`,
  `INSERT INTO comment_votes VALUES ('ben', 'comment', 'another-vote', 1, '${AT}')`,
  `INSERT INTO bookmarks VALUES ('ben', 'post', 'a-bookmark', '${AT}')`,
  `INSERT INTO notifications VALUES ('notification', 'ann', 'replied', 'post', 'reply', 'ben', 1, 'A reply', 0, '${AT}')`,
  `INSERT INTO reports VALUES
    ('report', 'Post', 'post', 'ann', 'A title', 'A text', 'ben', 'spam', 'Look', 'resolved', 'ben', '${AT}', '${AT}', '${AT}')`,
  `INSERT INTO moderation_records VALUES ('record', 'post', 'post', 'shadow_banned', 'Spam', NULL, 'ben', '${AT}')`,
  `INSERT INTO banned_words VALUES ('word', 'grumblefink', 'grumblefink', 1, 'mild', '${AT}', '${AT}')`,
  `INSERT INTO feedbacks VALUES ('feedback', 'ann', 'bug', 'Slow', 'At noon', 'new', '${AT}', '${AT}')`,
  `INSERT INTO settings VALUES ('topics', '["Ask Campus"]', '${AT}')`,
  `INSERT INTO mail_queue (id, addressee, subject, text, html, attempts, next_attempt_at, created_at, last_error)
    VALUES ('mail', '${ADDRESSES.ben}', 'Removed', 'Your "post"', '<p>Your post</p>', 3, '${LATER}', '${AT}', 'refused')`,
  `INSERT INTO mail_sent VALUES ('sent', '${AT}')`,
]

const entry = (id: string, action: string, about: Partial<StoredEntry>): StoredEntry => ({
  id,
  timestamp: AT,
  action,
  entityType: 'user',
  entityId: null,
  actorId: null,
  actorRole: 'anonymous',
  status: 'success',
  ip: null,
  userAgent: null,
  requestId: null,
  platform: 'web',
  before: null,
  after: null,
  reason: null,
  metadata: null,
  originSalt: null,
  originDigest: null,
  subjectHash: null,
  isListed: 0,
  ...about,
})

/** The audit log; the first entry is older than its chain. */
const LOG: readonly StoredEntry[] = [
  entry('entry-1', 'user:login:password', { entityId: 'ann', actorId: 'ann', actorRole: 'user' }),
  entry('entry-2', 'user:created:post', { entityType: 'post', entityId: 'post', actorId: 'ann', actorRole: 'user' }),
  entry('entry-3', 'user:failed:login', { entityId: 'ann', status: 'failure', requestId: 'a-request' }),
  entry('entry-4', 'admin:searched:address', { entityId: 'ann', actorId: 'ben', actorRole: 'admin' }),
  entry('entry-5', 'admin:changed:role', { entityId: 'ben', actorId: 'ben', actorRole: 'admin' }),
]

/** The program's migrations by their tags, in their order. */
export function programMigrations(): Record<string, string> {
  const folder = migrationsFolder()
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return Object.fromEntries(names.sort().map((name) => [name.slice(0, -4), readFileSync(join(folder, name), 'utf8')]))
}

/** The migrations that the version before had. */
export const migrationsBefore = (): Record<string, string> =>
  Object.fromEntries(Object.entries(programMigrations()).filter(([tag]) => tag <= LAST_MIGRATION))

/** Leaves a database as that version did; `migrations` is a folder with its migrations. */
export function writeVersionBefore(sqlite: Database, migrations: string) {
  // Deleted rows were not overwritten, so that clear values stay in free pages.
  sqlite.run('PRAGMA journal_mode = WAL')
  migrate(sqlite, migrations)
  for (const statement of ROWS) sqlite.run(statement)
  let previous: string | null = null
  for (const [at, row] of LOG.entries()) {
    // The first is older than the chain.
    const hash: string | null = at === 0 ? null : entryHash(previous, row)
    previous = hash
    insertEntry(sqlite, { ...row, hash })
  }
}

function insertEntry(sqlite: Database, row: Record<string, unknown>) {
  const columns = sqlite
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('audit_log')")
    .all()
    .map(({ name }) => name)
  const values = columns.map((column) => (row[camel(column)] ?? null) as string | null)
  sqlite.run(`INSERT INTO audit_log (${columns.join()}) VALUES (${columns.map(() => '?').join()})`, values)
}

const camel = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
