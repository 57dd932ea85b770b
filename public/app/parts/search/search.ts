import { api, envelope, type ResponseData } from '../../lib/api'
import { Listing } from '../../lib/listing'
import { clearStorage, readStorage, writeStorage } from '../../lib/storage'

export const TYPES = ['posts', 'comments', 'people'] as const
type SearchType = (typeof TYPES)[number]
/** `dates`: the days of `from` and `to`. */
export const SPANS = ['day', 'week', 'month', 'year', 'dates'] as const
type Span = (typeof SPANS)[number]

/** What the address of the page says. */
export type Wanted = {
  q: string
  type: SearchType
  topic: string
  branch: string
  span: Span | ''
  from: string
  to: string
  sort: 'relevance' | 'new'
}

const oneOf = <Word extends string, Other>(words: readonly Word[], text: string | undefined, other: Other) =>
  words.find((word) => word === text) ?? other

/** The text if it is a day of the calendar. */
const dayIn = (text = ''): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : ''

export function wantedIn(query: Record<string, string | undefined>): Wanted {
  const { q = '', type, topic = '', branch = '', span, sort } = query
  const [from, to] = [dayIn(query.from), dayIn(query.to)]
  return {
    q: q.trim(),
    type: oneOf(TYPES, type, 'posts'),
    topic,
    branch,
    span: from === '' && to === '' ? oneOf(SPANS, span, '') : 'dates',
    from,
    to,
    sort: oneOf(['new'], sort, 'relevance'),
  }
}

export const NO_SEARCH = wantedIn({})

/** The address of a search, without what goes without saying. People are searched by their names alone. */
export function searchPath({ q, type, topic, branch, span, from, to, sort }: Wanted): string {
  const isDated = span === 'dates' && (from !== '' || to !== '')
  const filters = {
    topic,
    branch,
    span: isDated ? '' : span,
    from: isDated ? from : '',
    to: isDated ? to : '',
    sort: sort === 'relevance' ? '' : sort,
  }
  const entries = Object.entries({ q, type: type === 'posts' ? '' : type, ...(type === 'people' ? {} : filters) })
  const query = new URLSearchParams(entries.filter(([, value]) => value !== ''))
  return query.size === 0 ? '/search' : `/search?${query}`
}

const DAY_MS = 86_400_000
const DAYS = { day: 1, week: 7, month: 30, year: 365 }

/** From and until when something was written, for the server. Days are those of the reader's zone. */
export function boundsOf({ span, from, to }: Pick<Wanted, 'span' | 'from' | 'to'>, now: number) {
  if (span === '') return {}
  if (span !== 'dates') return { from: new Date(now - DAYS[span] * DAY_MS).toISOString() }
  return {
    ...(from === '' ? {} : { from: new Date(`${from}T00:00`).toISOString() }),
    ...(to === '' ? {} : { to: new Date(`${to}T23:59`).toISOString() }),
  }
}

const filtersOf = (wanted: Wanted) => ({
  ...(wanted.topic === '' ? {} : { topic: wanted.topic }),
  ...(wanted.branch === '' ? {} : { branch: wanted.branch }),
  ...boundsOf(wanted, Date.now()),
})

const request = (wanted: Wanted, cursor: string | undefined) => {
  const { q, type, sort } = wanted
  const filters = type === 'people' ? {} : filtersOf(wanted)
  return envelope(api.search.get({ query: { q, type, sort, ...filters, ...(cursor === undefined ? {} : { cursor }) } }))
}

type Results = ResponseData<ReturnType<typeof request>>
export type PostFound = Results['posts'][number]
export type CommentFound = Results['comments'][number]
export type PersonFound = Results['people'][number]
export type Segment = PostFound['title'][number]
export type Item = PostFound | CommentFound | PersonFound

export const itemId = (item: Item): string =>
  'comment' in item ? item.comment.id : 'post' in item ? item.post.id : item.id

/** A page before the end may be empty, where few of many matches may be read: so many are passed over by themselves. */
const MOST_EMPTY = 5

export const searchResults = (wanted: Wanted): Listing<Item> =>
  new Listing(async (cursor) => {
    let next = cursor
    for (let page = 0; ; page++) {
      const answer = await request(wanted, next)
      if (!answer.success) return answer
      const { posts, comments, people, meta } = answer.data
      const items: Item[] = [...posts, ...comments, ...people]
      next = meta.nextCursor ?? undefined
      if (items.length > 0 || next === undefined || page === MOST_EMPTY) return { items, next: next ?? null }
    }
  }, itemId)

const requestSuggestions = (q: string) => envelope(api.search.suggestions.get({ query: { q } }))
export type Suggestions = ResponseData<ReturnType<typeof requestSuggestions>>

/** Null where they cannot be had: the search goes without. */
export async function suggestionsFor(q: string): Promise<Suggestions | null> {
  const answer = await requestSuggestions(q)
  return answer.success ? answer.data : null
}

// Recent searches are on this device only, and go with the session.

const RECENT = 'quad.recent-searches'
const MOST_RECENT = 8

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStorage(RECENT) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** The latest first, each once. */
export const withRecent = (recent: readonly string[], q: string): string[] =>
  [q, ...recent.filter((each) => each.toLowerCase() !== q.toLowerCase())].slice(0, MOST_RECENT)

export const rememberSearch = (q: string): void => writeStorage(RECENT, JSON.stringify(withRecent(recentSearches(), q)))

export const forgetSearches = (): void => clearStorage(RECENT)
