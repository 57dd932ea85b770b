import { catalogue } from '../../app/texts/catalogue'

/** Who waits to be let in. */
const english = {
  page: {
    lead: 'They’ve verified a college email and wait for a moderator. No one sees the email in full. They’re told by email what you decide.',
    state: 'Show',
    states: { waiting: 'Waiting', approved: 'Approved', refused: 'Refused' },
    none: { waiting: 'No one is waiting', approved: 'No one who hasn’t joined yet', refused: 'No one' },
    noCollege: 'Its college is gone',
    by: (name: string) => `decided by ${name}`,
  },
  decide: {
    approve: 'Approve',
    approved: (email: string) => `Approved: ${email}`,
    refuse: 'Refuse',
    refusing: (email: string) => `Refuse ${email}?`,
    refusingLead: 'They read your reason. For 30 days they can’t ask again; until then you can still approve.',
    refused: (email: string) => `Refused: ${email}`,
  },
}

export const signUpsText = catalogue(english, () => import('./hi/sign-ups').then(({ hindi }) => hindi))
