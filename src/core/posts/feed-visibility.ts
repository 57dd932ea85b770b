import { postCounts } from '../../../db/schema/posts'
import { FLAG, sqlStatement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { blockedUserIds } from '../access/blocks'
import { type ViewerOverrides, viewerOverrides } from './cache'
import { readerAudience } from './counts'
import type { Reader } from './visibility'

/** Which posts lists show to a reader. */
export type FeedVisibility = {
  /** Equal for readers who see the same posts, block relations aside. */
  audience: string
  /** Equal for readers who see the same posts. */
  key: string
  /** Users with a block relation with the reader. */
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

/** Most readers of a college see the same posts: they have no block relation and no shadow-banned post. */
export async function feedVisibility(reader: Reader): Promise<FeedVisibility> {
  const { kind } = readerAudience(reader)
  if (reader === null) return { audience: kind, key: kind, blocked: NO_BLOCKS }
  const overrides = await viewerOverrides.get(reader.id, () => loadOverrides(reader.id))
  const memberAudience = overrides.ownHidden ? `author ${reader.id}` : `college ${reader.collegeId}`
  const audience = kind === 'administrator' ? kind : memberAudience
  return {
    audience,
    key: overrides.blocked.size === 0 ? audience : `${audience} ${overrides.serial}`,
    blocked: overrides.blocked,
  }
}
