import { counted } from '../numbers'

const number = (count: number) => counted(count, 'hi')

export const hindi = {
  bell: {
    none: 'सूचनाएँ, कोई अपठित नहीं',
    unread: (count: number) => `सूचनाएँ, ${number(count)} अपठित`,
  },
  list: {
    title: 'सूचनाएँ',
    lead: (count: number) => `${number(count)} अपठित ${count === 1 ? 'सूचना' : 'सूचनाएँ'}`,
    allSeen: 'आपने सभी देख ली हैं।',
    markAll: 'सभी को देखा हुआ मानें',
    marked: 'सभी को देखा हुआ मान लिया गया।',
    unread: 'अपठित',
    empty: 'अभी तक कुछ नहीं हुआ',
    how: 'जब कोई आपको उत्तर देगा या आपके लिखे के पक्ष में वोट देगा, वह यहाँ दिखेगा।',
    failed: 'सूचनाएँ लोड नहीं हो सकीं',
    off: 'यहाँ सूचनाएँ बंद हैं',
    offWhy: 'इस Quad को चलाने वालों ने इन्हें चालू नहीं किया है। उत्तर और वोट आपकी पोस्ट के नीचे फिर भी दिखते हैं।',
    end: 'बस इतनी ही हैं। ये 90 दिन तक रखी जाती हैं।',
  },
  kinds: {
    replied: (name: string) => `${name} ने आपको उत्तर दिया`,
    repliedSomebody: 'किसी ने आपको उत्तर दिया',
  },
  newComments: {
    waiting: (count: number) => `${number(count)} ${count === 1 ? 'नई टिप्पणी' : 'नई टिप्पणियाँ'}`,
    show: 'दिखाएँ',
    elsewhere: 'वे चर्चा के उस भाग में हैं जो अभी खुला नहीं है।',
  },
}
