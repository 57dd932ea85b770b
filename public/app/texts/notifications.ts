import { catalogue } from './catalogue'
import { counted } from './numbers'

const plural = (count: number, one: string, other: string) => `${counted(count, 'en')} ${count === 1 ? one : other}`

/** Notifications, and what happens while one looks on. */
const english = {
  bell: {
    none: 'Notifications, none unread',
    unread: (count: number) => `Notifications, ${counted(count, 'en')} unread`,
  },
  list: {
    title: 'Notifications',
    lead: (count: number) => `${plural(count, 'notification', 'notifications')} unread`,
    allSeen: 'You have seen all of them.',
    markAll: 'Mark all as seen',
    marked: 'All are marked as seen.',
    unread: 'Unread',
    empty: 'Nothing has happened yet',
    how: 'When somebody replies to you or upvotes what you wrote, you read it here.',
    failed: 'The notifications could not be loaded',
    off: 'Notifications are switched off here',
    offWhy: 'Whoever runs this Quad has not turned them on. Replies and votes show beneath your posts all the same.',
    end: 'These are all. They are kept for 90 days.',
  },
  kinds: {
    replied: (name: string) => `${name} replied to you`,
    repliedSomebody: 'Somebody replied to you',
  },
  newComments: {
    waiting: (count: number) => plural(count, 'new comment', 'new comments'),
    show: 'Show',
    elsewhere: 'They stand in a part of the thread that is not open yet.',
  },
}

export const notificationsText = catalogue(english, () => import('./hi/notifications').then(({ hindi }) => hindi))
