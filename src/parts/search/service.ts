import { randomInt } from 'node:crypto'
import { posts } from '../../../db/schema/posts'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { searchUsers } from '../../campus/accounts/search-users'
import { refuse } from '../../errors'
import { commentRow, toRecord } from '../../forum/comments/record'
import { commentById } from '../../forum/comments/visibility'
import { findTopic } from '../../forum/posts/fields'
import { findBranchKey } from '../../forum/posts/list-queries'
import { auditListed, postRecords } from '../../forum/posts/record'
import {
  type AnyViewer,
  auditPrivateReads,
  feedVisibility,
  type PostFacts,
  postFacts,
  threadAccess,
  type Viewers,
  viewerAudience,
} from '../../forum/posts/visibility'
import { isAdministrator, type Viewer } from '../../ground/access/account'
import type { Subject } from '../../ground/search-index'
import { topics } from '../../ground/settings/settings'
import { firstIdAt } from '../../lib/crypto/ids'
import { hideSpoilers } from '../../lib/text/spoilers'
import { firstNumber, matches, readerOf } from './queries'
import {
  type CommentFound,
  type PostFound,
  type SearchResults,
  type Suggestions,
  segmentsOf,
  snippetOf,
} from './record'
import { allBegun, parseQuery, type Term } from './terms'
import { readyToSearch } from './upkeep'
import { type Found, searchWindows, wordsOf } from './windows'

// Search: posts, comments and people by their words. terms.ts reads what somebody typed, windows.ts finds and ranks,
// queries.ts has the conditions of lists and threads as SQL. What was searched for is written nowhere.

export type SearchInput = Partial<Record<'topic' | 'branch' | 'from' | 'to' | 'cursor', string>> & {
  q: string
  type: 'posts' | 'comments' | 'people'
  sort: 'relevance' | 'new'
  limit: number
}

const EMPTY = { posts: [], comments: [], people: [], meta: { nextCursor: null } }

/** What matches and the viewer may read, without anybody with whom the viewer has a block relation. 401 for people. */
export async function search(viewer: Viewer | null, input: SearchInput): Promise<SearchResults> {
  if (input.type === 'people') {
    const { id } = viewer ?? refuse('UNAUTHENTICATED')
    return { ...EMPTY, people: searchUsers(storage.reader, id, input.q) }
  }
  const { found, nextCursor } = await findTexts(viewer, input.type, input)
  const meta = { nextCursor }
  if (input.type === 'posts') return { ...EMPTY, posts: await foundPosts(viewer, found), meta }
  return { ...EMPTY, comments: await foundComments(viewer, found), meta }
}

const NOTHING = { found: [], nextCursor: null }

async function findTexts(viewer: Viewer | null, subject: Subject, { q, sort, limit, cursor, ...input }: SearchInput) {
  const terms = parseQuery(q)
  const topic = input.topic === undefined ? undefined : findTopic(topics(), input.topic)
  if (terms.length === 0 || (input.topic !== undefined && topic === undefined)) return NOTHING
  await readyToSearch(subject)
  const span = spanOf(subject, input)
  if (span === undefined) return NOTHING
  const branchKey = input.branch === undefined ? undefined : findBranchKey(storage.reader, input.branch)
  const narrowed = readerFor(viewer, subject, { topic, branchKey, times: span.times })
  const { lowest, top } = span
  return searchWindows({ ...narrowed, reader: readerFor(viewer, subject), terms, lowest, top, sort, limit, cursor })
}

/** All that the viewer may read, of nobody with whom there is a block relation. */
export function readerFor(
  viewer: AnyViewer,
  subject: Subject,
  narrowing: Omit<Parameters<typeof readerOf>[2], 'blocked'> = {},
) {
  const { blocked } = feedVisibility(viewer)
  // Administrators read every thread, also those of posts that were removed.
  const isAll = subject === 'comments' && isAdministrator(viewer)
  const viewers: Viewers = isAll ? { kind: 'all' } : viewerAudience(viewer)
  return readerOf(subject, viewers, {
    ...narrowing,
    blocked: blocked.size > 0 ? JSON.stringify([...blocked]) : undefined,
  })
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Times are compared as texts, and the year after has five digits. */
const LAST_TIME = Date.UTC(9999, 11, 31)

/**
 * The times and row numbers to search among; undefined where there are no rows. Whole minutes, which is what readers
 * may see of a time: otherwise one could close in on the second of a post.
 */
function spanOf(subject: Subject, { from: first, to }: Pick<SearchInput, 'from' | 'to'>) {
  if (first === undefined && to === undefined) return { lowest: 0 }
  const from = first === undefined ? 0 : minuteAt(Date.parse(first))
  const until = Math.min(LAST_TIME, to === undefined ? LAST_TIME : endAt(to))
  const numberAt = (time: number) => firstNumber(subject, firstIdAt(Math.max(0, time))).get(storage.reader)?.number
  const lowest = numberAt(from)
  return lowest === undefined ? undefined : { times: { from, until }, lowest, top: numberAt(until) }
}

/** A day in `to` is included, and so is a minute. */
const endAt = (to: string): number =>
  to.length === 10 ? Date.parse(to) + DAY_MS : minuteAt(Date.parse(to)) + MINUTE_MS

const minuteAt = (time: number): number => time - (time % MINUTE_MS)

async function foundPosts(viewer: Viewer | null, found: readonly Found[]): Promise<PostFound[]> {
  const ids = found.map(({ id }) => id)
  await auditListed(viewer, ids)
  const records: PostFound[] = []
  for (const { id, title, content } of found) {
    const [post] = postRecords(viewer, [id])
    if (post !== undefined) records.push({ post, title: segmentsOf(title), snippet: snippetOf(hideSpoilers(content)) })
  }
  return records
}

/** The post of a comment that the viewer may read. */
function threadOf(viewer: AnyViewer, commentId: string): PostFacts | undefined {
  const comment = commentById(storage.reader, commentId)
  const post = comment && postFacts(storage.reader, comment.postId)
  return post !== undefined && threadAccess(post, viewer) === 'readable' ? post : undefined
}

async function foundComments(viewer: Viewer | null, found: readonly Found[]): Promise<CommentFound[]> {
  const db = storage.reader
  const { blocked } = feedVisibility(viewer)
  const threads = found.map(({ id }) => threadOf(viewer, id))
  const ids = threads.flatMap((post) => post?.id ?? [])
  const titleOf = new Map(readTitles(ids).map(({ id, title }) => [id, title]))
  const records: CommentFound[] = []
  for (const [at, { id, content }] of found.entries()) {
    const [post, row] = [threads[at], commentRow(db, viewer, id)]
    const title = post && titleOf.get(post.id)
    if (post === undefined || row === undefined || title === undefined) continue
    const comment = toRecord(row, viewer, blocked)
    records.push({ comment, post: { id: post.id, title }, snippet: snippetOf(hideSpoilers(content)) })
  }
  if (viewer !== null) await auditPrivateReads(viewer, threads)
  return records
}

const MOST = { topics: 3, posts: 5, people: 3 }
/** Titles that are looked at; a common word has enough among the newest. */
const READ = 400
/** Drawn anew each time, as what is hidden counts. */
const DRAWN_READ = 80

/** While somebody types: topics, titles of posts that the viewer may read, and people. */
export async function suggest(viewer: Viewer | null, q: string): Promise<Suggestions> {
  const terms = parseQuery(q)
  if (terms.length === 0) return { topics: [], posts: [], people: [] }
  const people = viewer === null ? [] : searchUsers(storage.reader, viewer.id, q)
  return {
    topics: topicsLike(terms),
    posts: await postsTitled(viewer, terms),
    people: people.slice(0, MOST.people),
  }
}

/** Each word begins a word of the topic. */
function topicsLike(terms: readonly Term[]): string[] {
  const words = terms.flatMap((term) => term.words)
  const fits = (topic: string): boolean => {
    const own = topic.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
  return topics().filter(fits).slice(0, MOST.topics)
}

async function postsTitled(viewer: Viewer | null, terms: readonly Term[]): Promise<Suggestions['posts']> {
  // As a student: what an administrator reads of another college is audited, and so not shown at every key.
  const reader = readerFor(viewer && { ...viewer, role: 'user' }, 'posts')
  await readyToSearch('posts')
  const match = `{title} : (${allBegun(terms, wordsOf(reader, terms))})`
  const rows = matches(reader, match, READ - randomInt(DRAWN_READ)).all(storage.reader)
  const ids = rows.filter(({ isFound }) => isFound === 1).map(({ id }) => id)
  return readTitles(ids.slice(0, MOST.posts))
}

/** Of posts that the viewer may read: the caller has seen to that. */
export const readTitles = (ids: readonly string[]) =>
  sql(pick(posts, 'id', 'title'))`
    SELECT p.id, p.title FROM json_each(${JSON.stringify(ids)}) CROSS JOIN posts p ON p.id = json_each.value`.all(
    storage.reader,
  )
