import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { clamped, clampTo, cursor, instant, oneOf } from '../../lib/text/schema'
import { searchResults, similarTitles, suggestions } from './record'
import { search as searchTexts, suggest } from './service'
import { similarPosts } from './similar'

const q = t.String({
  maxLength: 1000,
  description: 'Any text. Words in quotes stand side by side; what is beyond 200 characters or eight words is ignored',
})

const LIMIT = { fallback: 10, min: 1, max: 50 }

const Search = t.Object({
  q,
  type: oneOf(['posts', 'comments', 'people']),
  topic: t.Optional(t.String({ maxLength: 300, description: 'In any case; an unknown one finds nothing' })),
  branch: t.Optional(t.String({ maxLength: 300, description: 'Code or name, of the author of the post' })),
  from: t.Optional(instant('fields.time', 'Written at this minute or later')),
  to: t.Optional(instant('fields.time', 'Written at this minute, on this day, or earlier')),
  sort: oneOf(['relevance', 'new'], '`new` finds what has all the words, or words that begin with them'),
  limit: clamped(LIMIT),
  cursor,
})

export const search = routes('search', '/api/v1/search')
  .get(
    '',
    async ({ viewer, query: { type = 'posts', sort = 'relevance', limit, ...query } }) =>
      ok('Found', await searchTexts(viewer, { ...query, type, sort, limit: clampTo(LIMIT, limit) })),
    {
      content: true,
      follower: 'index',
      fails: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
      query: Search,
      ...returns(
        searchResults,
        'search',
        'Find posts, comments or people by their words',
        'Only what the viewer may read. Posts and comments are ranked within the newest that match, window by window, so a common word costs no more than a rare one; texts with all words come before those with half of them. There is no total. People are found as by `searchUsers`, at most ten and with a session. No log has what was searched for.',
      ),
    },
  )
  .get('/suggestions', async ({ viewer, query }) => ok('Suggestions', await suggest(viewer, query.q)), {
    content: true,
    follower: 'index',
    query: t.Object({ q }),
    ...returns(suggestions, 'suggestSearch', 'Suggest topics, titles and people while somebody types'),
  })
  .get('/similar', async ({ viewer, query }) => ok('Similar', { posts: await similarPosts(viewer, query.title) }), {
    content: true,
    follower: 'index',
    query: t.Object({ title: t.String({ maxLength: 1000 }) }),
    ...returns(
      similarTitles,
      'findSimilar',
      'Find threads that ask the same, while somebody writes a title',
      'By what the titles mean: words of campus life in English, Hindi and Hinglish count as one. No log has the title.',
    ),
  })
