import { postCounts } from '../../../db/schema/posts'
import { FLAG, sqlStatement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { blockedUserIds } from '../access/blocks'
import { type ViewerOverrides, viewerOverrides } from './cache'
import { viewerAudience } from './counts'
import type { AnyViewer } from './visibility'

/** Which posts lists show to a viewer. */
export type FeedVisibility = {
  /** Equal for viewers who see the same posts, block relations aside. */
  audience: string
  /** Equal for viewers who see the same posts. */
  key: string
  /** Users with a block relation with the viewer. */
  blocked: ReadonlySet<string>
}

export const NO_BLOCKS: ReadonlySet<string> = new Set()

const hiddenPostOfAuthor = sqlStatement(
  "SELECT 1 AS found FROM post_counts WHERE facet = 'all' AND value = '' AND audience = $audience AND count > 0",
  { returns: { found: FLAG }, params: { audience: postCounts.audience } },
)

let serial = 0

async function loadOverrides(id: string): Promise<ViewerOverrides> {
  const db = storage.reader
  const blocked = new Set(await blockedUserIds(db, id))
  const ownHidden = hiddenPostOfAuthor(db).get({ audience: `author:${id}` }) !== undefined
  return { blocked, ownHidden, serial: ++serial }
}

/** Most viewers of a college see the same posts: they have no block relation and no shadow-banned post. */
export async function feedVisibility(viewer: AnyViewer): Promise<FeedVisibility> {
  const { kind } = viewerAudience(viewer)
  if (viewer === null) return { audience: kind, key: kind, blocked: NO_BLOCKS }
  const overrides = await viewerOverrides.get(viewer.id, () => loadOverrides(viewer.id))
  const memberAudience = overrides.ownHidden ? `author ${viewer.id}` : `college ${viewer.collegeId}`
  const audience = kind === 'administrator' ? kind : memberAudience
  return {
    audience,
    key: overrides.blocked.size === 0 ? audience : `${audience} ${overrides.serial}`,
    blocked: overrides.blocked,
  }
}
