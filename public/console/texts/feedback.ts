import { catalogue } from '../../app/texts/catalogue'

/** What users told the operators. */
const english = {
  list: {
    title: 'Feedback',
    status: 'Which feedback',
    statuses: { new: 'New', reviewed: 'Reviewed', dismissed: 'Dismissed', all: 'All' },
    type: 'Type',
    everyType: 'Every type',
    by: 'By',
    review: 'Mark as reviewed',
    dismiss: 'Dismiss',
    renew: 'Mark as new',
    marked: (title: string) => `“${title}” has been marked`,
    delete: 'Delete',
    deleting: 'Delete this feedback?',
    consequence: 'Nobody can read it any more.',
    deleted: 'The feedback has been deleted',
    none: 'Nobody has written anything new.',
    noneFound: 'There is no such feedback.',
  },
}

export const feedbackText = catalogue(english, () => import('./hi/feedback').then(({ hindi }) => hindi))
