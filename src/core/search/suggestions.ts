import { randomInt } from 'node:crypto'
import { storage } from '../../../db/storage'
import type { Viewer } from '../access/account'
import { searchUsers } from '../accounts/search-users'
import { feedVisibility, viewerAudience } from '../posts/feed-visibility'
import { topics } from '../settings/settings'
import { readMatches, readTitles, unnarrowed } from './queries'
import type { Suggestions } from './record'
import { allBegun, parseQuery, type Term } from './terms'
import { readyToSearch } from './upkeep'
import { TOP, wordsOf } from './windows'

const MOST = { topics: 3, posts: 5, people: 3 }
/** Titles that are looked at; a common word has enough among the newest. */
const READ = 400
/** Drawn anew each time, as what is hidden counts. */
const DRAWN_READ = 80

/** While somebody types: topics, titles of posts that the viewer may read, and people. */
export async function suggest(viewer: Viewer | null, q: string): Promise<Suggestions> {
  const terms = parseQuery(q)
  if (terms.length === 0) return { topics: [], posts: [], people: [] }
  const people = viewer === null ? [] : await searchUsers(storage.reader, viewer.id, q)
  return {
    topics: await topicsLike(terms),
    posts: await postsTitled(viewer, terms),
    people: people.slice(0, MOST.people),
  }
}

/** Each word begins a word of the topic. */
async function topicsLike(terms: readonly Term[]): Promise<string[]> {
  const words = terms.flatMap((term) => term.words)
  const fits = (topic: string): boolean => {
    const own = topic.toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
  return (await topics()).filter(fits).slice(0, MOST.topics)
}

async function postsTitled(viewer: Viewer | null, terms: readonly Term[]): Promise<Suggestions['posts']> {
  const db = storage.reader
  // As a student: what an administrator reads of another college is audited, and so not shown at every key.
  const { kind, params: audience } = viewerAudience(viewer && { ...viewer, role: 'user' })
  const { blocked } = await feedVisibility(viewer)
  const shape = { subject: 'posts', audience: kind, narrowing: unnarrowed(blocked) } as const
  const params = { ...audience, ...(blocked.size === 0 ? {} : { blocked: JSON.stringify([...blocked]) }) }
  await readyToSearch('posts')
  const matches = await readMatches(db, shape, {
    ...params,
    match: `{title} : (${allBegun(terms, await wordsOf(db, { shape, params }, terms))})`,
    before: TOP,
    lowest: 0,
    limit: READ - randomInt(DRAWN_READ),
  })
  const ids = matches.flatMap(({ id, isFound }) => (isFound === 1 ? [id] : [])).slice(0, MOST.posts)
  return readTitles(db, ids)
}
