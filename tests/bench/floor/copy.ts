import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'

const TABLES = `
CREATE TABLE colleges(id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, email_domain TEXT NOT NULL UNIQUE, city TEXT, state TEXT, profile TEXT);
CREATE TABLE users(id TEXT PRIMARY KEY NOT NULL, auth_id TEXT NOT NULL, username TEXT NOT NULL UNIQUE, college_id TEXT NOT NULL, branch TEXT, karma INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'ACTIVE', is_accepted_terms INTEGER NOT NULL DEFAULT 1, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE sessions(token TEXT PRIMARY KEY NOT NULL, user_id TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE posts(id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, content TEXT NOT NULL, topic TEXT NOT NULL, is_private INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL DEFAULT 0, views INTEGER NOT NULL DEFAULT 0, author_id TEXT NOT NULL, college_id TEXT NOT NULL, branch TEXT, upvotes INTEGER NOT NULL DEFAULT 0, downvotes INTEGER NOT NULL DEFAULT 0, comment_count INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE comments(id TEXT PRIMARY KEY NOT NULL, content TEXT NOT NULL, post_id TEXT NOT NULL, parent_id TEXT, author_id TEXT NOT NULL, is_banned INTEGER NOT NULL DEFAULT 0, upvotes INTEGER NOT NULL DEFAULT 0, downvotes INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE votes(id TEXT NOT NULL, user_id TEXT NOT NULL, target_type INTEGER NOT NULL, target_id TEXT NOT NULL, vote_type INTEGER NOT NULL, PRIMARY KEY(user_id,target_type,target_id)) WITHOUT ROWID;
CREATE TABLE bookmarks(user_id TEXT NOT NULL, post_id TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY(user_id,post_id)) WITHOUT ROWID;
CREATE TABLE blocks(blocker_id TEXT NOT NULL, blocked_id TEXT NOT NULL, PRIMARY KEY(blocker_id,blocked_id)) WITHOUT ROWID;
CREATE TABLE audit_logs(id INTEGER PRIMARY KEY, action TEXT NOT NULL, actor_id TEXT, entity_type TEXT, entity_id TEXT, metadata TEXT, created_at INTEGER NOT NULL);
CREATE TABLE counters(k TEXT PRIMARY KEY NOT NULL, n INTEGER NOT NULL) WITHOUT ROWID;`

const ms = (column: string) =>
  `(CAST(strftime('%s', ${column}) AS INTEGER) * 1000 + CAST(substr(${column}, 21, 3) AS INTEGER))`
const STATE = "CASE moderation_state WHEN 'active' THEN 0 WHEN 'banned' THEN 1 ELSE 2 END"

/** Rows of Quad as rows of the floor, which has no placeholders. */
const ROWS = `
INSERT INTO colleges SELECT id, name, email_domain, city, state, profile FROM quad.colleges;
INSERT INTO users SELECT id, auth_id, username, college_id, branch, karma, status, 1, ${ms('created_at')}, ${ms('updated_at')} FROM quad.users JOIN quad.user_stats ON user = key;
INSERT INTO posts SELECT id, title, content, topic, is_private, ${STATE}, views, author_id, college_id, branch, upvote_count, downvote_count, comments_count, ${ms('created_at')}, ${ms('updated_at')} FROM quad.posts JOIN quad.post_stats ON post = key ORDER BY key;
INSERT INTO comments SELECT m.id, m.content, p.id, above.id, u.id, m.is_banned, m.upvote_count, m.downvote_count, m.created_at, m.updated_at FROM quad.comments m JOIN quad.posts p ON p.key = m.post JOIN quad.users u ON u.key = m.author LEFT JOIN quad.comments above ON above.key = m.parent_comment ORDER BY m.key;
INSERT INTO votes SELECT * FROM (
  SELECT hex(randomblob(16)), u.id, 0, p.id, value FROM quad.post_votes JOIN quad.users u ON u.key = user JOIN quad.posts p ON p.key = post
  UNION ALL SELECT hex(randomblob(16)), u.id, 1, c.id, value FROM quad.comment_votes JOIN quad.users u ON u.key = user JOIN quad.comments c ON c.key = comment
) ORDER BY 2, 3, 4;
INSERT INTO bookmarks SELECT u.id, p.id, b.created_at FROM quad.bookmarks b JOIN quad.users u ON u.key = user JOIN quad.posts p ON p.key = post;
INSERT INTO blocks SELECT blocker_id, blocked_id FROM quad.user_blocks;
INSERT INTO counters SELECT 'posts:pub', count(*) FROM posts WHERE state = 0 AND is_private = 0;
INSERT INTO counters SELECT 'posts:priv:' || college_id, count(*) FROM posts WHERE state = 0 AND is_private = 1 GROUP BY college_id;`

const INDICES = `
CREATE INDEX posts_feed ON posts(created_at DESC) WHERE state=0;
CREATE INDEX posts_author ON posts(author_id, created_at DESC) WHERE state=0;
CREATE INDEX posts_college ON posts(college_id, created_at DESC) WHERE state=0;
CREATE INDEX comments_post ON comments(post_id, created_at DESC) WHERE is_banned=0;
CREATE INDEX votes_id ON votes(id);
CREATE INDEX blocks_rev ON blocks(blocked_id, blocker_id);
ANALYZE;`

/** Makes the floor's database of Quad's, so that both are measured on the same rows. */
export function copyToFloor(quad: string, file: string) {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  const db = new Database(file, { create: true, readwrite: true })
  try {
    db.run('PRAGMA journal_mode = OFF')
    db.run('PRAGMA synchronous = OFF')
    db.run('PRAGMA cache_size = -65536')
    db.run(`ATTACH '${quad.replaceAll("'", "''")}' AS quad`)
    for (const part of [TABLES, ROWS, INDICES]) for (const text of part.split(';')) if (text.trim() !== '') db.run(text)
    db.run('DETACH quad')
    db.run('PRAGMA journal_mode = WAL')
  } finally {
    db.close()
  }
}
