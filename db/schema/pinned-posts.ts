import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ofPost } from './posts'

/** Posts that moderators put above the feed, or above the posts of their topic. Few: `core/posts/pins.ts`. */
export const pinnedPosts = sqliteTable(
  'pinned_posts',
  {
    postId: ofPost().primaryKey(),
    place: text({ enum: ['campus', 'topic'] }).notNull(),
    pinnedAt: text('pinned_at').notNull(),
  },
  (table) => [check('pinned_posts_place', sql`${table.place} in ('campus', 'topic')`)],
)
