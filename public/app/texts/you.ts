import { catalogue } from './catalogue'

/** The page of what belongs to oneself, and of how Quad looks. */
const english = {
  you: {
    title: 'You',
    titleStranger: 'More',
    profile: 'Your profile',
    saved: 'Saved posts',
    comments: 'Your comments',
    people: 'Find people',
    college: 'Your college',
    settings: 'Settings',
    feedback: 'Give feedback',
    console: 'Console',
    signOut: 'Sign out',
    signOutLater: 'Signed out on this device. We’ll finish when you’re back online.',
    appearance: 'Look and language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
  },
}

export const youText = catalogue(english, () => import('./hi/you').then(({ hindi }) => hindi))
