import { catalogue } from './catalogue'

const english = {
  search: {
    label: 'Search posts, comments and people',
    placeholder: 'Posts, comments, people',
    submit: 'Search',
    types: { posts: 'Posts', comments: 'Comments', people: 'People' },
    type: 'What to search',
    topic: 'Topic',
    allTopics: 'All topics',
    span: 'When',
    spans: {
      '': 'Any time',
      day: 'Past day',
      week: 'Past week',
      month: 'Past month',
      year: 'Past year',
      dates: 'Choose dates',
    },
    from: 'From',
    to: 'To',
    sort: 'Sort',
    sorts: { relevance: 'Best match', new: 'Newest' },
    recent: 'Recent searches',
    clear: 'Clear',
    private: 'Only on this device. Nobody sees what you search for.',
    tips: 'Try a word from the title, a topic, or a Quad name. Put words in quotes to find them side by side.',
    suggestions: 'Suggestions',
    none: (q: string) => `Nothing found for “${q}”`,
    noneHow: 'Check the spelling, try fewer or other words, or search in another language.',
    widen: 'Search without filters',
    ask: 'Ask your campus',
    signIn: 'Sign in to find people',
    failed: 'Search didn’t work',
    on: 'On',
    results: 'Results',
    more: 'More results',
  },
}

export const searchText = catalogue(english, () => import('./hi/search').then(({ hindi }) => hindi))
