import { postCounts } from '../../../db/schema/posts'
import { type Query, type RawText, raw, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { isAdministrator } from '../../ground/access/account'
import { type Blocks, blockedUserIds, blocks } from '../../ground/access/blocks'
import { hiddenAudiences } from './cache'
import type { AnyViewer, ModerationFilter } from './visibility'

/** Who looks at a list. */
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
  anyone: raw("audience = 'public'"),
  administrator: raw("audience <> 'none'"),
  active: raw("audience GLOB '[cp]*'"),
  banned: raw("audience = 'none'"),
  shadow_banned: raw("audience GLOB 'author:*'"),
  all: raw('audience IS NOT NULL'),
} as const satisfies Record<ModerationFilter | 'anyone' | 'administrator', RawText>

/** `own` of a member with aliases is a JSON array of all that is shown. */
export type Audience = keyof typeof AUDIENCES | 'member' | 'member_with_aliases'

/** The condition on `audience`. */
export function isShown({ kind, college = '', own = '' }: Viewers): Query<never> | RawText {
  if (kind === 'member') return sql`audience IN ('public', ${college}, ${own})`
  if (kind === 'member_with_aliases') return sql`audience IN (SELECT value FROM json_each(${own}))`
  return AUDIENCES[kind]
}

/** The same of `posts p`. */
export const audienceOf = (viewers: Viewers): Query<never> => sql`p.${isShown(viewers)}`

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

const loadHidden = () =>
  new Set(
    sql(pick(postCounts, 'audience'))`
      SELECT audience FROM post_counts
      WHERE facet = 'all' AND value = '' AND ${AUDIENCES.shadow_banned} AND count > 0`
      .all(storage.reader)
      .map(({ audience }) => audience),
  )

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
