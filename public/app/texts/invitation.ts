import { catalogue } from './catalogue'

/** A link with which a student becomes a moderator. */
const english = {
  offer: {
    title: 'Become a moderator',
    lead: 'This link makes one student a moderator of this Quad.',
    signIn: 'Sign in with your student account to see whether it still works.',
    noLink: 'Open this page with the link you were sent.',
    as: (name: string) => `You’re signed in as ${name}.`,
    gives: [
      'You read reports, remove posts and comments, and suspend people. Every action is logged.',
      'Whoever sent you the link will learn that this is your Quad name, with everything you’ve posted under it.',
      'Other students don’t see that you moderate.',
    ] as readonly string[],
    until: (moment: string) => `The link works until ${moment}.`,
    take: 'Become a moderator',
    later: 'Not now',
    taken: 'You’re a moderator now',
    takenHow:
      'The console is where you work. All superadmins were told that somebody took the link. Your other devices are signed out.',
    console: 'Open the console',
  },
}

export const invitationText = catalogue(english, () => import('./hi/invitation').then(({ hindi }) => hindi))
