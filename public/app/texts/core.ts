import { catalogue } from './catalogue'
import { counted, pluralIn } from './numbers'
import { asSentence } from './sentences'

const plural = pluralIn('en')

/** What every visit needs: the frame, the feed, words for what went wrong. */
const english = {
  about: {
    rules: 'Rules',
    privacy: 'Privacy',
    contact: 'Contact',
    moderation: 'Moderation',
  },
  frame: {
    skip: 'Skip to content',
    main: 'Main',
    feed: 'Feed',
    search: 'Search',
    inbox: 'Inbox',
    you: 'You',
    more: 'More',
    join: 'Join',
    signIn: 'Sign in',
    newPost: 'New post',
    karma: (karma: number) => `${counted(karma, 'en')} karma`,
    home: 'Go to home',
    licence: 'open source (MIT)',
    documentation: 'API docs',
    offline: 'You’re offline. Posts may be out of date.',
    offlineFrom: (time: string) => `From ${time}. You’re offline.`,
    finishJoining: 'Finish setting up to post and vote.',
    finish: 'Continue',
    banned: 'You’re banned. You can still read.',
    appeal: 'Appeal',
    suspended: (until: string, reason: string) =>
      asSentence(`You’re suspended until ${until}. You can still read. Reason: ${reason}`, 'en'),
  },
  common: {
    loading: 'Loading…',
    retry: 'Try again',
    requestId: 'Request ID',
    cancel: 'Cancel',
    save: 'Save',
  },
  failures: {
    UNREACHABLE: 'Can’t reach Quad. Check your connection and try again.',
    PASSKEY_REQUIRED: 'Admins here need a passkey. Add one to continue.',
  },
  waiting: {
    seconds: (count: number) => `You’re going too fast. Try again in ${count} s.`,
    minutes: (count: number) => `You’re going too fast. Try again in ${count} min.`,
    some: 'You’re going too fast. Wait a little and try again.',
  },
  form: {
    required: 'Required',
    email: 'Enter a valid email',
    optional: 'optional',
    left: (count: number) => `${plural(count, 'character', 'characters')} left`,
    matched: 'Found:',
  },
  feed: {
    title: 'Feed',
    tagline: 'Ask, rant, recommend and argue with your campus, without your real name.',
    join: 'Join with your college email',
    topics: 'Topics',
    allTopics: 'All topics',
    filter: 'Filter',
    sort: 'Sort by',
    otherSorts: 'Other orders',
    window: 'Time',
    windows: { day: 'Today', week: 'This week', month: 'This month', all: 'All time' },
    sorts: {
      hot: 'Hot',
      newest: 'New',
      top: 'Top',
      oldest: 'Oldest',
      viewed: 'Most viewed',
      edited: 'Recently edited',
    },
    colleges: 'Posts from',
    everyone: 'Everyone',
    mine: 'My college',
    branch: 'Branch',
    allBranches: 'All branches',
    oneCollege: 'One college',
    empty: 'No posts yet',
    emptyFiltered: 'No posts match',
    beFirst: 'Be the first to post',
    showAll: 'Show all posts',
    more: 'Load more',
    end: 'You’re all caught up',
    failed: 'Couldn’t load posts',
    promise: [
      ['Your campus', 'Only students here can post.'],
      ['Verified', 'Everyone joins with a college email.'],
      ['No real names', 'You get a random name. Other students never see your email.'],
    ] as (readonly [string, string])[],
  },
  post: {
    muted: 'You muted this.',
    showMuted: 'Show',
    private: 'College only',
    pinned: 'Pinned',
    edited: 'edited',
    gone: 'deleted account',
    moderators: 'Moderators',
    upvote: 'Upvote',
    downvote: 'Downvote',
    votes: (up: number, down: number) => `${plural(up, 'upvote', 'upvotes')}, ${plural(down, 'downvote', 'downvotes')}`,
    comments: (count: number) => plural(count, 'comment', 'comments'),
    views: (count: number) => plural(count, 'view', 'views'),
    save: 'Save',
  },
  unreachable: {
    title: 'This page didn’t load',
  },
  notFound: {
    title: 'Page not found',
    lead: 'We couldn’t find that page.',
  },
}

export const text = catalogue(english, () => import('./hi/core').then(({ hindi }) => hindi))
