import { pluralIn } from '../../../app/texts/numbers'

const plural = pluralIn('hi')

type Written = { posts: number; comments: number }

const written = ({ posts, comments }: Written) =>
  [plural(posts, 'पोस्ट', 'पोस्ट'), plural(comments, 'टिप्पणी', 'टिप्पणियाँ')].join(', ')

export const hindi = {
  list: {
    title: 'पोस्ट और टिप्पणियाँ',
    lead: 'टिप्पणियाँ देखने के लिए पोस्ट खोलें।',
    state: 'स्थिति',
    every: 'कोई भी स्थिति',
    topic: 'विषय',
    college: 'कॉलेज',
    everyCollege: 'सभी कॉलेज',
    sort: 'क्रम',
    empty: 'ऐसी कोई पोस्ट नहीं मिली',
  },
  states: { active: 'दिख रही है', banned: 'हटाई गई', shadow_banned: 'चुपचाप छिपाई गई' },
  post: {
    title: 'पोस्ट',
    state: 'स्थिति',
    leads: {
      active: 'जो इसे पढ़ सकते हैं, उन सबको दिख रही है।',
      banned: 'यह सिर्फ़ मॉडरेटर को दिखती है। लेखक को बताया जाता है कि इसे हटाया गया।',
      shadow_banned: 'यह सिर्फ़ लेखक और मॉडरेटर को दिखती है। लेखक को बताया नहीं जाता।',
    },
    private: 'यह पोस्ट सिर्फ़ इसका कॉलेज पढ़ सकता है।',
    foreign: 'यह किसी और कॉलेज की निजी पोस्ट है। आपने इसे पढ़ा, यह ऑडिट लॉग में दर्ज है।',
    own: 'यह आपकी अपनी है। इस पर कोई और एडमिन फ़ैसला करेगा।',
    open: 'स्टूडेंट की तरह देखें',
    log: 'ऑडिट लॉग',
    history: 'मॉडरेशन का इतिहास',
  },
  comments: {
    title: 'टिप्पणियाँ',
    state: 'टिप्पणियों की स्थिति',
    every: 'सभी टिप्पणियाँ',
    none: 'कोई टिप्पणी नहीं है',
    noneBanned: 'कोई हटाई गई टिप्पणी नहीं है',
    noneActive: 'कोई दिखने वाली टिप्पणी नहीं है',
    reply: 'जवाब',
    deleted: 'लेखक ने मिटाई',
    own: 'यह आपकी अपनी है। इस पर कोई और एडमिन फ़ैसला करेगा।',
  },
  recent: {
    open: 'पिछले 24 घंटे हटाएँ',
    title: (who: string) => `${who} ने पिछले 24 घंटों में जो लिखा, सब हटाएँ?`,
    counting: 'गिन रहे हैं…',
    lead: (count: Written) => `${written(count)}। लेखक को एक बार बताया जाता है। इनकी खुली शिकायतें बंद हो जाती हैं।`,
    confirm: 'सब हटाएँ',
    hint: 'इतिहास में रहता है। लेखक इसे ऐप में भी पढ़ता है।',
    done: (who: string, count: Written) => `${who} का हटाया गया: ${written(count)}।`,
    undone: (count: Written, kept: number) =>
      kept === 0
        ? `वापस आया: ${written(count)}।`
        : `वापस आया: ${written(count)}। ${kept} वैसे ही हैं: उन पर बाद में फ़ैसला हुआ या वे मिटा दिए गए।`,
    back: 'वापस लिया: जो हटाया था, वह फिर दिख रहा है।',
    undo: 'वापस लें',
  },
  decide: {
    ban: 'हटाएँ',
    shadow: 'चुपचाप छिपाएँ',
    activate: 'वापस लाएँ',
    titles: {
      post: {
        active: 'यह पोस्ट वापस लाएँ?',
        banned: 'यह पोस्ट हटाएँ?',
        shadow_banned: 'यह पोस्ट चुपचाप छिपाएँ?',
      },
      comment: { active: 'यह टिप्पणी वापस लाएँ?', banned: 'यह टिप्पणी हटाएँ?' },
    },
    leads: {
      active: 'जो इसे पढ़ सकते हैं, उन सबको फिर दिखेगी।',
      banned: 'यह स्टूडेंट को नहीं दिखेगी। लेखक को बताया जाएगा, और इसकी बाक़ी शिकायतें बंद हो जाएँगी।',
      shadow_banned: 'यह सिर्फ़ लेखक को दिखती रहेगी, और उसे बताया नहीं जाएगा। इसकी बाक़ी शिकायतें बंद हो जाएँगी।',
    },
    preset: 'क्यों?',
    ownWords: 'कोई और कारण',
    added: 'कुछ और लिखें',
    rule: 'नियम',
    ruleHint: 'लेखक इसे पढ़ता है।',
    noRule: 'कोई नियम नहीं',
    reason: 'कारण',
    reasonEmailed: 'इतिहास में रहता है। हटाने पर लेखक इसे ऐप में भी पढ़ता है।',
    reasonSecret: 'इतिहास में रहता है। लेखक को नहीं दिखता।',
    done: {
      post: {
        active: 'पोस्ट वापस आ गई।',
        banned: 'पोस्ट हटा दी।',
        shadow_banned: 'पोस्ट चुपचाप छिपा दी।',
      },
      comment: { active: 'टिप्पणी वापस आ गई।', banned: 'टिप्पणी हटा दी।' },
    },
  },
}
