import { type Static, t } from 'elysia'
import { named, recordId, timestamp } from '../../lib/schema'

export const bookmarkRecord = named(
  'Bookmark',
  t.Object({ id: recordId, postId: recordId, userId: recordId, createdAt: timestamp }),
)

export type BookmarkRecord = Static<typeof bookmarkRecord>
