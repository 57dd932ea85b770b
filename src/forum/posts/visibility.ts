import type { Static } from 'elysia'
import { postCounts, posts } from '../../../db/schema/posts'
import { type Query, raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Account, isAdministrator, isSelf } from '../../ground/access/account'
import { type Blocks, blockedUserIds, blocks } from '../../ground/access/blocks'
import { type Actor, type AuditEntry, audit } from '../../ground/audit/audit'
import { Cache } from '../../lib/process/cache'
import { oneOf } from '../../lib/text/schema'
import type { MessageOrKey } from '../../messages/message'

/** What decisions about reading need of a viewer or of any other account; null without a session. */
export type AnyViewer = Pick<Account, 'id' | 'role' | 'collegeId' | 'aliases'> | null

export const FACTS = pick(posts, 'id', 'authorId', 'collegeId', 'isPrivate', 'moderationState')

export type PostFacts = Raw<typeof FACTS>

/** Whether a post may be read, or why not. */
export type PostAccess = 'readable' | 'missing' | 'session_needed' | 'other_college'

export function postAccess(post: PostFacts, viewer: AnyViewer): PostAccess {
  if (isAdministrator(viewer)) return 'readable'
  const isOwn = isAuthor(post, viewer)
  if (post.moderationState === 'banned' || (post.moderationState === 'shadow_banned' && !isOwn)) return 'missing'
  if (post.isPrivate === 0 || isOwn) return 'readable'
  if (viewer === null) return 'session_needed'
  return viewer.collegeId === post.collegeId ? 'readable' : 'other_college'
}

export const isAuthor = (post: PostFacts, viewer: AnyViewer): boolean => isSelf(viewer, post.authorId)

/** An author also reads, and may delete, the own post that a moderator removed. Nothing else is done with it. */
export const readAccess = (post: PostFacts, viewer: AnyViewer): PostAccess =>
  post.moderationState === 'banned' && isAuthor(post, viewer) ? 'readable' : postAccess(post, viewer)

/** The thread below a shadow-banned post is missing even for its author, whom the client shows an empty thread. */
export function threadAccess(post: PostFacts, viewer: AnyViewer): PostAccess {
  if (post.moderationState !== 'active' && !isAdministrator(viewer)) return 'missing'
  return postAccess(post, viewer)
}

/** 404 `NOT_FOUND`, 401 `UNAUTHENTICATED` or 403 `FORBIDDEN`. */
export function refuseUnlessReadable(access: PostAccess, missing: MessageOrKey = 'posts.missing'): void {
  if (access === 'missing') refuse('NOT_FOUND', missing)
  if (access === 'session_needed') refuse('UNAUTHENTICATED', 'posts.privateSignIn')
  if (access === 'other_college') refuse('FORBIDDEN', 'posts.privateElsewhere')
}

/** SQL: whether its author keeps the post. One that is deleted in steps is there, and banned, until the last (changes.ts). */
export const isKept = (post: string): string =>
  `(${post}.moderation_state <> 'banned' OR NOT EXISTS (SELECT 1 FROM deletions WHERE subject = 'post' AND id = ${post}.id))`

const FACTS_OF_POSTS = raw(`SELECT ${selectList(FACTS)} FROM posts`)
const KEPT = raw(isKept('posts'))

export const postFacts = (db: Connection, id: string): PostFacts | undefined =>
  sql(FACTS)`${FACTS_OF_POSTS} WHERE id = ${id} AND ${KEPT}`.get(db)

/** The post that the viewer may read; refuses as `GET /posts/:id` does. */
export function readablePost(db: Connection, viewer: AnyViewer, id: string): PostFacts {
  const post = postFacts(db, id) ?? refuse('NOT_FOUND', 'posts.missing')
  refuseUnlessReadable(postAccess(post, viewer))
  return post
}

/** The post whose comments the viewer may read and add to. */
export const readableThread = (db: Connection, viewer: AnyViewer, postId: string): PostFacts =>
  withReadableThread(postFacts(db, postId), viewer)

/** The post, if it is there and the viewer may read its comments. */
export function withReadableThread<Post extends PostFacts>(post: Post | undefined, viewer: AnyViewer): Post {
  if (post === undefined) return refuse('NOT_FOUND', 'posts.missing')
  refuseUnlessReadable(threadAccess(post, viewer))
  return post
}

/** An administrator for whom content is read, in a request or for a socket. */
type Reader = Actor & Pick<Account, 'id' | 'role' | 'collegeId' | 'aliases'>

const isOtherCollege = (viewer: Reader, post: PostFacts): boolean =>
  isAdministrator(viewer) && post.isPrivate === 1 && post.collegeId !== viewer.collegeId

/** In a separate write: what an administrator reads leaves a trace where others may not read it, or not together. */
export const auditRead = (viewer: Reader, entry: AuditEntry): Promise<void> =>
  storage.write((tx) => audit(tx, viewer, entry))

/** Audits, in a separate write, that an administrator read a private post of another college. */
export async function auditPrivateRead(viewer: Reader | null, post: PostFacts): Promise<void> {
  if (viewer !== null && isOtherCollege(viewer, post)) await storage.write((tx) => auditPrivateReadIn(tx, viewer, post))
}

/** The same inside a write whose response holds a text of the post or of its thread. */
export function auditPrivateReadIn(tx: Tx, viewer: Reader, post: PostFacts): void {
  if (!isOtherCollege(viewer, post)) return
  audit(tx, viewer, {
    action: 'admin:read:post',
    entityType: 'post',
    entityId: post.id,
    metadata: { isPrivate: true, collegeId: post.collegeId },
  })
}

/** The same for all posts of a list: one entry with their number. */
export async function auditPrivateReads(viewer: Reader, posts: readonly (PostFacts | undefined)[]): Promise<void> {
  const count = posts.filter((post) => post !== undefined && isOtherCollege(viewer, post)).length
  if (count === 0) return
  const entry = { entityType: 'post', entityId: null, metadata: { isPrivate: true, count } } as const
  await auditRead(viewer, { action: 'admin:read:posts', ...entry })
}

/** The `state` parameter of lists, for administrators. */
export const state = oneOf(
  ['active', 'banned', 'shadow_banned', 'all'],
  'For administrators: only what is in that state, or everything; authors list their own removed posts by `banned`',
)

export type ModerationFilter = NonNullable<Static<typeof state>>

/** 403 `FORBIDDEN` for a filter without the role for it. Authors filter their own removed posts, and nothing hidden. */
export function refuseUnlessMayFilter(
  viewer: AnyViewer,
  filter: ModerationFilter | undefined,
  authorId?: string,
): void {
  if (filter === undefined || isAdministrator(viewer)) return
  const isOwn = isSelf(viewer, authorId ?? null)
  if (!(isOwn && filter === 'banned')) refuse('FORBIDDEN', 'posts.statesForAdmins')
}

// Which posts the lists of a viewer show.

export type Audience = keyof typeof AUDIENCES
/** The viewer's condition on `p.audience`: a key of `AUDIENCES`, and its values. */
export type Viewers = { kind: Audience; college?: string; own?: string }

/** Administrators may pick one state. */
export function viewerAudience(viewer: AnyViewer, state?: ModerationFilter): Viewers {
  if (viewer === null) return { kind: 'anyone' }
  // Of others than administrators, only the author's own: `refuseUnlessMayFilter`.
  if (state !== undefined || isAdministrator(viewer)) return { kind: state ?? 'administrator' }
  const [college, own] = [`college:${viewer.collegeId}`, `author:${viewer.id}`]
  if (viewer.aliases.size === 0) return { kind: 'member', college, own }
  const names = JSON.stringify(['public', college, own, ...hiddenUnder(viewer.aliases)])
  return { kind: 'member_with_aliases', own: names }
}

const hiddenUnder = (names: Iterable<string>): string[] => [...names].map((id) => `author:${id}`)

/**
 * Which posts lists show, by `posts.audience` (`public`, `college:<id>`, `author:<id>` or `none`). A shadow-banned post
 * is shown to administrators and to its author. Administrators find a banned post by id or state.
 */
const AUDIENCES = {
  anyone: () => sql`p.audience = 'public'`,
  member: ({ college = '', own = '' }) => sql`p.audience IN ('public', ${college}, ${own})`,
  /** `own` is a JSON array of all that a member with aliases finds. */
  member_with_aliases: ({ own = '' }) => sql`p.audience IN (SELECT value FROM json_each(${own}))`,
  administrator: () => sql`p.audience <> 'none'`,
  active: () => sql`p.audience GLOB '[cp]*'`,
  banned: () => sql`p.audience = 'none'`,
  shadow_banned: () => sql`p.audience GLOB 'author:*'`,
  all: () => sql`p.audience IS NOT NULL`,
} as const satisfies Record<ModerationFilter | string, (values: Omit<Viewers, 'kind'>) => Query<never>>

/** Whether the viewer finds `p`, a post or a total of posts. */
export const audienceOf = (viewers: Viewers): Query<never> => AUDIENCES[viewers.kind](viewers)

/** What the page cache and the list queries need to know of a viewer. */
export type FeedVisibility = {
  /** Equal for viewers who see the same posts, block relations aside. */
  cacheGroup: string
  /** Equal for viewers who see the same posts. */
  cacheKey: string
  /** Users with a block relation with the viewer. */
  blocked: ReadonlySet<string>
}

export const NO_BLOCKS: ReadonlySet<string> = new Set()

/** The audiences of shadow-banned posts. Few accounts ever had one. */
export const hiddenAudiences = new Cache<'all', ReadonlySet<string>>('hidden audiences', 1)

function loadHidden(): ReadonlySet<string> {
  const hidden = sql(pick(postCounts, 'audience'))`
    SELECT audience FROM post_counts WHERE facet = 'all' AND value = '' AND audience GLOB 'author:*' AND count > 0`
  return new Set(hidden.all(storage.reader).map(({ audience }) => audience))
}

let serial = 0

function loadBlocks(viewerId: string): Blocks {
  const blocked = blockedUserIds(storage.reader, viewerId)
  return { users: blocked.length === 0 ? NO_BLOCKS : new Set(blocked), serial: ++serial }
}

/** Most viewers of a college see the same posts: they have no block relation and no shadow-banned post. */
export function feedVisibility(viewer: AnyViewer): FeedVisibility {
  if (viewer === null) return { cacheGroup: 'anyone', cacheKey: 'anyone', blocked: NO_BLOCKS }
  const { users, serial } = blocks.get(viewer.id, () => loadBlocks(viewer.id))
  const hidden = hiddenAudiences.get('all', loadHidden)
  const ownHidden = hiddenUnder([viewer.id, ...viewer.aliases]).some((audience) => hidden.has(audience))
  const memberGroup = ownHidden ? `author ${viewer.id}` : `college ${viewer.collegeId}`
  const cacheGroup = isAdministrator(viewer) ? 'administrator' : memberGroup
  return { cacheGroup, cacheKey: users.size === 0 ? cacheGroup : `${cacheGroup} ${serial}`, blocked: users }
}
