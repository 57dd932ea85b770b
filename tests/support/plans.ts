import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationsFolder } from '../../db/migrate'
import * as bookmarks from '../../src/forum/bookmarks/service'
import { commentsBy, countBy } from '../../src/forum/comments/by-author'
import * as threads from '../../src/forum/comments/lists'
import * as trees from '../../src/forum/comments/tree'
import { postRows } from '../../src/forum/posts/cache'
import { FACETS, totalOf } from '../../src/forum/posts/counts'
import * as lists from '../../src/forum/posts/list-queries'
import { marksOn } from '../../src/forum/posts/record'
import { ownAliases } from '../../src/parts/aliases/own-aliases'
import { agenda } from '../../src/parts/events/agenda'
import * as search from '../../src/parts/search/queries'
import { feedbackQueries, moderationQueries, reportQueries } from './moderation-plans'

export const PLANS = join(import.meta.dir, '../../db/plans')

/** What the planner knows of a large campus: rows of `sqlite_stat1`. */
export type Statistic = { tbl: string; idx: string | null; stat: string }

export const recordedStatistics = (): Statistic[] => JSON.parse(readFileSync(join(PLANS, 'statistics.json'), 'utf8'))

/** The schema without a row, and the planner as if there were millions. */
export function schemaWith(statistics: readonly Statistic[]): Database {
  const sqlite = new Database(':memory:', { strict: true })
  migrate(sqlite, migrationsFolder())
  // Makes the table of statistics, which only SQLite may.
  sqlite.run('ANALYZE')
  sqlite.run('DELETE FROM sqlite_stat1')
  const insert = sqlite.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  for (const { tbl, idx, stat } of statistics) insert.run(tbl, idx, stat)
  sqlite.run('ANALYZE sqlite_schema')
  return sqlite
}

/**
 * A list query in one of its variants; `walked`: the index that it may read from one end, for it stops after a page or
 * says what it costs; `sorts`: it groups or orders what it found, and says what that costs; or only `ties` of an exact time.
 */
export type ListQuery = {
  subject: string
  name: string
  variant: string
  text: string
  walked?: string
  sorts?: true | 'ties'
}

/** One of them, in the order of the words that name it. */
export const query = (
  subject: string,
  name: string,
  variant: string,
  text: string,
  more: Pick<ListQuery, 'walked' | 'sorts'> = {},
): ListQuery => ({ subject, name, variant, text, ...more })

const sorted = (does: boolean) => (does ? ({ sorts: true } as const) : {})
const inOrder = (is: boolean) => ({ sorts: is ? 'ties' : true }) as const
const after = (isAfterCursor: boolean) => (isAfterCursor ? ', after a cursor' : '')

/** Where a page before ended. */
const AFTER = { value: '', id: '' }

const VIEWERS = ['anyone', 'member', 'member_with_aliases', 'administrator'] as const
const AUDIENCES = [...VIEWERS, 'active', 'banned', 'shadow_banned', 'all'] as const
const RANKED = [...VIEWERS, 'shadow_banned'] as const
/** Few posts are in these states: what is found of them is sorted. */
const FEW: readonly string[] = ['banned', 'shadow_banned']
const ORDERS = ['desc', 'asc'] as const
/** The first chooses the index, and may be any of them. */
const FILTERS = [
  ...Object.values(FACETS),
  ['topic', 'branchKey'],
  ['collegeId', 'branchKey'],
  ['collegeId', 'topic'],
  ['topic', 'branchKey', 'collegeId'],
  ['collegeId', 'branchKey', 'topic'],
] as const
/** Behind a cursor every page is near. */
const NEAR = [false, 'near'] as const
const ANYWHERE = [...NEAR, 'deep'] as const
const BLOCKED = {
  false: '',
  near: ', without blocked authors',
  deep: ', without blocked authors on a deep page',
} as const

const isOfAuthor = (filters: readonly string[]) => filters.includes('authorId')

const SPAN = { limit: 1, offset: 0 }
type Kind = (typeof AUDIENCES)[number]

const viewersOf = (kind: Kind) => ({ kind })
const listOf = (filters: readonly lists.List['filters'][number][0][], kind: Kind, since?: string): lists.List => ({
  filters: filters.map((name) => [name, '']),
  viewers: viewersOf(kind),
  since,
})
const withoutOf = (blocked: (typeof ANYWHERE)[number]) => blocked && { authors: '[]', deep: blocked === 'deep' }

/** Lists of posts by hot, views and top: found among all posts, or sorted from those of a list; and the windows of top. */
function* rankedQueries(): Generator<ListQuery> {
  const subject = 'posts'
  for (const filters of Object.values(FACETS))
    for (const audience of RANKED)
      for (const withoutBlocked of ANYWHERE) {
        const by = `${filters.join(', ') || 'all'}, ${audience}${BLOCKED[`${withoutBlocked}`]}`
        const isFew = FEW.includes(audience)
        const list = listOf(filters, audience)
        const order = { sortOrder: 'desc', without: withoutOf(withoutBlocked) || undefined } as const
        const textOf = (more: Omit<lists.Order, keyof typeof order>, of = list) =>
          lists.pageOf(of, { ...order, ...more }, SPAN).text
        if (filters.length > 0 || isFew)
          yield query(subject, 'the newest of a list', by, lists.newestIn(list).text, sorted(isFew))
        for (const sortBy of ['hot', 'views', 'top'] as const) {
          if (filters.length > 0 || isFew)
            yield query(subject, `posts by ${sortBy}, sorted`, by, textOf({ sortBy, isSorted: true }), { sorts: true })
          // Few posts have one score; an author's are few, and always sorted.
          if (isFew || isOfAuthor(filters)) continue
          for (const afterCursor of [false, true])
            for (const belowHot of sortBy === 'hot' ? [false, true] : [false])
              yield query(
                subject,
                `posts by ${sortBy}${belowHot ? ', from a score' : ''}${after(afterCursor)}`,
                by,
                textOf({ sortBy, after: afterCursor ? AFTER : undefined, ...(belowHot ? { highest: 0 } : {}) }),
                { walked: `post_stats_${sortBy}`, sorts: true },
              )
        }
        if (withoutBlocked === 'deep') continue
        const window = listOf(filters, audience, '')
        const walked = filters.length === 0 ? { walked: 'posts_newest' } : {}
        const sortedText = textOf({ sortBy: 'top' }, window)
        yield query(subject, 'posts by top, sorted in a window', by, sortedText, { sorts: true, ...walked })
        yield query(subject, 'posts of a window, how many', by, lists.countIn(window).text)
      }
}

/** Every list query of the product, in every variant. */
export function* listQueries(): Generator<ListQuery> {
  for (const filters of FILTERS) {
    const by = filters.length === 0 ? 'posts' : `posts by ${filters.join(', ')}`
    for (const sortBy of ['createdAt', 'updatedAt'] as const)
      for (const afterCursor of [false, true])
        for (const sortOrder of ORDERS)
          for (const audience of AUDIENCES)
            for (const withoutBlocked of afterCursor ? NEAR : ANYWHERE)
              yield query(
                'posts',
                `${by}, sorted by ${sortBy}${after(afterCursor)}`,
                `${sortOrder}, ${audience}${BLOCKED[`${withoutBlocked}`]}`,
                lists.pageOf(
                  listOf(filters, audience),
                  {
                    sortBy,
                    sortOrder,
                    without: withoutOf(withoutBlocked) || undefined,
                    after: afterCursor ? AFTER : undefined,
                  },
                  SPAN,
                ).text,
                {
                  // By time, from a cursor on, it has to be found, not walked to. Few posts are edited.
                  ...(sortBy === 'updatedAt' && filters.length > 0 ? { walked: 'posts_edited' } : {}),
                  ...(filters.length === 0 && !(afterCursor && sortBy === 'createdAt')
                    ? { walked: 'posts_(newest|edited)' }
                    : {}),
                  ...sorted(FEW.includes(audience) || (sortBy === 'updatedAt' && isOfAuthor(filters))),
                },
              )
  }
  yield* rankedQueries()
  for (const [facet, filters] of Object.entries(FACETS))
    for (const audience of AUDIENCES) {
      const blocked = lists.blockedIn(listOf(filters, audience), '[]').text
      yield query('posts', `posts of blocked authors in ${facet}`, audience, blocked)
      const total = totalOf(viewersOf(audience), Object.fromEntries(filters.map((name) => [name, '']))).text
      yield query('posts', `total of ${facet}`, audience, total)
    }
  for (const scope of ['post', 'top', 'replies'] as const) {
    for (const sortBy of ['createdAt', 'updatedAt', 'best', 'top'] as const)
      for (const afterCursor of [false, true])
        for (const sortOrder of ORDERS)
          for (const filter of ['visible', 'all', 'active', 'banned', 'shadow_banned'] as const)
            yield query(
              'comments',
              `comments of ${scope}, sorted by ${sortBy}${after(afterCursor)}`,
              `${sortOrder}, ${filter}`,
              threads.pageOfComments(
                '',
                { scope, filter, under: '' },
                { sortBy, sortOrder, after: afterCursor ? AFTER : undefined },
                SPAN,
              ).text,
              // A thread is in the order of writing; in any other, what is found is sorted.
              inOrder(scope !== 'replies' && sortBy === 'createdAt'),
            )
    for (const filter of ['all', 'active', 'banned'] as const)
      yield query(
        'comments',
        `count of comments of ${scope}`,
        filter,
        threads.countOfComments({ scope, filter, under: '' }).text,
      )
  }
  yield* treeQueries()
  for (const readers of ['member', 'member_with_aliases', 'administrator'] as const) {
    yield query('bookmarks', 'bookmarked posts', readers, bookmarks.pageOfBookmarked('', viewersOf(readers), 1, 0).text)
    yield query(
      'bookmarks',
      'count of bookmarked posts',
      readers,
      bookmarks.countOfBookmarked('', viewersOf(readers)).text,
    )
  }
  for (const isAfterCursor of [false, true]) {
    const variant = isAfterCursor ? 'after a cursor' : 'newest first'
    // Those of one moment.
    yield query(
      'aliases',
      'own aliases',
      variant,
      ownAliases('', { limit: 1, offset: 0 }, isAfterCursor ? AFTER : undefined).text,
      { sorts: true },
    )
    const by = commentsBy('', '', isAfterCursor ? AFTER : undefined, SPAN).text
    yield query('comments', 'comments of one author', variant, by, { sorts: true })
  }
  yield query('comments', 'count of own comments', 'all', countBy('').text)
  yield query('posts', 'the posts of a page', 'all', postRows([]).text)
  yield query('posts', 'votes and bookmarks of a viewer', 'all', marksOn('', []).text)
  yield* searchQueries()
  yield* reportQueries()
  yield* feedbackQueries()
  yield* moderationQueries()
}

/** By its words; the full-text index itself tells the planner nothing. And the agenda. */
function* searchQueries(): Generator<ListQuery> {
  const subject = 'search'
  const BOTH = [false, true] as const
  for (const type of ['posts', 'comments'] as const) {
    for (const audience of [...VIEWERS, 'all'] as const)
      for (const hasBlocked of BOTH)
        for (const isNarrowed of BOTH) {
          const narrowed = isNarrowed ? { topic: '', branchKey: '', times: { from: 0, until: 0 } } : {}
          const blocked = hasBlocked ? '[]' : undefined
          const reader = search.readerOf(type, { kind: audience }, { ...narrowed, blocked })
          const { text } = search.matches(reader, '', 1)
          const variant = `${audience}${isNarrowed ? ', topic, branch and times' : ''}${hasBlocked ? BLOCKED.near : ''}`
          yield query(subject, `${type} with some words`, variant, text)
        }
    yield query(subject, `texts of ${type}`, 'all', search.markedTexts(type, '', []).text)
    yield query(subject, `words of ${type} from some letters on`, 'all', search.nextWord(type, '', '').text)
    yield query(subject, `first row number of ${type} from a time on`, 'all', search.firstNumber(type, '').text)
  }
  for (const audience of VIEWERS)
    for (const hasBlocked of BOTH)
      for (const afterCursor of BOTH) {
        const blocked = new Set(hasBlocked ? [''] : [])
        const seen = { viewers: { kind: audience }, blocked, from: '', until: '', limit: 1 }
        const { text } = agenda({ ...seen, after: afterCursor ? AFTER : undefined })
        const variant = `${audience}${hasBlocked ? BLOCKED.near : ''}`
        yield query('posts', `agenda${after(afterCursor)}`, variant, text)
      }
}

function* treeQueries(): Generator<ListQuery> {
  for (const sort of ['new', 'old', 'best', 'top'] as const)
    for (const filter of ['visible', 'all'] as const) {
      const isByTime = threads.COMMENT_SORTS[sort].sortBy === 'createdAt'
      yield query('comments', 'thread', `${sort}, ${filter}`, trees.threadOf('', sort, filter).text, inOrder(isByTime))
    }
  yield query('comments', 'comments of a tree', 'all', trees.commentsOf('', '', []).text)
}

type Step = { id: number; parent: number; detail: string }

/** The plan, a step a line, each beneath the one that it is part of. What is bound does not matter to it. */
export function planOf(sqlite: Database, text: string) {
  const depths = new Map([[0, 0]])
  // An explanation is not reset after its last row: left open, it would hold a connection to what it saw then.
  using explained = sqlite.prepare<Step, []>(`EXPLAIN QUERY PLAN ${text.replace(/\$\w+/g, 'NULL')}`)
  return explained.all().map(({ id, parent, detail }) => {
    const depth = depths.get(parent) ?? 0
    depths.set(id, depth + 1)
    return `${'  '.repeat(depth)}${detail}`
  })
}

/** A page, a list that was bound, and the rows of an FTS5 table that have the words, or the words from one on. */
const BOUNDED_SCAN =
  /^SCAN (page|found|CONSTANT ROW|json_each VIRTUAL TABLE.*|\w+_search VIRTUAL TABLE INDEX \d+:.*M.*|\w+_words VIRTUAL TABLE INDEX [1-9]\d*:)$/

/** Steps that read a whole table or sort. A page that was chosen, and a list that was bound, are small. */
export function faultsIn(plan: readonly string[], walked?: string, sorts: ListQuery['sorts'] | false = false) {
  return plan
    .map((step) => step.trim())
    .filter((step) => {
      if (sorts && step === 'USE TEMP B-TREE FOR LAST TERM OF ORDER BY') return false
      if (sorts === true && /^USE TEMP B-TREE FOR (GROUP|ORDER) BY$/.test(step)) return false
      if (/TEMP B-TREE|^BLOOM FILTER ON|AUTOMATIC/.test(step)) return true
      if (!/^SCAN/.test(step) || BOUNDED_SCAN.test(step)) return false
      return walked === undefined || !new RegExp(` USING (COVERING )?INDEX ${walked}$`).test(step)
    })
}

/** The plans of the queries as they are kept: a text for each subject, queries that differ in nothing in one entry. */
export function describePlans(sqlite: Database): Map<string, string> {
  const subjects = new Map<string, Map<string, Map<string, string[]>>>()
  for (const { subject, name, variant, text } of listQueries()) {
    const names = subjects.get(subject) ?? new Map<string, Map<string, string[]>>()
    subjects.set(subject, names)
    const plans = names.get(name) ?? new Map<string, string[]>()
    names.set(name, plans)
    const plan = planOf(sqlite, text)
      .map((step) => `    ${step}`)
      .join('\n')
    plans.set(plan, [...(plans.get(plan) ?? []), variant])
  }
  return new Map([...subjects].map(([subject, names]) => [subject, `${[...names].map(entry).join('\n\n')}\n`]))
}

const entry = ([name, plans]: [string, Map<string, string[]>]) =>
  [...plans]
    .map(([plan, variants]) => `${name}${plans.size === 1 ? '' : `\n  ${variants.join('; ')}`}\n${plan}`)
    .join('\n')
