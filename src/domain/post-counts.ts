import { sqlStatement } from '../../db/statement'
import type { Connection, Tx } from '../../db/storage'
import { Cache } from '../services/cache'
import { isAdministrator } from './accounts'
import { postsMoved } from './kept-posts'
import type { StateAsked } from './states'
import type { Reader } from './visibility'

/** A list that `post_counts` keeps the totals of: one filter or none. */
export type Facet = 'all' | 'topic' | 'college' | 'branch' | 'author'

const FACET_VALUES: Record<Facet, string> = {
  all: "''",
  topic: 'p.topic',
  college: 'p.college_id',
  branch: 'p.branch_key',
  author: 'p.author_id',
}

/** The lists that each post is in, a row each; `where` picks posts as `p`. */
const listedPosts = (where: string): string =>
  Object.entries(FACET_VALUES)
    .map(
      ([facet, value]) => `
  SELECT '${facet}' AS facet, ${value} AS value, p.audience AS audience, 1 AS count
  FROM posts p WHERE ${where} AND ${value} IS NOT NULL`,
    )
    .join(' UNION ALL ')

/** How often each audience finds posts in each list, counted anew. */
export const countedPosts = (where: string): string => `
  SELECT facet, value, audience, count(*) AS count FROM (${listedPosts(where)}) GROUP BY 1, 2, 3`

const subtract = (listed: string): string => `
  UPDATE post_counts SET count = post_counts.count - listed.count
  FROM (${listed}) listed
  WHERE post_counts.facet = listed.facet AND post_counts.value = listed.value AND post_counts.audience = listed.audience`

const add = (listed: string): string => `
  INSERT INTO post_counts (facet, value, audience, count) SELECT * FROM (${listed}) WHERE true
  ON CONFLICT (facet, value, audience) DO UPDATE SET count = post_counts.count + excluded.count`

type Which = { key: string }
/** One post is once in each of its lists, which need no grouping: that takes a fifth of the time. */
const BY = { id: listedPosts('p.id = $key'), authorId: countedPosts('p.author_id = $key') } as const
const subtracting = {
  id: sqlStatement<never, Which>(subtract(BY.id)),
  authorId: sqlStatement<never, Which>(subtract(BY.authorId)),
}
const adding = {
  id: sqlStatement<never, Which>(add(BY.id)),
  authorId: sqlStatement<never, Which>(add(BY.authorId)),
}

/**
 * Runs `change` and keeps the totals in step with it. Whatever makes, removes or moves posts between lists (topic,
 * branch, privacy, moderation state, author) goes through here, for one post or for all of an author's.
 */
export async function keepingPostCounts<T>(
  tx: Tx,
  which: { id: string } | { authorId: string },
  change: () => Promise<T>,
): Promise<T> {
  const by = 'id' in which ? 'id' : 'authorId'
  const key = 'id' in which ? which.id : which.authorId
  subtracting[by](tx).run({ key })
  const changed = await change()
  adding[by](tx).run({ key })
  tx.afterCommit(() => combinations.clear())
  postsMoved(tx, which)
  return changed
}

const forget = sqlStatement<never, { authorId: string }>(
  "DELETE FROM post_counts WHERE facet = 'author' AND value = $authorId",
)

/** For an account that goes, once it has no posts: its id stays nowhere. */
export async function forgetCountsOf(tx: Tx, authorId: string): Promise<void> {
  forget(tx).run({ authorId })
}

/** What of `p.audience` the reader finds in lists, as SQL and its parameters; administrators may ask for one state. */
export function audienceOf(reader: Reader, state?: StateAsked): { kind: Audience; params: Record<string, string> } {
  if (reader === null) return { kind: 'anyone', params: {} }
  if (isAdministrator(reader)) return { kind: state ?? 'administrator', params: {} }
  return { kind: 'member', params: { college: `college:${reader.collegeId}`, own: `author:${reader.id}` } }
}

/**
 * Administrators see a shadow-banned post in lists as its author does; a banned one they find by id or state. An active
 * post is its college's or public.
 */
export const AUDIENCES = {
  anyone: "audience = 'public'",
  member: "audience IN ('public', $college, $own)",
  administrator: "audience <> 'none'",
  active: "audience GLOB '[cp]*'",
  banned: "audience = 'none'",
  shadow_banned: "audience GLOB 'author:*'",
  all: 'audience IS NOT NULL',
} as const satisfies Record<StateAsked, string> & Record<string, string>

export type Audience = keyof typeof AUDIENCES

type Total = { total: number | null }
const total = (audience: string) =>
  sqlStatement<Total, Record<string, string>>(
    `SELECT sum(count) AS total FROM post_counts WHERE facet = $facet AND value = $value AND ${audience}`,
  )
const totals = {
  anyone: total(AUDIENCES.anyone),
  member: total(AUDIENCES.member),
  administrator: total(AUDIENCES.administrator),
  active: total(AUDIENCES.active),
  banned: total(AUDIENCES.banned),
  shadow_banned: total(AUDIENCES.shadow_banned),
  all: total(AUDIENCES.all),
}

/** How many posts the reader finds in a list of one filter or none, block relations aside. By the primary key. */
export async function postTotal(
  db: Connection,
  { kind, params }: ReturnType<typeof audienceOf>,
  facet: Facet,
  value: string,
): Promise<number> {
  return totals[kind](db).get({ ...params, facet, value })?.total ?? 0
}

const combinations = new Cache<string, { total: number }>(2000)

/** A total over several filters: counted, and kept until the next write that changes what a list holds. */
export async function combinedTotal(key: string, count: () => Promise<number>): Promise<number> {
  const { total } = await combinations.get(key, async () => ({ total: await count() }))
  return total
}
