import { catalogue } from '../../app/texts/catalogue'

/** The queue of texts that wait for a moderator. */
const english = {
  page: {
    states: { waiting: 'Waiting', refused: 'Refused' },
    empty: 'All clear',
    emptyHow: 'Texts that the settings hold for you show up here, the oldest first.',
    noneRefused: 'Nothing refused in the last month',
    again: 'Refresh',
  },
  types: { post: 'Post', comment: 'Comment' },
  doubts: {
    uncertain: 'The scorer is unsure',
    scorer_down: 'Nobody could score it',
    link_domain: 'Link that has to be checked',
    new_account_link: 'Links by a new account',
  },
  entry: {
    by: 'By',
    on: (title: string) => `On “${title}”`,
    answers: 'In reply to',
    college: 'For their college only',
  },
  act: {
    label: 'Decide',
    refuse: 'Refuse',
    release: 'Publish',
    withReason: 'Refuse with a reason',
    reopen: 'Take refusal back',
  },
  done: {
    release: 'Published, at the time it was written.',
    refuse: 'Refused. The author is told and keeps the text.',
    reopen: 'Waiting again.',
  },
  decided: (by: string) => `${by} has already refused this.`,
  reason: {
    title: 'Refuse with a reason',
    lead: 'Nobody else will see it. The author is told, with the reason, and keeps the text.',
    hint: 'The author reads it.',
  },
}

export const heldText = catalogue(english, () => import('./hi/held').then(({ hindi }) => hindi))
