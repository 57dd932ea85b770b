import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { raw, sql } from '../../../db/sql'
import { INTEGER, isoTime, orNull, pick, type Raw, selectList, TEXT } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { minuteOf } from '../../lib/text/coarse-time'
import { plainMarkdown } from '../../pages/plain'

// Public posts as pages for browsers, without JavaScript: what a stranger reads, no more, and as coarse.

const PER_PAGE = 100
/** Replies further in are not shifted further to the right. */
const DEEPEST = 6

const AUTHOR = { username: orNull(users.username), branch: orNull(users.publicBranch) }
const POST = pick(posts, 'id', 'title', 'content', 'topic', 'startsAt', 'place', 'isOfficial', 'createdAt')
const COMMENT = pick(comments, 'id', 'key', 'parentComment', 'content', 'isOfficial', 'isBanned', 'deletedAt')
type Post = Raw<typeof POST & typeof AUTHOR>
type Comment = Raw<typeof COMMENT & typeof AUTHOR> & { createdAt: string }

/** Neither hidden nor removed nor on its way out, and for everybody; what is held or delayed is in other tables. */
const PUBLIC = raw(`p.audience = 'public'
  AND NOT EXISTS (SELECT 1 FROM deletions d WHERE d.subject = 'account' AND d.id = p.author_id)`)

const publicPosts = ({ sqlite }: Connection): Iterable<Post> =>
  sqlite
    .prepare<Post, []>(`SELECT ${selectList(POST, 'p')}, u.username, u.public_branch AS branch
    FROM posts p INDEXED BY posts_newest LEFT JOIN users u ON u.id = p.author_id
    WHERE ${PUBLIC.raw} ORDER BY p.created_at DESC, p.id DESC`)
    .iterate()

const thread = (db: Connection, postId: string): Comment[] =>
  sql({ ...COMMENT, ...AUTHOR, createdAt: TEXT })`
    SELECT ${raw(selectList(COMMENT, 'm'))}, u.username, u.public_branch AS branch, ${raw(isoTime('m.created_at'))} AS createdAt
    FROM comments m LEFT JOIN users u ON u.key = m.author
    WHERE m.post = (SELECT key FROM posts WHERE id = ${postId}) AND m.hidden = 0 ORDER BY m.created_at, m.id`.all(db)

export type Page = { path: string; text: string }

export function* archivePages(db: Connection, campus: string, perPage = PER_PAGE): Generator<Page> {
  const total = sql({ count: INTEGER })`SELECT count(*) AS count FROM posts p WHERE ${PUBLIC}`.get(db)!.count
  const pages = Math.max(1, Math.ceil(total / perPage))
  let number = 1
  let listed: string[] = []
  for (const post of publicPosts(db)) {
    yield { path: `posts/${post.id}.html`, text: postPage(post, thread(db, post.id), campus) }
    listed.push(`<li><a href="posts/${post.id}.html">${escapeHTML(post.title)}</a>${byline(post)}</li>`)
    if (listed.length < perPage || number === pages) continue
    yield { path: nameOf(number), text: listPage(listed, { number, pages, campus }) }
    number++
    listed = []
  }
  yield { path: nameOf(number), text: listPage(listed, { number, pages, campus }) }
}

const { escapeHTML } = Bun

const nameOf = (page: number): string => (page === 1 ? 'index.html' : `page-${page}.html`)

const STYLE = `:root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif}body{max-width:44rem;margin:1.5rem auto;padding:0 1rem;overflow-wrap:anywhere}
.by{opacity:.75;font-size:.9em;margin:.2rem 0}ul.posts{list-style:none;padding:0}ul.posts li{margin:1rem 0}article.comment{border-inline-start:3px solid #8886;padding-inline-start:.75rem;margin:1rem 0}
pre,.plain-table{overflow-x:auto}td,th{border:1px solid #8886;padding:.2rem .5rem}nav a{display:inline-block;padding:.6rem .6rem .6rem 0}`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHTML(title)}</title><style>${STYLE}</style></head><body>
${body}
</body></html>
`

type Written = { username: string | null; branch: string | null; isOfficial: 0 | 1; createdAt: string; topic?: string }

function byline({ username, branch, isOfficial, createdAt, topic }: Written): string {
  const name = username ?? (isOfficial === 1 ? 'Moderators' : 'deleted account')
  const words = [name, branch, topic].filter(Boolean).map((word) => escapeHTML(word ?? ''))
  const time = minuteOf(createdAt)
  return `<p class="by">${words.join(' · ')} · <time datetime="${time}">${time.slice(0, 16).replace('T', ' ')} UTC</time></p>`
}

function listPage(
  items: readonly string[],
  { number, pages, campus }: { number: number; pages: number; campus: string },
) {
  const links = [
    ...(number > 1 ? [`<a href="${nameOf(number - 1)}" rel="prev">Newer</a>`] : []),
    ...(number < pages ? [`<a href="${nameOf(number + 1)}" rel="next">Older</a>`] : []),
  ]
  const list = items.length > 0 ? `<ul class="posts">${items.join('\n')}</ul>` : '<p>No posts</p>'
  return page(campus, `<h1>${escapeHTML(campus)}</h1>\n${list}\n<nav>${links.join('')}</nav>`)
}

function postPage(post: Post, said: readonly Comment[], campus: string): string {
  const event = [post.startsAt && `${minuteOf(post.startsAt).slice(0, 16).replace('T', ' ')} UTC`, post.place]
    .filter(Boolean)
    .map((part) => escapeHTML(part ?? ''))
  const comments = inOrder(said).map(({ comment, depth }) => commentOf(comment, depth))
  return page(
    `${post.title} · ${campus}`,
    `<nav><a href="../index.html">${escapeHTML(campus)}</a></nav>
<main><article><h1 dir="auto">${escapeHTML(post.title)}</h1>${byline(post)}
${event.length > 0 ? `<p>${event.join(' · ')}</p>` : ''}${plainMarkdown(post.content)}</article>
${comments.length > 0 ? `<h2>Comments</h2>\n${comments.join('\n')}` : ''}</main>`,
  )
}

/** A comment that was removed or deleted keeps its place for its replies. */
function commentOf(comment: Comment, depth: number): string {
  const isGone = comment.deletedAt !== null || comment.isBanned === 1
  const content = isGone
    ? '<p class="by">This comment is gone.</p>'
    : `${byline(comment)}${plainMarkdown(comment.content)}`
  return `<article class="comment" id="${comment.id}" style="margin-inline-start:${Math.min(depth, DEEPEST) * 0.75}rem">${content}</article>`
}

function inOrder(said: readonly Comment[]): { comment: Comment; depth: number }[] {
  const replies = Map.groupBy(said, ({ parentComment }) => parentComment)
  const ordered: { comment: Comment; depth: number }[] = []
  const next = (replies.get(null) ?? []).map((comment) => ({ comment, depth: 0 })).reverse()
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    ordered.push(one)
    const { comment, depth } = one
    for (const reply of (replies.get(comment.key) ?? []).toReversed()) next.push({ comment: reply, depth: depth + 1 })
  }
  return ordered
}
