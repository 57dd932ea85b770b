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
    escalated: 'Escalated to superadmins',
    held: 'Waiting texts',
    appeals: 'Appeals',
    appealsDecided: (overturned: string, upheld: string) =>
      `Appeals so far: ${overturned} accepted, ${upheld} declined`,
    signUps: 'Sign-ups',
    requests: 'College requests',
    feedback: 'New feedback',
    nothing: 'All clear',
    some: (count: number) => counted(count, 'en'),
  },
  alerts: {
    title: 'Check these college changes',
    lead: 'Anyone with an email at a college’s domain can join it and read its private posts.',
    kinds: {
      created: (college, domain) => `${college} was added with the domain ${domain}`,
      approved: (college, domain) => `The request for ${college} was approved, with the domain ${domain}`,
      domain_changed: (college, domain, before = '') =>
        `The domain of ${college} was changed from ${before} to ${domain}`,
    } as Record<
      'created' | 'approved' | 'domain_changed',
      (college: string, domain: string, before?: string) => string
    >,
    by: (name: string) => `By ${name}`,
    byOperator: 'By the operator or a deleted account',
    acknowledge: 'Looks right',
    acknowledged: 'Change acknowledged',
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
