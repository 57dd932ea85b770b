import { catalogue } from './catalogue'

/** Reporting a post or a comment to the moderators. */
const english = {
  dialog: {
    post: 'Report this post',
    comment: 'Report this comment',
    lead: 'Moderators will review it and see your Quad name. The author won’t know it was you.',
    reason: 'Reason',
    chooseReason: 'Choose a reason',
    message: 'Anything moderators should know?',
    block: (name: string) => `Also block ${name}`,
    blockHint: 'You won’t see each other’s posts. You can undo this in Settings.',
    send: 'Report',
    sent: 'Thanks. A moderator will review it.',
    already: 'You’ve already reported this. A moderator will review it.',
    blocked: (name: string) => `You blocked ${name}.`,
  },
}

export const reportsText = catalogue(english, () => import('./hi/reports').then(({ hindi }) => hindi))
