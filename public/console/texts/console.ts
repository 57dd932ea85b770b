import { catalogue } from '../../app/texts/catalogue'

/** What stands around the pages of the console. */
const english = {
  ways: {
    label: 'Console',
    dashboard: 'Overview',
    reports: 'Reports',
    people: 'People',
    posts: 'Posts and comments',
    colleges: 'Colleges',
    requests: 'College requests',
    branches: 'Branches',
    words: 'Banned words',
    feedback: 'Feedback',
    log: 'Audit log',
    settings: 'Settings',
    waiting: (count: string) => `${count} waiting`,
  },
  refused: {
    title: 'This is for moderators',
    lead: 'Your account has no access to the console. Whoever runs this Quad can give it.',
  },
  pager: {
    label: 'Pages',
    total: (count: string) => `${count} in all`,
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
  },
}

export const consoleText = catalogue(english, () => import('./hi/console').then(({ hindi }) => hindi))
