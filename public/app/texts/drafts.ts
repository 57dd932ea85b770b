import { catalogue } from './catalogue'

const english = {
  drafts: {
    title: 'Drafts',
    lead: 'Only on this device, and only for you. Signing out deletes them.',
    none: 'No drafts',
    noneHow: 'What you write is saved here until you send it.',
    newPost: 'New post',
    editPost: 'Edited post',
    comment: 'Comment',
    other: 'Feedback',
    waits: 'Sends when you’re back online',
    open: 'Continue',
    discard: 'Discard',
    discarded: 'Draft discarded',
    undo: 'Undo',
  },
}

export const draftsText = catalogue(english, () => import('./hi/drafts').then(({ hindi }) => hindi))
