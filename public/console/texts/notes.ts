import { catalogue } from '../../app/texts/catalogue'

/** What moderators write for one another, and what they hand over. */
const english = {
  notes: {
    title: 'Notes',
    lead: 'Only moderators read these.',
    none: 'No notes',
    about: { post: 'About the post', comment: 'About the comment', user: 'About the account' },
    add: 'Add note',
    addAuthor: 'Note about the author',
    note: 'Note',
    hint: 'The author never sees it.',
    save: 'Save note',
    saved: 'Note saved.',
    remove: 'Delete',
    removeOne: (content: string) => `Delete note: ${content}`,
    removed: 'Note deleted.',
    question: 'Delete this note?',
    consequence: 'It’s gone for all moderators.',
    gone: 'former moderator',
  },
  escalation: {
    waits: (by: string) => `Escalated by ${by}. A superadmin decides.`,
    somebody: 'a former moderator',
    escalate: 'Escalate',
    title: 'Leave this to a superadmin?',
    lead: 'No other moderator can decide it then.',
    reason: 'Why?',
    done: 'Escalated.',
    withdraw: 'Take back',
    withdrawn: 'Taken back. Any moderator can decide.',
    only: 'Escalated',
    all: 'All reports',
    label: 'Escalated',
  },
}

export const notesText = catalogue(english, () => import('./hi/notes').then(({ hindi }) => hindi))
