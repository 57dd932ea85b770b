import { catalogue } from './catalogue'

/** Telling the moderators of a post or a comment. */
const english = {
  dialog: {
    post: 'Report this post',
    comment: 'Report this comment',
    lead: 'Moderators will look at it. Whoever wrote it does not learn who reported it.',
    reason: 'Reason',
    chooseReason: 'Choose a reason',
    message: 'What is wrong with it?',
    messageHint: 'A sentence is enough. Moderators see the text itself beside it.',
    block: (name: string) => `Also block ${name}`,
    blockHint: 'You will not find each other’s posts any more. Your settings list whom you blocked.',
    send: 'Report',
    sent: 'Thank you. A moderator will look at it.',
    already: 'You have reported this already. A moderator will look at it.',
    blocked: (name: string) => `You have blocked ${name}.`,
  },
}

export const reportsText = catalogue(english, () => import('./hi/reports').then(({ hindi }) => hindi))
