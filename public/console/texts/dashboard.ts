import { catalogue } from '../../app/texts/catalogue'

/** The numbers of a Quad. */
const english = {
  page: {
    title: 'Overview',
    numbers: 'In numbers',
    waiting: 'What waits for somebody',
    days: 'The last 30 days',
    daysLead: 'What came each day and is still there. Days are those of UTC, and today is not over.',
  },
  numbers: {
    users: 'Accounts',
    posts: 'Posts',
    comments: 'Comments',
    active: 'Active in 7 days',
    fresh: (count: string) => `${count} new in 7 days`,
  },
  waits: {
    reports: 'Reports',
    requests: 'College requests',
    feedback: 'New feedback',
    nothing: 'Nothing waits',
    some: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'waits' : 'wait'}`,
  },
  chart: {
    users: 'New accounts',
    posts: 'New posts',
    comments: 'New comments',
    sum: (count: string) => `${count} in 30 days`,
    most: (count: string, day: string) => `Most on ${day}: ${count}`,
    today: 'Today',
    todayCount: (count: string) => `today: ${count}`,
    bar: (day: string, count: string) => `${day}: ${count}`,
    none: 'Nothing came in these 30 days.',
    asTable: 'Show as a table',
    asCharts: 'Show as charts',
    day: 'Day',
  },
}

export const dashboardText = catalogue(english, () => import('./hi/dashboard').then(({ hindi }) => hindi))
