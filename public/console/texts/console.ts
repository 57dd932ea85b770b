import { catalogue } from '../../app/texts/catalogue'

/** What surrounds the pages of the console. */
const english = {
  /** The same in several places. */
  words: {
    state: 'Status',
    college: 'College',
    reason: 'Reason',
    close: 'Close',
    comments: 'Comments',
    undo: 'Undo',
    edit: 'Edit',
    noneFound: 'No matches',
    delete: 'Delete',
  },
  ways: {
    label: 'Console',
    dashboard: 'Overview',
    reports: 'Reports',
    held: 'Waiting texts',
    appeals: 'Appeals',
    people: 'People',
    posts: 'Posts and comments',
    colleges: 'Colleges',
    requests: 'College requests',
    signUps: 'Sign-ups',
    branches: 'Branches',
    memberships: 'Memberships',
    words: 'Banned words',
    feedback: 'Feedback',
    log: 'Audit log',
    invitations: 'Invitations',
    webhooks: 'Webhooks',
    settings: 'Settings',
    waiting: (count: string) => `${count} open`,
  },
  refused: {
    title: 'Moderators only',
    lead: 'You don’t have access to the console. Ask the admins if you need it.',
  },
  pager: {
    label: 'Pages',
    total: (count: string) => `${count} total`,
    page: (page: number, pages: number) => `page ${page} of ${pages}`,
    previous: 'Previous',
    next: 'Next',
  },
}

export const consoleText = catalogue(english, () => import('./hi/console').then(({ hindi }) => hindi))
