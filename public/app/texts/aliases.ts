import { catalogue } from './catalogue'
import { pluralIn } from './numbers'

const plural = pluralIn('en')

/** A name for one thread: choosing it, what waits under it, one's own list of them. */
const english = {
  choice: {
    label: 'A name for this thread only',
    lead: 'Nobody can get from it to your Quad name or your other posts.',
    cannotHide: 'It can’t hide how you write or what you tell.',
    moderators: 'Moderators can still act on it. A superadmin can reveal whose it is, and you’d be told.',
    hour: 'Appears within the hour, at a random minute.',
    quarter: 'Appears within 15 minutes, at a random moment.',
    atOnce: 'Post at once',
    atOnceHint:
      'Anyone who can tell that you’re online right now, on the campus Wi-Fi for example, may guess it’s you.',
    left: (today: number, week: number) => `${plural(today, 'new name', 'new names')} left today, ${week} this week.`,
    states: {
      off: 'These names are switched off here now.',
      too_young: 'Your account is too new for this.',
      day_limit: 'You’ve used all your new names for today.',
      week_limit: 'You’ve used all your new names for this week.',
    },
    both: (own: string, alias: string) =>
      `${own} and ${alias} will both be in this thread. People may guess that they’re one person.`,
    failed: 'Couldn’t load your name for this thread',
  },
  delayed: {
    waiting: 'Appears within 15 minutes. Only you see it.',
    held: 'On hold: you couldn’t comment when it was due. Only you see it.',
    hint: 'If you publish it now, anyone who can tell that you’re online may guess it’s you.',
    publish: 'Publish now',
    published: 'Comment posted',
    cancel: 'Cancel',
    cancelled: 'Cancelled',
    comment: 'Comment',
  },
  list: {
    title: 'Thread names',
    lead: 'Only you can see this list.',
    none: 'No names for single threads yet',
    how: 'When you write, choose “A name for this thread only”.',
    failed: 'Couldn’t load your thread names',
    more: 'More names',
    gone: 'In a thread that you can’t read any more',
  },
}

export const aliasesText = catalogue(english, () => import('./hi/aliases').then(({ hindi }) => hindi))
