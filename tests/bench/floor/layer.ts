/**
 * The floor: the least that this work can cost in Bun. `bun:sqlite` prepared statements, rows mapped by hand, counters
 * kept in the writing transaction, sessions in a map; no framework, no limits, no moderation. A yardstick for the
 * bench, not a way to write a server, and to be kept as fast as it is.
 */
import { Database, type SQLQueryBindings } from 'bun:sqlite'

const TOKEN = 'identity.session_token='
const SESSIONS_KEPT = 20_000

type User = { id: string; username: string; college_id: string; branch: string; cname: string; profile: string | null }
type Row = Record<string, string | number | null>

export class Failure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code?: string,
  ) {
    super(message)
  }
}

const iso = (time: number) => new Date(time).toISOString()

const COLUMNS = `p.id,p.title,p.content,p.topic,p.is_private,p.views,p.upvotes,p.downvotes,p.comment_count,p.created_at,p.updated_at,
  u.id AS uid,u.username,u.branch,u.karma,c.id AS cid,c.name AS cname,c.profile,
  (SELECT v.vote_type FROM votes v WHERE v.user_id=?1 AND v.target_type=0 AND v.target_id=p.id) AS uv,
  EXISTS(SELECT 1 FROM bookmarks b WHERE b.user_id=?1 AND b.post_id=p.id) AS bm`
const JOINS = 'CROSS JOIN users u ON u.id=p.author_id CROSS JOIN colleges c ON c.id=u.college_id'
const VISIBLE = `p.state=0 AND (p.is_private=0 OR p.college_id=?2)
  AND NOT EXISTS(SELECT 1 FROM blocks k WHERE k.blocker_id=?1 AND k.blocked_id=p.author_id)
  AND NOT EXISTS(SELECT 1 FROM blocks k WHERE k.blocker_id=p.author_id AND k.blocked_id=?1)`

const findVote = (row: Row): string | null => (row.uv === 1 ? 'upvote' : row.uv === -1 ? 'downvote' : null)

const toPost = (row: Row) => ({
  id: row.id,
  title: row.title,
  content: row.content,
  topic: row.topic,
  isPrivate: row.is_private === 1,
  views: row.views,
  upvoteCount: row.upvotes,
  downvoteCount: row.downvotes,
  commentCount: row.comment_count,
  createdAt: iso(row.created_at as number),
  updatedAt: iso(row.updated_at as number),
  postedBy: { id: row.uid, username: row.username, branch: row.branch, karma: row.karma },
  college: { id: row.cid, name: row.cname, profile: row.profile },
  userVote: findVote(row),
  bookmarked: row.bm === 1,
})

const toComment = (row: Row) => ({
  id: row.id,
  content: row.content,
  postId: row.post_id,
  parentCommentId: row.parent_id,
  isBanned: false,
  createdAt: iso(row.created_at as number),
  updatedAt: iso(row.updated_at as number),
  commentedBy: {
    author: { id: row.uid, username: row.username, branch: row.branch, collegeId: row.cid },
    college: { id: row.cid, name: row.cname, profile: row.profile },
  },
  upvoteCount: row.upvotes,
  downvoteCount: row.downvotes,
  userVote: findVote(row),
})

/** The database of the file, and the operations on it. */
export function layer(file: string, synchronous: string) {
  const db = new Database(file, { readwrite: true, create: false })
  db.run('PRAGMA journal_mode=WAL')
  db.run(`PRAGMA synchronous=${synchronous}`)
  db.run('PRAGMA cache_size=-65536')
  db.run('PRAGMA temp_store=MEMORY')
  db.run('PRAGMA busy_timeout=5000')
  db.run('PRAGMA foreign_keys=OFF')
  const prepare = (text: string) => db.prepare<Row, SQLQueryBindings[]>(text)

  const sessionRow = prepare(`SELECT u.id,u.username,u.college_id,u.branch,c.name AS cname,c.profile FROM sessions s
    JOIN users u ON u.id=s.user_id JOIN colleges c ON c.id=u.college_id WHERE s.token=?1 AND s.expires_at>?2`)
  const kept = new Map<string, User>()
  const session = (cookie: string | null): User | null => {
    if (!cookie) return null
    const at = cookie.indexOf(TOKEN)
    if (at < 0) return null
    const end = cookie.indexOf(';', at)
    const token = cookie.slice(at + TOKEN.length, end < 0 ? undefined : end)
    const known = kept.get(token)
    if (known) return known
    const user = sessionRow.get(token, Date.now()) as User | null
    if (!user) return null
    if (kept.size >= SESSIONS_KEPT) kept.delete(kept.keys().next().value as string)
    kept.set(token, user)
    return user
  }

  const listRows = prepare(
    `SELECT ${COLUMNS} FROM posts p INDEXED BY posts_feed ${JOINS} WHERE ${VISIBLE} ORDER BY p.created_at DESC LIMIT ?3 OFFSET ?4`,
  )
  const oneRow = prepare(`SELECT ${COLUMNS},p.college_id AS pcid FROM posts p ${JOINS} WHERE p.id=?2 AND p.state=0`)
  const counter = prepare('SELECT n FROM counters WHERE k=?1')
  const postFacts = prepare('SELECT author_id,state,college_id,is_private,comment_count FROM posts WHERE id=?1')
  const commentRows =
    prepare(`SELECT m.id,m.content,m.post_id,m.parent_id,m.created_at,m.updated_at,m.upvotes,m.downvotes,
    u.id AS uid,u.username,u.branch,c.id AS cid,c.name AS cname,c.profile,
    (SELECT v.vote_type FROM votes v WHERE v.user_id=?1 AND v.target_type=1 AND v.target_id=m.id) AS uv
    FROM comments m INDEXED BY comments_post CROSS JOIN users u ON u.id=m.author_id CROSS JOIN colleges c ON c.id=u.college_id
    WHERE m.post_id=?2 AND m.is_banned=0 ORDER BY m.created_at DESC LIMIT ?3 OFFSET ?4`)
  const blocked = prepare(`SELECT 1 AS x FROM blocks WHERE (blocker_id=?1 AND blocked_id=?2)
    UNION ALL SELECT 1 FROM blocks WHERE (blocker_id=?2 AND blocked_id=?1) LIMIT 1`)
  const insertVote = prepare(
    'INSERT INTO votes(id,user_id,target_type,target_id,vote_type) VALUES(?1,?2,?3,?4,?5) ON CONFLICT DO NOTHING',
  )
  const up = prepare('UPDATE posts SET upvotes=upvotes+1 WHERE id=?1')
  const down = prepare('UPDATE posts SET downvotes=downvotes+1 WHERE id=?1')
  const addKarma = prepare('UPDATE users SET karma=karma+?2 WHERE id=?1')
  const audit = prepare(
    'INSERT INTO audit_logs(action,actor_id,entity_type,entity_id,metadata,created_at) VALUES(?1,?2,?3,?4,?5,?6)',
  )
  const insertComment =
    prepare(`INSERT INTO comments(id,content,post_id,parent_id,author_id,is_banned,upvotes,downvotes,created_at,updated_at)
    VALUES(?1,?2,?3,?4,?5,0,0,0,?6,?6)`)
  const parentFacts = prepare('SELECT post_id,is_banned,author_id FROM comments WHERE id=?1')
  const countComment = prepare('UPDATE posts SET comment_count=comment_count+1 WHERE id=?1')
  const countView = prepare('UPDATE posts SET views=views+1 WHERE id=?1 AND state=0 AND is_private=0')

  const total = (collegeId: string) =>
    ((counter.get('posts:pub')?.n ?? 0) as number) + ((counter.get(`posts:priv:${collegeId}`)?.n ?? 0) as number)

  const list = (user: User | null, page: number, limit: number) => {
    const rows = listRows.all(user?.id ?? '', user?.college_id ?? '', limit, (page - 1) * limit)
    const all = total(user?.college_id ?? '')
    return {
      posts: rows.map(toPost),
      meta: { total: all, page, limit, totalPages: Math.ceil(all / limit), hasMore: page * limit < all },
    }
  }

  const one = (user: User | null, id: string) => {
    const row = oneRow.get(user?.id ?? '', id)
    if (!row) throw new Failure(404, 'Post not found')
    if (row.is_private === 1 && row.pcid !== user?.college_id) throw new Failure(user ? 403 : 401, 'Private post')
    return toPost(row)
  }

  const comments = (user: User | null, postId: string, page: number, limit: number) => {
    const post = postFacts.get(postId)
    if (post?.state !== 0) throw new Failure(404, 'Post not found')
    const rows = commentRows.all(user?.id ?? '', postId, limit, (page - 1) * limit)
    const all = post.comment_count as number
    return { comments: rows.map(toComment), meta: { total: all, page, limit, totalPages: Math.ceil(all / limit) } }
  }

  const vote = db.transaction((user: User, targetType: string, targetId: string, voteType: string) => {
    const post = postFacts.get(targetId)
    if (post?.state !== 0) throw new Failure(404, 'post not found')
    if (blocked.get(user.id, post.author_id as string)) throw new Failure(403, 'blocked')
    const id = crypto.randomUUID()
    const isUp = voteType === 'upvote'
    if (insertVote.run(id, user.id, 0, targetId, isUp ? 1 : -1).changes === 0) throw new Failure(409, 'already voted')
    if (isUp) up.run(targetId)
    else down.run(targetId)
    addKarma.run(post.author_id as string, isUp ? 1 : -1)
    const metadata = `{"targetId":"${targetId}","targetType":"post"}`
    audit.run(isUp ? 'user:upvoted:post' : 'user:downvoted:post', user.id, 'vote', id, metadata, Date.now())
    return { id, userId: user.id, targetType, targetId, voteType }
  }).immediate

  const comment = db.transaction((user: User, postId: string, content: string, parentId: string | null) => {
    const post = postFacts.get(postId)
    if (post?.state !== 0) throw new Failure(404, 'Post not found')
    if (parentId) {
      const parent = parentFacts.get(parentId)
      if (!parent || parent.is_banned || parent.post_id !== postId) throw new Failure(404, 'Parent not found')
      if (blocked.get(user.id, parent.author_id as string)) throw new Failure(403, 'blocked')
    }
    const now = Date.now()
    const id = Bun.randomUUIDv7('hex', now)
    insertComment.run(id, content, postId, parentId, user.id, now)
    countComment.run(postId)
    audit.run('user:created:comment', user.id, 'comment', id, `{"postId":"${postId}"}`, now)
    const author = { id: user.id, username: user.username, branch: user.branch, collegeId: user.college_id }
    return {
      id,
      content,
      postId,
      parentCommentId: parentId,
      isBanned: false,
      createdAt: iso(now),
      updatedAt: iso(now),
      commentedBy: { author, college: { id: user.college_id, name: user.cname, profile: user.profile } },
      upvoteCount: 0,
      downvoteCount: 0,
      userVote: null,
    }
  }).immediate

  /** Of what a stranger may read. */
  const view = (postId: string) => {
    if (countView.run(postId).changes === 0) throw new Failure(404, 'Post not found')
  }

  return { session, list, one, comments, vote, comment, view }
}
