import { catalogue } from './catalogue'

export const pinsText = catalogue({
  pins: {
    title: ['Pin this post', 'यह पोस्ट पिन करें'],
    lead: [
      'Pinned posts stand at the top for everyone who can see them.',
      'पिन की हुई पोस्ट उन सबको सबसे ऊपर दिखती हैं, जो उन्हें देख सकते हैं।',
    ],
    campus: ['Top of the feed', 'फ़ीड में सबसे ऊपर'],
    topic: [(topic: string) => `Top of ${topic}`, (topic: string) => `${topic} में सबसे ऊपर`],
    taken: [
      (count: number, room: number) => `${count} of ${room}`,
      (count: number, room: number) => `${room} में से ${count}`,
    ],
    here: ['Pin here', 'यहाँ पिन करें'],
    unpin: ['Unpin', 'पिन हटाएँ'],
    unpinOne: [(title: string) => `Unpin: ${title}`, (title: string) => `पिन हटाएँ: ${title}`],
    none: ['Nothing pinned', 'कुछ पिन नहीं है'],
    done: ['Pinned.', 'पिन हो गई।'],
    undone: ['Unpinned.', 'पिन हट गया।'],
  },
})
