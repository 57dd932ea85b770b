import { catalogue } from '../../app/texts/catalogue'

/** Links with which students become moderators. */
const english = {
  list: {
    lead: 'A link makes one student a moderator. Each works once, for three days.',
    superadminsOnly: 'Only superadmins invite moderators.',
    none: 'No invitations yet',
    add: 'Make a link',
    adding: 'Invite a moderator',
    consequence:
      'Whoever opens the link first can take it, so give it to one person, by a way that others don’t read. You’ll find out the Quad name of whoever takes it, and they’re told so.',
    name: (day: string) => `Invitation of ${day}`,
    madeBy: (name: string) => `By ${name}`,
    until: (day: string) => `Works until ${day}`,
    revoke: 'Take back',
    revoking: 'Take this invitation back?',
    revoked: 'Invitation taken back',
    afterwards: 'The link stops working at once.',
  },
  states: { open: 'Open', taken: 'Taken', revoked: 'Taken back', expired: 'Expired', void: 'Not valid' },
  link: {
    title: 'Copy the link now',
    lead: 'You can’t see it again. If it gets lost, take it back and make another.',
    label: 'Link',
    done: 'Done',
  },
}

export const invitationsText = catalogue(english, () => import('./hi/invitations').then(({ hindi }) => hindi))
