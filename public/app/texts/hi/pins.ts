export const hindi = {
  pins: {
    title: 'यह पोस्ट पिन करें',
    lead: 'पिन की हुई पोस्ट उन सबको सबसे ऊपर दिखती हैं, जो उन्हें देख सकते हैं।',
    campus: 'फ़ीड में सबसे ऊपर',
    topic: (topic: string) => `${topic} में सबसे ऊपर`,
    taken: (count: number, room: number) => `${room} में से ${count}`,
    here: 'यहाँ पिन करें',
    unpin: 'पिन हटाएँ',
    unpinOne: (title: string) => `पिन हटाएँ: ${title}`,
    none: 'कुछ पिन नहीं है',
    done: 'पिन हो गई।',
    undone: 'पिन हट गया।',
    close: 'बंद करें',
  },
}
