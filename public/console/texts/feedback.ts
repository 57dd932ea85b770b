import { catalogue } from '../../app/texts/catalogue'

/** Feedback from students. */
const english = {
  list: {
    statuses: { new: 'New', reviewed: 'Reviewed', dismissed: 'Dismissed', all: 'All' },
    type: 'Type',
    everyType: 'All types',
    by: 'By',
    review: 'Mark as reviewed',
    dismiss: 'Dismiss',
    renew: 'Mark as new',
    marked: (title: string) => `“${title}” updated`,
    deleting: 'Delete this feedback?',
    consequence: 'You can’t undo this.',
    deleted: 'Feedback deleted',
    none: 'No new feedback',
  },
}

export const feedbackText = catalogue(english, () => import('./hi/feedback').then(({ hindi }) => hindi))
