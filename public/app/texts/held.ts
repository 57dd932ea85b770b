import { catalogue } from './catalogue'

/** One's texts that wait for a moderator, or that one refused. */
const english = {
  held: {
    title: 'Waiting for a moderator',
    lead: 'Only you and the moderators can see these.',
    states: { waiting: 'Waiting for a moderator', refused: 'Not published' },
    types: { post: 'Post', comment: 'Comment' },
    takeBack: 'Take back and edit',
    rewrite: 'Edit and try again',
    deleteQuestion: 'Delete this text?',
    deleteConsequence: 'You can’t undo this.',
    delete: 'Delete',
    removed: 'Deleted',
    failed: 'Couldn’t load your texts that are waiting',
  },
}

export const heldText = catalogue(english, () => import('./hi/held').then(({ hindi }) => hindi))
