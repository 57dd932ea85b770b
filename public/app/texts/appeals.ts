import { catalogue } from './catalogue'

/** What one says against a removal or a sanction, and what became of it. */
const english = {
  panel: {
    wrong: 'Think this is a mistake?',
    appeal: 'Appeal',
    states: {
      open: 'You appealed. A moderator will look again',
      upheld: 'Appeal declined',
      overturned: 'Appeal accepted',
      lapsed: 'Already changed by a moderator',
    },
    yours: (message: string) => `You wrote: ${message}`,
    reason: (reason: string) => `Reason: ${reason}`,
  },
  dialog: {
    title: 'Appeal this decision',
    lead: 'You can appeal once. Another moderator reads it where there is one.',
    message: 'Why is it a mistake?',
    send: 'Send appeal',
    sent: 'Appeal sent',
  },
}

export const appealsText = catalogue(english, () => import('./hi/appeals').then(({ hindi }) => hindi))
