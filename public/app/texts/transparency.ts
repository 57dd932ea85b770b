import { catalogue } from './catalogue'

/** What moderators did, in coarse numbers for everybody. */
const english = {
  page: {
    title: 'Transparency',
    lead: 'What was reported, removed and decided here, by month.',
    how: 'How moderation works here',
  },
  months: {
    lead: (least: number) =>
      `Rounded down to fives. A dash stands for fewer than ${least}, none included, so that no number points at a person.`,
    none: (least: number) => `Fewer than ${least} of anything in each of the last twelve months.`,
    names: {
      reports: 'Reports',
      removed: 'Removed',
      restored: 'Restored',
      sanctions: 'Suspended or banned',
      appeals: 'Appeals',
      upheld: 'Decisions that stood after an appeal',
      overturned: 'Decisions taken back after an appeal',
      reveals: 'Emails revealed to a superadmin',
      medianHours: 'Half of the reports decided',
      removedByRule: 'Removed, by rule',
    },
    within: (hours: number) => (hours === 1 ? 'within an hour' : `within ${hours} hours`),
  },
  head: {
    title: 'Audit log',
    lead: 'Everything moderators do is logged, and each entry seals the ones before it. Keep this code: if the log is rewritten later, it’s no longer found there.',
    of: (day: string) => `As of ${day}`,
  },
}

export const transparencyText = catalogue(english, () => import('./hi/transparency').then(({ hindi }) => hindi))
