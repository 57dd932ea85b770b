import { type Static, t } from 'elysia'
import { publicUser } from '../../campus/accounts/record'
import { commentRecord } from '../../forum/comments/record'
import { postRecord } from '../../forum/posts/record'
import { namedObject, nullable, recordId } from '../../lib/text/schema'

/** A part of a text. A client shows what was searched for in its own way; nothing of it is markup. */
const segment = namedObject('SearchSegment', { text: t.String(), isHit: t.Boolean() })

export type Segment = Static<typeof segment>

/** Around a hit in what FTS5's highlight() returns: Unicode keeps both for use within a program. */
export const OPEN = '\uFDD0'
export const CLOSE = '\uFDD1'
const MARKED = /\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/g
const MARKS = /[\uFDD0\uFDD1]/g

/** What was found in a marked text, in its order. */
export const hitsIn = (marked: string): string[] => [...marked.matchAll(MARKED)].map(([, hit = '']) => hit)

/** The whole text. A mark that the author wrote is dropped. */
export function segmentsOf(marked: string): Segment[] {
  const segments: Segment[] = []
  const add = (text: string, isHit: boolean) => {
    const plain = text.replaceAll(MARKS, '')
    if (plain !== '') segments.push({ text: plain, isHit })
  }
  let end = 0
  for (const { 0: whole, 1: hit = '', index } of marked.matchAll(MARKED)) {
    add(marked.slice(end, index), false)
    add(hit, true)
    end = index + whole.length
  }
  add(marked.slice(end), false)
  return segments
}

const SNIPPET_LENGTH = 180
/** Of the text before the first hit. */
const LEAD = 40

/** The part of a text with the most hits, on one line; its beginning where there are none. */
export function snippetOf(marked: string): Segment[] {
  const starts = [...marked.matchAll(MARKED)].map(({ index }) => index)
  let [best, most] = [0, 0]
  for (const [at, start] of starts.entries()) {
    const end = start + SNIPPET_LENGTH - LEAD
    const count = starts.slice(at).findIndex((later) => later >= end)
    const hits = count === -1 ? starts.length - at : count
    if (hits > most) [best, most] = [start, hits]
  }
  const from = best <= LEAD ? 0 : wordStart(marked, best - LEAD)
  const to = from + SNIPPET_LENGTH >= marked.length ? marked.length : wordEnd(marked, from + SNIPPET_LENGTH)
  const part = `${from > 0 ? '… ' : ''}${marked.slice(from, to).trim()}${to < marked.length ? ' …' : ''}`
  return segmentsOf(closed(part).replaceAll(/\s+/g, ' '))
}

/** Never within a word, a hit or a character of two units. */
function wordStart(text: string, from: number): number {
  const space = text.slice(from, from + LEAD).search(/\s/)
  if (space !== -1) return from + space + 1
  return isLowSurrogate(text, from) ? from + 1 : from
}

function wordEnd(text: string, to: number): number {
  const space = text.slice(to - LEAD, to).search(/\s\S*$/)
  if (space !== -1) return to - LEAD + space
  return isLowSurrogate(text, to) ? to - 1 : to
}

const isLowSurrogate = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1))

/** Ends a hit of several words that was cut. */
function closed(part: string): string {
  return part.lastIndexOf(OPEN) > part.lastIndexOf(CLOSE) ? `${part}${CLOSE}` : part
}

const segments = t.Array(segment, { maxItems: 400 })

const postFound = namedObject('PostFound', { post: postRecord, title: segments, snippet: segments })

export type PostFound = Static<typeof postFound>

const commentFound = namedObject('CommentFound', {
  comment: commentRecord,
  post: t.Object({ id: recordId, title: t.String() }),
  snippet: segments,
})

export type CommentFound = Static<typeof commentFound>

const MOST = 50

export const searchResults = t.Object({
  posts: t.Array(postFound, { maxItems: MOST, description: 'Empty unless `type` is `posts`' }),
  comments: t.Array(commentFound, { maxItems: MOST, description: 'Empty unless `type` is `comments`' }),
  people: t.Array(publicUser, { maxItems: MOST, description: 'Empty unless `type` is `people`' }),
  meta: namedObject('SearchMeta', {
    nextCursor: nullable(
      t.String({ description: 'For `cursor`; null at the end. A page before the end may be short, or empty' }),
    ),
  }),
})

export type SearchResults = Static<typeof searchResults>

const postSuggestion = namedObject('PostSuggestion', { id: recordId, title: t.String() })

export const similarTitles = t.Object({
  posts: t.Array(postSuggestion, { maxItems: 3, description: 'The nearest first' }),
})

export const suggestions = t.Object({
  topics: t.Array(t.String(), { maxItems: 3 }),
  posts: t.Array(postSuggestion, { maxItems: 5 }),
  people: t.Array(publicUser, { maxItems: 3, description: 'Empty without a session' }),
})

export type Suggestions = Static<typeof suggestions>
