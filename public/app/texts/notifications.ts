import { catalogue } from './catalogue'
import { counted, pluralIn } from './numbers'

const plural = pluralIn('en')

/** Notifications, and new comments while one reads. */
const english = {
  unseen: {
    count: (count: number) => `${counted(count, 'en')} unread`,
  },
  list: {
    title: 'Inbox',
    lead: (count: number) => `${counted(count, 'en')} unread`,
    allSeen: 'All caught up',
    markAll: 'Mark all as read',
    marked: 'All marked as read.',
    unread: 'Unread',
    empty: 'Nothing yet',
    how: 'Replies and upvotes show up here.',
    failed: 'Couldn’t load notifications',
    off: 'Notifications are switched off here',
    offWhy: 'You’ll still see replies and votes on your posts.',
    end: 'That’s everything from the last 90 days',
  },
  kinds: {
    replied: (name: string) => `${name} replied to you`,
    repliedUnknown: 'Someone replied to you',
    mention: (name: string) => `${name} mentioned you`,
    mentionUnknown: 'Someone mentioned you',
  },
  newComments: {
    waiting: (count: number) => plural(count, 'new comment', 'new comments'),
    show: 'Show',
  },
}

export const notificationsText = catalogue(english, () => import('./hi/notifications').then(({ hindi }) => hindi))
