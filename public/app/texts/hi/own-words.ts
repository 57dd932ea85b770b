import { pluralIn } from '../numbers'

const plural = pluralIn('hi')

export const hindi = {
  removed: {
    post: 'एक मॉडरेटर ने यह पोस्ट हटाई',
    visible: 'इसे केवल इसके लेखक और मॉडरेटर देख सकते हैं।',
    visibleToYou: 'इसे केवल आप और मॉडरेटर देख सकते हैं।',
    comment: 'मॉडरेटर ने हटाई',
    rule: (rule: string) => `नियम: ${rule}`,
    reason: (reason: string) => `कारण: ${reason}`,
  },
  held: {
    waiting: 'मॉडरेटर के इंतज़ार में',
    refused: 'एक मॉडरेटर ने यह पोस्ट प्रकाशित नहीं की',
    lead: 'इसे केवल आप और मॉडरेटर देख सकते हैं।',
    open: 'आपके रुके हुए टेक्स्ट',
  },
  profile: {
    choose: 'आपने जो लिखा',
    posts: 'पोस्ट',
    comments: 'टिप्पणियाँ',
    removed: 'हटाई गईं',
    noComments: 'आपने अब तक टिप्पणी नहीं की है।',
    noneRemoved: 'किसी मॉडरेटर ने आपकी कोई पोस्ट नहीं हटाई है।',
    failed: 'आपकी टिप्पणियाँ लोड नहीं हुईं',
    on: (title: string) => `“${title}” पर`,
    gone: 'एक ऐसी पोस्ट पर जिसे आप अब नहीं पढ़ सकते',
    replies: (count: number) => plural(count, 'जवाब', 'जवाब'),
    more: 'और टिप्पणियाँ',
  },
  versions: {
    open: 'पिछले रूप',
    title: 'पिछले रूप',
    lead: 'इन्हें केवल लेखक और मॉडरेटर देखते हैं।',
    none: 'कोई पिछला रूप नहीं है। पुराने बदलाव, और विषय के बदलाव, यहाँ नहीं आते।',
    failed: 'पिछले रूप लोड नहीं हुए',
    close: 'बंद करें',
  },
}
