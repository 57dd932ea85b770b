import { searchResults, suggestions } from '../../core/search/record'
import { search as searchTexts } from '../../core/search/service'
import { suggest } from '../../core/search/suggestions'
import { clampTo } from '../../lib/schema'
import { ok } from '../http/envelope'
import { returns, routes } from '../http/route'
import { LIMITS, Search, Suggest } from './schemas'

export const search = routes('search', '/api/v1/search')
  .get(
    '',
    async ({ viewer, query: { type = 'posts', sort = 'relevance', limit, ...query } }) =>
      ok('Found', await searchTexts(viewer, { ...query, type, sort, limit: clampTo(LIMITS, limit) })),
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
    query: Suggest,
    ...returns(suggestions, 'suggestSearch', 'Suggest topics, titles and people while somebody types'),
  })
