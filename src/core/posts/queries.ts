import { posts } from '../../../db/schema/posts'
import {
  INTEGER,
  orNull,
  pick,
  type Raw,
  sqlStatement,
  sqlVariants,
  TEXT,
  TEXT_OR_INTEGER,
} from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Cursor } from '../../lib/cursor'
import { orderedIds } from '../../lib/ids'
import { COLUMNS, FILTER_PARAMS, type PostFilter } from './counts'
import { AUDIENCE_PARAMS, AUDIENCES, type Audience } from './feed-visibility'

// SQL text: the feed is the hottest query, and the builder has no INDEXED BY.

type SortBy = 'createdAt' | 'updatedAt' | 'views'

/** The shape of a list query: each combination is one text, prepared once. */
export type ListShape = {
  /** The first chooses the index; the others are checked within it. */
  filters: readonly (keyof PostFilter)[]
  sortBy: SortBy
  sortOrder: 'asc' | 'desc'
  audience: Audience
  /** Leaves out the authors in `$blocked`, a JSON array of ids; `deep` for pages far from the beginning. */
  withoutBlocked: false | 'near' | 'deep'
  /** Continues after the post of `$afterValue` and `$afterId`. */
  afterCursor?: boolean
}

/** The indexes of branches also hold the other filters, those of topics the college. */
const INDICES = { authorId: 'author', branchKey: 'branch', topic: 'topic', collegeId: 'college' } as const

const SORTS = {
  createdAt: { index: 'newest', column: 'p.created_at' },
  updatedAt: { index: 'updated', column: 'p.updated_at' },
  views: { index: 'viewed', column: 'p.views' },
} as const

const BLOCKED = 'author_id IN (SELECT value FROM json_each($blocked))'

/** Few posts have these states: their own index finds them, and filters and sorting run over its rows. */
const MODERATED = { banned: true, shadow_banned: true } as Partial<Record<Audience, true>>

type Selection = Pick<ListShape, 'filters' | 'audience'>

const indexName = ({ filters: [first], audience }: Selection, sort: string): string =>
  MODERATED[audience] ? 'posts_moderated' : ['posts', ...(first === undefined ? [] : [INDICES[first]]), sort].join('_')

const audienceCondition = (audience: Audience): string =>
  MODERATED[audience]
    ? `p.moderation_state = '${audience}' AND p.moderation_state <> 'active'`
    : `p.${AUDIENCES[audience]}`

const conditions = ({ filters, audience }: Selection): string =>
  [...filters.map((name) => `p.${COLUMNS[name]} = $${name}`), audienceCondition(audience)].join(' AND ')

/**
 * Leaves out posts of blocked authors: near the beginning by the author of each row; further on by the row numbers of
 * all their posts, collected first, which takes hundreds of microseconds for a busy author.
 */
const WITHOUT_BLOCKED = {
  near: `AND (p.author_id IS NULL OR NOT p.${BLOCKED})`,
  deep: `AND p.rowid NOT IN (SELECT rowid FROM posts blocked WHERE blocked.${BLOCKED})`,
} as const

/** The posts of a page: walks an index that holds filter, order and audience. */
export function pageText({ filters, sortBy, sortOrder, audience, withoutBlocked, afterCursor }: ListShape): string {
  const { index, column } = SORTS[sortBy]
  const blocked = withoutBlocked ? WITHOUT_BLOCKED[withoutBlocked] : ''
  const beyond = sortOrder === 'desc' ? '<' : '>'
  const after = afterCursor ? `AND (${column}, p.id) ${beyond} ($afterValue, $afterId)` : ''
  return `
  SELECT p.id, ${column} AS value FROM posts p INDEXED BY ${indexName({ filters, audience }, index)}
  WHERE ${conditions({ filters, audience })} ${blocked} ${after}
  ORDER BY ${column} ${sortOrder}, p.id ${sortOrder}
  LIMIT $limit OFFSET $offset`
}

/** How many posts of a list are by authors in `$blocked`; reads only those authors' posts, in a covering index. */
export const blockedCountText = (shape: Selection): string => `
  SELECT count(*) AS count FROM posts p INDEXED BY posts_author_newest WHERE p.${BLOCKED} AND ${conditions(shape)}`

const LIST_PARAMS = {
  ...FILTER_PARAMS,
  ...AUDIENCE_PARAMS,
  blocked: TEXT,
  afterValue: TEXT_OR_INTEGER,
  afterId: posts.id,
  limit: INTEGER,
  offset: INTEGER,
}
type ListParams = Partial<Raw<typeof LIST_PARAMS>>

const pages = sqlVariants(pageText, { returns: { id: posts.id, value: TEXT_OR_INTEGER }, params: LIST_PARAMS })
const counts = sqlVariants(blockedCountText, { returns: { count: INTEGER }, params: LIST_PARAMS })

export async function pageOfPosts(db: Connection, shape: ListShape, params: ListParams): Promise<Cursor[]> {
  return pages(db, shape).all(params)
}

export async function countBlockedPosts(db: Connection, shape: ListShape, params: ListParams): Promise<number> {
  return counts(db, shape).get(params)?.count ?? 0
}

/**
 * The key of a branch by its code, else by its name, in any case; else the text itself, as on posts without a known
 * branch.
 */
const branchKey = sqlStatement(
  `SELECT coalesce(
    (SELECT id FROM branches WHERE lower(code) = lower($text)),
    (SELECT id FROM branches WHERE lower(name) = lower($text)),
    lower($text)) AS key`,
  { returns: { key: TEXT }, params: { text: TEXT } },
)

export async function findBranchKey(db: Connection, text: string): Promise<string> {
  return branchKey(db).get({ text })?.key ?? text
}

/** By the primary key. */
const latestId = sqlStatement('SELECT max(id) AS id FROM posts WHERE id >= $from AND id < $until', {
  returns: { id: orNull(posts.id) },
  params: { from: TEXT, until: TEXT },
})

/** For a post that this transaction inserts. */
export const nextPostId = orderedIds((tx: Tx, minute) => latestId(tx).get(minute)?.id ?? null)

const INSERT = {
  ...pick(posts, 'id', 'authorId', 'collegeId', 'branch', 'branchId', 'title', 'content', 'topic', 'isPrivate'),
  now: posts.createdAt,
}
export type PostInsert = Raw<typeof INSERT>

const insert = sqlStatement(
  `INSERT INTO posts (id, author_id, college_id, branch, branch_id, title, content, topic, is_private, created_at, updated_at)
  VALUES ($id, $authorId, $collegeId, $branch, $branchId, $title, $content, $topic, $isPrivate, $now, $now)`,
  { params: INSERT },
)

export async function insertPost(tx: Tx, post: PostInsert): Promise<void> {
  insert(tx).run(post)
}

const UPDATE = {
  id: posts.id,
  title: orNull(posts.title),
  content: orNull(posts.content),
  topic: orNull(posts.topic),
  isPrivate: orNull(posts.isPrivate),
  now: posts.updatedAt,
}
export type PostUpdate = Raw<typeof UPDATE>

const update = sqlStatement(
  `UPDATE posts SET
    title = coalesce($title, title), content = coalesce($content, content), topic = coalesce($topic, topic),
    is_private = coalesce($isPrivate, is_private), updated_at = $now
  WHERE id = $id`,
  { params: UPDATE },
)

/** Changes the fields that are not null. */
export async function updatePost(tx: Tx, post: PostUpdate): Promise<void> {
  update(tx).run(post)
}

const view = sqlStatement('UPDATE posts SET views = views + $count WHERE id = $id', {
  params: { id: posts.id, count: INTEGER },
})

/** Returns whether the post exists. */
export async function addViews(tx: Tx, id: string, count: number): Promise<boolean> {
  return view(tx).run({ id, count }).changes > 0
}
