import { catalogue } from '../../app/texts/catalogue'

/** What people say against removals and sanctions. */
const english = {
  page: {
    statuses: { open: 'Open', upheld: 'Declined', overturned: 'Accepted', lapsed: 'Changed before' },
    none: 'No open appeals',
    noneFound: 'No appeals',
  },
  entry: {
    resources: { post: 'Post', comment: 'Comment', user: 'Account' },
    appeal: 'Appeal',
    decision: 'First decision',
    original: 'Original text',
    gone: 'Deleted by its author',
    decidedBy: 'Decided by',
    reason: (reason: string) => `Reason: ${reason}`,
    someoneElse: 'Another moderator has to decide this appeal.',
  },
  decide: {
    uphold: 'Decline',
    overturn: 'Accept',
    titles: { upheld: 'Decline this appeal?', overturned: 'Accept this appeal?' },
    leads: {
      upheld: 'The first decision stays. The person reads your reason.',
      overturned: 'What was removed is restored; a suspension or ban is lifted. The person reads your reason.',
    },
    done: { upheld: 'Appeal declined', overturned: 'Appeal accepted' },
  },
}

export const appealsText = catalogue(english, () => import('./hi/appeals').then(({ hindi }) => hindi))
