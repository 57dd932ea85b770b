import { catalogue } from '../../app/texts/catalogue'
import { counted } from '../../app/texts/numbers'

/** The numbers of a Quad. */
const english = {
  page: {
    numbers: 'Numbers',
    waiting: 'Needs attention',
    days: 'Last 30 days',
    daysLead: 'Per day (UTC), excluding deleted. Today is partial.',
  },
  numbers: {
    users: 'Accounts',
    posts: 'Posts',
    active: 'Active in 7 days',
    fresh: (count: string) => `${count} new in 7 days`,
  },
  waits: {
    escalated: 'Escalated to superadmins',
    appealsDecided: (overturned: string, upheld: string) =>
      `Appeals so far: ${overturned} accepted, ${upheld} declined`,
    feedback: 'New feedback',
    nothing: 'All clear',
    some: (count: number) => counted(count, 'en'),
  },
  alerts: {
    title: 'Check these college changes',
    lead: 'Anyone with an email at a college’s domain can join it and read its college-only posts.',
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
  backups: {
    heading: 'Backups',
    title: 'Check the backups',
    none: 'There’s no proven backup yet.',
    notScheduled: 'Quad makes no backups by itself. The operator can switch that on (BACKUP_TO).',
    proven: 'Last restored and checked:',
    size: (megabytes: string, seconds: string) => `${megabytes} MB, in ${seconds} s`,
    overdue: 'No backup has been proven for a while.',
    tell: 'Please tell the operator. The server’s log and “quad doctor” say more.',
    problems: {
      'no-data': 'The server found no data to back up.',
      'no-room': 'The server’s disk has no room to make a backup.',
      damaged: 'The last backup couldn’t be restored, so it wasn’t kept.',
      exists: 'A backup with that name was there already.',
      unreachable: 'The place where backups are kept can’t be reached.',
      refused: 'The place where backups are kept refused the last one.',
      'target-full': 'The place where backups are kept is full.',
      'stored-differently': 'The place where backups are kept didn’t keep what it was sent.',
      'too-long': 'The last backup took too long and was stopped.',
      'ended-early': 'The last backup was interrupted.',
      unforeseen: 'Something unexpected stopped the last backup.',
      counters: 'The last backup was kept, but some of its totals are wrong, as they are on the server.',
      'audit-log': 'The last backup was kept, but its audit log was changed, as it is on the server.',
    } as Record<
      | 'no-data'
      | 'no-room'
      | 'damaged'
      | 'exists'
      | 'unreachable'
      | 'refused'
      | 'target-full'
      | 'stored-differently'
      | 'too-long'
      | 'ended-early'
      | 'unforeseen'
      | 'counters'
      | 'audit-log',
      string
    >,
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
