import { type Static, t } from 'elysia'
import { named, timestamp } from '../../lib/schema'

export const bookmarkRecord = named(
  'Bookmark',
  t.Object({ id: t.String(), postId: t.String(), userId: t.String(), createdAt: timestamp }),
)

export type BookmarkRecord = Static<typeof bookmarkRecord>
