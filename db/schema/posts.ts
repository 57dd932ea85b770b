import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, text } from 'drizzle-orm/sqlite-core'
import { branches, colleges } from './colleges'
import { counter, idOf, idOrNull, known, number, off, oneOf, sqliteTable, string, times, word } from './columns'
import { users } from './users'

/** Which viewers see the post in lists, as one value, so that an index with it serves every audience. */
const AUDIENCE = sql`case moderation_state
  when 'active' then case is_private when 0 then 'public' else 'college:' || college_id end
  when 'shadow_banned' then 'author:' || coalesce(author_id, '')
  else 'none' end`

/** Counted upvotes minus counted downvotes: those of banned accounts are shown and do not rank. */
const TOP_SCORE = sql`upvote_count - uncounted_upvotes - downvote_count + uncounted_downvotes`

/** Of a post or a comment. */
export const voteCounts = () => ({
  upvoteCount: counter(),
  downvoteCount: counter(),
  /** How many of these votes are by banned accounts. */
  uncountedUpvotes: counter(),
  uncountedDownvotes: counter(),
  topScore: integer().generatedAlwaysAs(TOP_SCORE, { mode: 'virtual' }),
})

/** What its author writes of a post, also of one that waits to appear. */
export const written = () => ({
  title: string(),
  content: string(),
  topic: string(),
  /** Of an event: when it begins, a whole minute in UTC, and where. Only posts of the topic of events have these. */
  startsAt: text(),
  place: text(),
  isPrivate: off(),
  isQuestion: off(),
  courseId: text(),
  pictureId: text(),
  /** What the picture shows, for those who do not see it. */
  pictureAlt: text(),
  /** Options and hours, as JSON. */
  poll: text(),
})
export const WRITTEN = Object.keys(written()) as (keyof ReturnType<typeof written>)[]

export const posts = sqliteTable(
  'posts',
  {
    /** As the search index knows it; never given again. */
    key: integer().primaryKey({ autoIncrement: true }),
    id: string().unique(),
    /** Null when the author's account was deleted and the post had comments, and of an official post. */
    authorId: idOrNull(() => users.id, 'restrict'),
    /** College and branch of the author, for privacy and filters. */
    collegeId: idOf(() => colleges.id, 'restrict'),
    branch: string(),
    branchId: idOrNull(() => branches.id, 'restrict'),
    /** For filters: the id of the branch, or its text where the instance has no such branch. */
    branchKey: text().generatedAlwaysAs(sql`coalesce(branch_id, lower(branch))`, { mode: 'virtual' }),
    ...written(),
    /** Of a question: the comment that its author marked. */
    answerId: text(),
    /** Spoken for the moderators: the audit log alone knows by whom. */
    isOfficial: off(),
    moderationState: oneOf(['active', 'banned', 'shadow_banned'], 'active'),
    audience: text().generatedAlwaysAs(AUDIENCE, { mode: 'virtual' }),
    ...times(),
  },
  (table) => [
    index('posts_newest').on(table.createdAt, table.id, table.audience),
    /** By their last change; the others are where they were published. */
    index('posts_edited').on(table.updatedAt, table.id, table.audience).where(sql`updated_at <> created_at`),
    index('posts_topic_newest').on(table.topic, table.createdAt, table.id, table.audience),
    index('posts_college_newest').on(table.collegeId, table.createdAt, table.id, table.audience),
    index('posts_branch_newest').on(table.branchKey, table.createdAt, table.id, table.audience),
    index('posts_author_newest').on(table.authorId, table.createdAt, table.id, table.audience),
    index('posts_course_newest')
      .on(table.courseId, table.createdAt, table.id, table.audience)
      .where(sql`course_id is not null`),
    /** The agenda. */
    index('posts_events').on(table.startsAt, table.id, table.audience).where(sql`starts_at is not null`),
    /** The few posts that administrators filter by moderation state. */
    index('posts_moderated')
      .on(table.moderationState, table.createdAt, table.id)
      .where(sql`moderation_state <> 'active'`),
    check('posts_private_flag', sql`${table.isPrivate} in (0, 1)`),
    check(
      'posts_question',
      sql`${table.isQuestion} in (0, 1) and (${table.answerId} is null or ${table.isQuestion} = 1)`,
    ),
    check('posts_official', sql`${table.isOfficial} = 0 or ${table.authorId} is null`),
    known('posts_state', table.moderationState),
  ],
)

/** The id of a post with which the row goes. */
export const ofPost = () => idOrNull(() => posts.id)
export const postKey = () => number().references(() => posts.key, { onDelete: 'cascade' })

/** What changes often of a post, apart from what is long. A cascade deletes it; forum/posts/stats.ts does all else. */
export const postStats = sqliteTable(
  'post_stats',
  {
    post: postKey().primaryKey(),
    views: counter(),
    ...voteCounts(),
    /** Comments that are neither deleted nor removed. */
    commentsCount: counter(),
    /** The visible thread: those comments, and the placeholders that have replies. */
    threadCount: counter(),
    threadTopCount: counter(),
    /** Written when it changes, which few votes do (forum/posts/stats.ts). */
    hotScore: number(),
  },
  (table) => [
    index('post_stats_hot').on(table.hotScore),
    index('post_stats_views').on(table.views),
    index('post_stats_top').on(table.topScore),
    check('post_stats_counts', sql`${table.views} >= 0 and ${table.upvoteCount} >= 0 and ${table.downvoteCount} >= 0`),
    check(
      'post_stats_thread',
      sql`${table.commentsCount} between 0 and ${table.threadCount} and ${table.threadTopCount} between 0 and ${table.threadCount}`,
    ),
  ],
)

/** The list totals: how many posts each audience sees in each list. WITHOUT ROWID, by its migration. */
export const postCounts = sqliteTable(
  'post_counts',
  {
    facet: word([
      'all',
      'branch',
      'topic',
      'college',
      'branch topic',
      'branch college',
      'topic college',
      'branch topic college',
      'author',
    ]),
    /** The value of the filter: empty for `all`, a JSON array for several. */
    value: string(),
    audience: string(),
    count: counter(),
  },
  (table) => [
    primaryKey({ columns: [table.facet, table.value, table.audience] }),
    check('post_counts_count', sql`${table.count} >= 0`),
  ],
)

/** Posts that moderators put above the feed, or above the posts of their topic. Few: `forum/posts/pins.ts`. */
export const pinnedPosts = sqliteTable(
  'pinned_posts',
  {
    postId: ofPost().primaryKey(),
    place: word(['campus', 'topic']),
    pinnedAt: string(),
  },
  (table) => [known('pinned_posts_place', table.place)],
)

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

/**
 * Accounts, and posts with long threads, that are being deleted in steps. The last step deletes the row with what it
 * names.
 */
export const deletions = sqliteTable(
  'deletions',
  {
    subject: word(['account', 'post']),
    id: string(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.id] }), known('deletions_subject', table.subject)],
)
