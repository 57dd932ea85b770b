import { catalogue } from './catalogue'

/** The pages of the place around what the campus writes on them. */
const english = {
  leads: {
    rules: 'Everybody here has agreed to these.',
    privacy: 'Who can learn what about you.',
    contact: 'Who runs this Quad, and whom to turn to.',
    moderation: 'How posts and people are moderated.',
  },
  numbers: {
    title: 'In numbers',
    lead: (least: number) =>
      `By month, rounded down to fives. A dash stands for fewer than ${least}, none included, so that no number points at a person.`,
    month: 'Month',
    reports: 'Reports',
    removed: 'Removed',
    restored: 'Restored',
    sanctions: 'Suspended or banned',
    none: (least: number) => `Fewer than ${least} of anything in each of the last twelve months.`,
  },
}

export const aboutText = catalogue(english, () => import('./hi/about').then(({ hindi }) => hindi))
