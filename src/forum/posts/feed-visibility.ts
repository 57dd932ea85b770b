import { postCounts } from '../../../db/schema/posts'
import { type Query, raw, sql } from '../../../db/sql'
import { pick, type Raw, sqlStatement, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { isAdministrator } from '../../ground/access/account'
import { type Blocks, blockedUserIds, blocks } from '../../ground/access/blocks'
import { hiddenAudiences } from './cache'
import type { AnyViewer, ModerationFilter } from './visibility'

/** The parameters of `AUDIENCES`. */
export const AUDIENCE_PARAMS = { college: TEXT, own: TEXT }
export type Viewers = { kind: Audience; params: Partial<Raw<typeof AUDIENCE_PARAMS>> }

/**
 * The viewer's condition on `p.audience`: a key of `AUDIENCES` and its parameters. Administrators may pick one state.
 */
export function viewerAudience(viewer: AnyViewer, state?: ModerationFilter): Viewers {
  if (viewer === null) return { kind: 'anyone', params: {} }
  // Of others than administrators, only the author's own: `refuseUnlessMayFilter`.
  if (state !== undefined || isAdministrator(viewer)) return { kind: state ?? 'administrator', params: {} }
  const [college, own] = [`college:${viewer.collegeId}`, `author:${viewer.id}`]
  if (viewer.aliases.size === 0) return { kind: 'member', params: { college, own } }
  const names = JSON.stringify(['public', college, own, ...hiddenUnder(viewer.aliases)])
  return { kind: 'member_with_aliases', params: { own: names } }
}

const hiddenUnder = (names: Iterable<string>): string[] => [...names].map((id) => `author:${id}`)

/**
 * Which posts lists show, by `posts.audience` (`public`, `college:<id>`, `author:<id>` or `none`). A shadow-banned post
 * is shown to administrators and to its author. Administrators find a banned post by id or state.
 */
export const AUDIENCES = {
  anyone: "audience = 'public'",
  member: "audience IN ('public', $college, $own)",
  /** `$own` is a JSON array of all that a member with aliases finds. */
  member_with_aliases: 'audience IN (SELECT value FROM json_each($own))',
  administrator: "audience <> 'none'",
  active: "audience GLOB '[cp]*'",
  banned: "audience = 'none'",
  shadow_banned: "audience GLOB 'author:*'",
  all: 'audience IS NOT NULL',
} as const satisfies Record<ModerationFilter, string> & Record<string, string>

export type Audience = keyof typeof AUDIENCES

/** The same for the tag `sql`. */
export function audienceOf({ kind, params: { college = '', own = '' } }: Viewers): Query<never> {
  if (kind === 'member') return sql`p.audience IN ('public', ${college}, ${own})`
  if (kind === 'member_with_aliases') return sql`p.audience IN (SELECT value FROM json_each(${own}))`
  return sql`${raw(`p.${AUDIENCES[kind]}`)}`
}

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

const audiencesOfHidden = sqlStatement(
  `SELECT audience FROM post_counts WHERE facet = 'all' AND value = '' AND ${AUDIENCES.shadow_banned} AND count > 0`,
  { returns: pick(postCounts, 'audience') },
)

const loadHidden = () =>
  new Set(
    audiencesOfHidden(storage.reader)
      .all()
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
