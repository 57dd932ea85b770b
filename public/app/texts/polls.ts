import { catalogue } from './catalogue'
import { hindiPlural, plural } from './numbers'

/** Polls: added to a post, and voted in. */
export const pollsText = catalogue({
  fields: {
    add: ['Add a poll', 'पोल जोड़ें'],
    remove: ['Remove poll', 'पोल हटाएँ'],
    secret: [
      'One vote each, for good. Nobody can see who picked what.',
      'हर व्यक्ति का एक वोट, जो बदलता नहीं। किसने क्या चुना, कोई नहीं देख सकता।',
    ],
    choice: [(number: number) => `Choice ${number}`, (number: number) => `विकल्प ${number}`],
    addChoice: ['Add a choice', 'विकल्प जोड़ें'],
    removeChoice: [(number: number) => `Remove choice ${number}`, (number: number) => `विकल्प ${number} हटाएँ`],
    open: ['Open for', 'कब तक खुला'],
  },
  poll: {
    title: ['Poll', 'पोल'],
    span: [
      (hours: number) => (hours < 24 ? plural(hours, 'hour', 'hours') : plural(hours / 24, 'day', 'days')),
      (hours: number) => (hours < 24 ? hindiPlural(hours, 'घंटा', 'घंटे') : hindiPlural(hours / 24, 'दिन', 'दिन')),
    ],
    vote: ['Vote', 'वोट दें'],
    away: ['You’re offline. Vote once you’re back.', 'आप ऑफ़लाइन हैं। वापस आकर वोट दें।'],
    final: ['Secret, and can’t be changed.', 'गुप्त, और बदला नहीं जा सकता।'],
    voted: ['You voted.', 'आपने वोट दिया।'],
    later: ['Results appear after ten votes, or at the end.', 'नतीजे दस वोट के बाद या अंत में दिखेंगे।'],
    counted: [
      (count: number) => `${plural(count, 'vote', 'votes')} counted so far.`,
      (count: number) => `अब तक ${hindiPlural(count, 'वोट', 'वोट')} गिने गए।`,
    ],
    votes: [(count: number) => plural(count, 'vote', 'votes'), (count: number) => hindiPlural(count, 'वोट', 'वोट')],
    ends: [(when: string) => `Ends ${when}.`, (when: string) => `${when} को ख़त्म होगा।`],
    ended: ['Poll ended.', 'पोल ख़त्म।'],
    tooFew: ['Fewer than five people voted, so there’s no result.', 'पाँच से कम लोगों ने वोट दिया, इसलिए कोई नतीजा नहीं।'],
    waits: ['Starts when the post appears.', 'पोस्ट दिखने पर शुरू होगा।'],
  },
})
