import { type Static, t } from 'elysia'
import { named, nullable, recordId } from '../../lib/schema'
import { publicUser } from '../accounts/record'
import { commentRecord } from '../comments/record'
import { postRecord } from '../posts/record'
import { segment } from './marks'

const segments = t.Array(segment, { maxItems: 400 })

const postFound = named('PostFound', t.Object({ post: postRecord, title: segments, snippet: segments }))

export type PostFound = Static<typeof postFound>

const commentFound = named(
  'CommentFound',
  t.Object({ comment: commentRecord, post: t.Object({ id: recordId, title: t.String() }), snippet: segments }),
)

export type CommentFound = Static<typeof commentFound>

const MOST = 50

export const searchResults = t.Object({
  posts: t.Array(postFound, { maxItems: MOST, description: 'Empty unless `type` is `posts`' }),
  comments: t.Array(commentFound, { maxItems: MOST, description: 'Empty unless `type` is `comments`' }),
  people: t.Array(publicUser, { maxItems: MOST, description: 'Empty unless `type` is `people`' }),
  meta: named(
    'SearchMeta',
    t.Object({
      nextCursor: nullable(
        t.String({ description: 'For `cursor`; null at the end. A page before the end may be short, or empty' }),
      ),
    }),
  ),
})

export type SearchResults = Static<typeof searchResults>

export const suggestions = t.Object({
  topics: t.Array(t.String(), { maxItems: 3 }),
  posts: t.Array(named('PostSuggestion', t.Object({ id: recordId, title: t.String() })), { maxItems: 5 }),
  people: t.Array(publicUser, { maxItems: 3, description: 'Empty without a session' }),
})

export type Suggestions = Static<typeof suggestions>
