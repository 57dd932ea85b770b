import { catalogue } from '../../app/texts/catalogue'
import { counted } from '../../app/texts/numbers'

/** The numbers of a Quad. */
const english = {
  page: {
    title: 'Overview',
    numbers: 'Numbers',
    waiting: 'Needs attention',
    days: 'Last 30 days',
    daysLead: 'Per day (UTC), excluding deleted. Today is partial.',
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
    nothing: 'All clear',
    some: (count: number) => counted(count, 'en'),
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
    none: 'Nothing yet',
    asTable: 'Show as table',
    asCharts: 'Show as charts',
    day: 'Day',
  },
}

export const dashboardText = catalogue(english, () => import('./hi/dashboard').then(({ hindi }) => hindi))
