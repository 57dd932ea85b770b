import { catalogue } from '../../app/texts/catalogue'

/** Memberships that end, and the mails before. */
const english = {
  memberships: {
    title: 'Memberships',
    superadminsOnly: 'Only superadmins see how many memberships end.',
    lead: (months: string) =>
      `Students verify their college email every ${months} months. Until they do, they can read, but not post, comment or vote. Nothing is deleted, and no one else sees who they are.`,
    never: 'Memberships never end here. The operator can change that: REVERIFY_MONTHS.',
    by: 'Ending by',
    show: 'Show',
    ending: (ending: string, members: string) => `Of ${members} memberships, ${ending} end unless they’re renewed.`,
    few: (least: string) => `fewer than ${least}`,
    coarse: (least: string) => `Rounded down to multiples of ${least}. Smaller groups aren’t listed.`,
    college: 'College',
    joined: 'Joined',
    members: 'Members',
    ends: 'Ending',
    mails: 'Everyone gets an email a month and a week before.',
    remind: 'Email them now',
    reminding: (month: string) => `Email everyone whose membership ends by ${month}?`,
    pace: 'Emails go out over the next hours. Anyone who got one in the last week is left out.',
    reminded: 'Emails on their way',
  },
}

export const membershipText = catalogue(english, () => import('./hi/membership').then(({ hindi }) => hindi))
