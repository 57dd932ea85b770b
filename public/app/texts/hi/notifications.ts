import { counted, pluralIn } from '../numbers'

const plural = pluralIn('hi')

export const hindi = {
  unseen: {
    count: (count: number) => `${counted(count, 'hi')} बिना पढ़ी`,
  },
  list: {
    title: 'इनबॉक्स',
    lead: (count: number) => `${counted(count, 'hi')} बिना पढ़ी`,
    allSeen: 'आपने सब देख लिया',
    markAll: 'सब पढ़ा हुआ करें',
    marked: 'सब पढ़ा हुआ कर दिया।',
    unread: 'बिना पढ़ी',
    empty: 'अभी कुछ नहीं है',
    how: 'जवाब और अपवोट यहाँ दिखेंगे।',
    failed: 'सूचनाएँ लोड नहीं हुईं',
    off: 'यहाँ सूचनाएँ बंद हैं',
    offWhy: 'जवाब और वोट आपकी पोस्ट पर फिर भी दिखेंगे।',
    end: 'पिछले 90 दिनों का बस इतना ही है',
  },
  kinds: {
    replied: (name: string) => `${name} ने आपको जवाब दिया`,
    repliedUnknown: 'किसी ने आपको जवाब दिया',
    mention: (name: string) => `${name} ने आपका ज़िक्र किया`,
    mentionUnknown: 'किसी ने आपका ज़िक्र किया',
  },
  newComments: {
    waiting: (count: number) => plural(count, 'नई टिप्पणी', 'नई टिप्पणियाँ'),
    show: 'दिखाएँ',
  },
}
