import { catalogue } from './catalogue'
import { counted, hindiCount, hindiPlural, plural } from './numbers'

/** Notifications, and new comments while one reads. */
export const notificationsText = catalogue({
  unseen: {
    count: [(count: number) => `${counted(count, 'en')} unread`, (count: number) => `${hindiCount(count)} बिना पढ़ी`],
  },
  list: {
    lead: [(count: number) => `${counted(count, 'en')} unread`, (count: number) => `${hindiCount(count)} बिना पढ़ी`],
    allSeen: ['All caught up', 'आपने सब देख लिया'],
    markAll: ['Mark all as read', 'सब पढ़ा हुआ करें'],
    marked: ['All marked as read.', 'सब पढ़ा हुआ कर दिया।'],
    unread: ['Unread', 'बिना पढ़ी'],
    empty: ['Nothing yet', 'अभी कुछ नहीं है'],
    how: ['Replies and upvotes show up here.', 'जवाब और अपवोट यहाँ दिखेंगे।'],
    failed: ['Couldn’t load notifications', 'सूचनाएँ लोड नहीं हुईं'],
    off: ['Notifications are switched off here', 'यहाँ सूचनाएँ बंद हैं'],
    offWhy: ['You’ll still see replies and votes on your posts.', 'जवाब और वोट आपकी पोस्ट पर फिर भी दिखेंगे।'],
    end: ['That’s everything from the last 90 days', 'पिछले 90 दिनों का बस इतना ही है'],
  },
  kinds: {
    replied: [(name: string) => `${name} replied to you`, (name: string) => `${name} ने आपको जवाब दिया`],
    repliedUnknown: ['Someone replied to you', 'किसी ने आपको जवाब दिया'],
    mention: [(name: string) => `${name} mentioned you`, (name: string) => `${name} ने आपका ज़िक्र किया`],
    mentionUnknown: ['Someone mentioned you', 'किसी ने आपका ज़िक्र किया'],
  },
  newComments: {
    waiting: [
      (count: number) => plural(count, 'new comment', 'new comments'),
      (count: number) => hindiPlural(count, 'नई टिप्पणी', 'नई टिप्पणियाँ'),
    ],
    show: ['Show', 'दिखाएँ'],
  },
})
