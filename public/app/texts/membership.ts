import { catalogue } from './catalogue'

/** How somebody stays a member: above every page, beneath a post and in the settings. */
const english = {
  membership: {
    until: (day: string) => `You can post, comment and vote until ${day}. We’ll email you a month before.`,
    ending: (day: string) => `Your membership ends on ${day}. Verify your college email to keep posting.`,
    ended: 'Your membership has ended. You can still read, report, and delete what you wrote.',
    renew: 'Renew',
    lead: 'We’ll email you a code. Enter it to stay a member.',
    done: 'Membership renewed',
  },
}

export const membershipText = catalogue(english, () => import('./hi/membership').then(({ hindi }) => hindi))
