import { postCounts } from '../../../db/schema/posts'
import { FLAG, sqlStatement } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { blockedUserIds } from '../access/blocks'
import { type ViewerOverrides, viewerOverrides } from './cache'
import { audienceOf } from './counts'
import type { Reader } from './visibility'

/** What a reader finds in lists. */
export type FeedVisibility = {
  /** The same for readers who find the same, blocked authors aside. */
  audience: string
  /** The same for readers who find the same. */
  key: string
  /** With whom the reader has a block relation. */
  blocked: ReadonlySet<string>
}

export const NO_BLOCKS: ReadonlySet<string> = new Set()

/** By the primary key. */
const hiddenPostOfAuthor = sqlStatement(
  "SELECT 1 AS found FROM post_counts WHERE facet = 'all' AND value = '' AND audience = $audience AND count > 0",
  { returns: { found: FLAG }, params: { audience: postCounts.audience } },
)

let serial = 0

async function load(id: string): Promise<ViewerOverrides> {
  const db = storage.reader
  const blocked = new Set(await blockedUserIds(db, id))
  const ownHidden = hiddenPostOfAuthor(db).get({ audience: `author:${id}` }) !== undefined
  return { blocked, ownHidden, serial: ++serial }
}

/** Most readers of a college find the same: they have no block relation, and no shadow-banned post. */
export async function feedVisibility(reader: Reader): Promise<FeedVisibility> {
  const { kind } = audienceOf(reader)
  if (reader === null) return { audience: kind, key: kind, blocked: NO_BLOCKS }
  const own = await viewerOverrides.get(reader.id, () => load(reader.id))
  const member = own.ownHidden ? `author ${reader.id}` : `college ${reader.collegeId}`
  const audience = kind === 'administrator' ? kind : member
  return { audience, key: own.blocked.size === 0 ? audience : `${audience} ${own.serial}`, blocked: own.blocked }
}
