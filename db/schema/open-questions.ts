import { index, integer, text } from 'drizzle-orm/sqlite-core'
import { sqliteTable, string } from './columns'
import { posts } from './posts'

/** Questions without an answer, with what lists know of a post; forum/posts/questions.ts keeps it. */
export const openQuestions = sqliteTable(
  'open_questions',
  {
    /** Of the post. */
    key: integer()
      .primaryKey()
      .references(() => posts.key, { onDelete: 'cascade' }),
    id: string(),
    authorId: text(),
    collegeId: string(),
    branchKey: string(),
    topic: string(),
    courseId: text(),
    audience: string(),
    createdAt: string(),
    updatedAt: string(),
  },
  (table) => [index('open_questions_newest').on(table.createdAt, table.id, table.audience)],
)
