import { posts } from '../../../db/schema/posts'
import { countRows, type Query, raw, sql } from '../../../db/sql'
import { INTEGER, pick, TEXT, TEXT_OR_INTEGER } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { config } from '../../config'
import type { Cursor } from '../../lib/text/cursor'
import { COLUMNS, type PostFilter } from './counts'
import { type Audience, audienceOf, type Viewers } from './visibility'

// Lists of posts as SQL: lists.ts decides which of them to ask.

export const SORT_WORDS = ['createdAt', 'updatedAt', 'views', 'hot', 'top'] as const
export type SortBy = (typeof SORT_WORDS)[number]

/** The posts of a list. */
export type List = {
  /** The first chooses the index; the others are checked within it. */
  filters: readonly (readonly [name: keyof PostFilter, value: string])[]
  viewers: Viewers
  since?: string | undefined
  /** Questions without an answer, which have a table of their own. */
  isOpen?: boolean
}

/** In which order they come, and from where on. */
export type Order = {
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  /** A JSON array of authors to leave out: `deep` for pages far from the beginning. */
  without?: { authors: string; deep: boolean } | undefined
  after?: Cursor | undefined
  /** For `hot`: begins at this score. */
  highest?: number
  /** For the orders of `WALKED`: reads all posts of the list and sorts them. */
  isSorted?: boolean
}

export type Span = { limit: number; offset: number }

const SORTS = {
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  views: 's.views',
  hot: 's.hot_score',
  top: 's.top_score',
} as const

/** Where posts of all lists are found in an order. A window is read and sorted. */
const WALKED: Partial<Record<SortBy, string>> = {
  hot: 'post_stats_hot',
  views: 'post_stats_views',
  top: 'post_stats_top',
}

export const isWalked = ({ since, isOpen }: List, sortBy: SortBy): boolean =>
  sortBy in WALKED && since === undefined && !isOpen

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
export const isModerated = (kind: Audience): kind is 'banned' | 'shadow_banned' =>
  kind === 'banned' || kind === 'shadow_banned'

/** The posts, by the index that finds those of a list, newest first. */
function found({ filters: [first], viewers, isOpen }: List): string {
  if (isOpen) return 'open_questions p'
  if (isModerated(viewers.kind)) return 'posts p INDEXED BY posts_moderated'
  // By the first filter; any other is looked up in the posts.
  return `posts p INDEXED BY posts_${first === undefined ? '' : COLUMNS[first[0]].replace(/(?:_id|_key)?$/, '_')}newest`
}

/** Where the posts of a list are read: all that are found, or in their order, among the others. */
function source(list: List, { sortBy, isSorted }: Order): string {
  if (isWalked(list, sortBy) && !isSorted)
    return `post_stats s INDEXED BY ${WALKED[sortBy]} CROSS JOIN posts p ON p.key = s.post`
  return SORTS[sortBy].startsWith('s.') ? `${found(list)} CROSS JOIN post_stats s ON s.post = p.key` : found(list)
}

const NOTHING = sql``

const isInList = ({ filters, viewers, since, isOpen }: List): Query<never> => sql`
  ${filters.reduce((others, [name, value]) => sql`${others} p.${raw(COLUMNS[name])} = ${value} AND`, NOTHING)}
  ${
    isModerated(viewers.kind) && !isOpen
      ? sql`p.moderation_state = ${raw(`'${viewers.kind}'`)} AND p.moderation_state <> 'active'`
      : audienceOf(viewers)
  }
  ${since === undefined ? NOTHING : sql`AND p.created_at >= ${since}`}`

/**
 * Leaves out posts of blocked authors: near the beginning by the author of each row; further on by the row numbers of
 * all their posts, collected first, which takes hundreds of microseconds for a busy author.
 */
const isByOthers = ({ authors, deep }: { authors: string; deep: boolean }): Query<never> =>
  deep
    ? sql`p.rowid NOT IN (
        SELECT rowid FROM posts blocked WHERE blocked.author_id IN (SELECT value FROM json_each(${authors})))`
    : sql`(p.author_id IS NULL OR NOT p.author_id IN (SELECT value FROM json_each(${authors})))`

/**
 * The posts of a page: walks indexes, but for a window of `top`, which it sorts. Most posts are never changed: those that
 * were are merged into the others.
 */
export function pageOf(list: List, order: Order, { limit, offset }: Span) {
  const { sortBy, sortOrder, without, after, highest } = order
  const walk = (from: string, sort: string, which: Query<never> = NOTHING) => sql`
    SELECT p.id, ${raw(sort)} AS value FROM ${raw(from)} WHERE ${isInList(list)} ${which}
      ${without === undefined ? NOTHING : sql`AND ${isByOthers(without)}`}
      ${highest === undefined ? NOTHING : sql`AND s.hot_score <= ${highest}`}
      ${
        after === undefined
          ? NOTHING
          : sql`AND (${raw(sort)}, p.id) ${raw(sortOrder === 'desc' ? '<' : '>')} (${after.value}, ${after.id})`
      }`
  const isMerged =
    sortBy === 'updatedAt' && !list.isOpen && list.filters[0]?.[0] !== 'authorId' && !isModerated(list.viewers.kind)
  const walks = isMerged
    ? sql`${walk('posts p INDEXED BY posts_edited', SORTS.updatedAt, sql`AND p.updated_at <> p.created_at`)}
      UNION ALL ${walk(found(list), SORTS.createdAt, sql`AND p.updated_at = p.created_at`)}`
    : walk(source(list, order), SORTS[sortBy])
  const direction = raw(sortOrder)
  return sql({ id: posts.id, value: TEXT_OR_INTEGER })`
    ${walks} ORDER BY value ${direction}, id ${direction} LIMIT ${limit} OFFSET ${offset}`
}

/** How many posts of a list are by these authors; reads only those authors' posts. */
export const blockedIn = (list: List, authors: string) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM ${raw(list.isOpen ? found(list) : 'posts p INDEXED BY posts_author_newest')}
  WHERE p.author_id IN (SELECT value FROM json_each(${authors})) AND ${isInList(list)}`

/** When the newest post of a list was published: the first entry in the index of its newest. */
export const newestIn = (list: List) => sql(pick(posts, 'createdAt'))`
  SELECT p.created_at AS createdAt FROM ${raw(found(list))} WHERE ${isInList(list)} ORDER BY p.created_at DESC LIMIT 1`

/** How many posts of a list its window has, in the index of the newest. */
export const countIn = (list: List) => sql({ count: INTEGER })`
  SELECT count(*) AS count FROM ${raw(found(list))} WHERE ${isInList(list)}`

/**
 * The key of a branch by its code, else by its name, in any case; else the text itself, as on posts without a known
 * branch.
 */
export const findBranchKey = (db: Connection, text: string): string =>
  sql({ key: TEXT })`
    SELECT coalesce(
      (SELECT id FROM branches WHERE lower(code) = lower(${text})),
      (SELECT id FROM branches WHERE lower(name) = lower(${text})),
      lower(${text})) AS key`.get(db)?.key ?? text

/**
 * Whether so few of a branch have written in a course that a list of it could single one out. A name for one thread does
 * not count: the moment at which it makes a group large enough would tell whose it is.
 */
export const areFew = (db: Connection, courseId: string, branchKey: string): boolean =>
  countRows(
    db,
    sql`FROM (
      SELECT DISTINCT p.author_id FROM posts p INDEXED BY posts_course_newest CROSS JOIN users u ON u.id = p.author_id
      WHERE p.course_id = ${courseId} AND p.branch_key = ${branchKey} AND p.audience = 'public' AND u.status <> 'ALIAS'
      LIMIT ${config.minGroup})`,
  ) < config.minGroup
