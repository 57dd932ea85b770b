import { pluralIn } from '../../../app/texts/numbers'

const plural = pluralIn('hi')

type Written = { posts: number; comments: number }

const written = ({ posts, comments }: Written) =>
  [plural(posts, 'पोस्ट', 'पोस्ट'), plural(comments, 'टिप्पणी', 'टिप्पणियाँ')].join(', ')

export const hindi = {
  list: {
    lead: 'टिप्पणियाँ देखने के लिए पोस्ट खोलें।',
    every: 'कोई भी स्थिति',
    topic: 'विषय',
    everyCollege: 'सभी कॉलेज',
    sort: 'क्रम',
    empty: 'ऐसी कोई पोस्ट नहीं मिली',
  },
  states: { active: 'दिख रही है', banned: 'हटाई गई', shadow_banned: 'चुपचाप छिपाई गई' },
  post: {
    title: 'पोस्ट',
    leads: {
      active: 'जो इसे पढ़ सकते हैं, उन सबको दिख रही है।',
      banned: 'यह सिर्फ़ मॉडरेटर को दिखती है। लेखक को बताया जाता है कि इसे हटाया गया।',
      shadow_banned: 'यह सिर्फ़ लेखक और मॉडरेटर को दिखती है। लेखक को बताया नहीं जाता।',
    },
    private: 'यह पोस्ट सिर्फ़ इसका कॉलेज पढ़ सकता है।',
    foreign: 'यह पोस्ट केवल किसी और कॉलेज के लिए है। आपने इसे पढ़ा, यह ऑडिट लॉग में दर्ज है।',
    own: 'यह आपकी अपनी है। इस पर कोई और एडमिन फ़ैसला करेगा।',
    open: 'स्टूडेंट की तरह देखें',
    history: 'मॉडरेशन का इतिहास',
  },
  comments: {
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
    done: (who: string, count: Written, left = 0) =>
      `${who} का हटाया गया: ${written(count)}।${left === 0 ? '' : ` ${left} आगे भेजे गए: फ़ैसला कोई सुपर एडमिन करेगा।`}`,
    undone: (count: Written, kept: number) =>
      kept === 0
        ? `वापस आया: ${written(count)}।`
        : `वापस आया: ${written(count)}। ${kept} वैसे ही हैं: उन पर बाद में फ़ैसला हुआ या वे मिटा दिए गए।`,
    back: 'वापस लिया: जो हटाया था, वह फिर दिख रहा है।',
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
  edits: {
    open: 'बदलाव',
    title: 'बदलाव',
    lead: 'लेखक ने क्या बदला, सबसे नया पहले। इसे खोलना लॉग में दर्ज होता है।',
    none: 'कोई बदलाव नहीं। विषय के बदलाव नहीं रखे जाते।',
    failed: 'बदलाव लोड नहीं हुए',
    kept: 'केवल पहला रूप और सबसे नए 19 रूप रखे जाते हैं।',
    first: 'पहला रूप',
    parts: { title: 'शीर्षक', content: 'टेक्स्ट', startsAt: 'तारीख़', place: 'जगह' },
    removed: 'हटाया गया:',
    added: 'जोड़ा गया:',
    end: 'बदलाव समाप्त',
    close: 'बंद करें',
  },
  alert: {
    title: 'एक साथ बहुत सारे टेक्स्ट',
    account: (name: string, texts: number) => `${name} ने ${texts} पोस्ट और टिप्पणियाँ लिखीं।`,
    text: (accounts: number) => `${accounts} खातों ने लगभग एक ही बात लिखी।`,
    link: (domain: string, accounts: number) => `${accounts} खातों ने ${domain} का लिंक दिया।`,
    someone: 'मिटाए गए खाते',
    see: 'टेक्स्ट देखें',
    more: (count: number) => `${count} और`,
    nothingLeft: 'कोई टेक्स्ट अब नहीं बचा।',
    postNumber: (number: number) => `पोस्ट ${number}`,
    commentNumber: (number: number) => `टिप्पणी ${number}`,
    author: 'इनका पेज खोलें',
    dismiss: 'सूचना ख़ारिज करें',
    dismissed: 'सूचना ख़ारिज की गई',
  },
  notes: {
    title: 'नोट',
    lead: 'इन्हें सिर्फ़ मॉडरेटर पढ़ते हैं।',
    none: 'कोई नोट नहीं',
    about: { post: 'पोस्ट के बारे में', comment: 'टिप्पणी के बारे में', user: 'खाते के बारे में' },
    add: 'नोट जोड़ें',
    addAuthor: 'लेखक के बारे में नोट',
    note: 'नोट',
    hint: 'लेखक को यह कभी नहीं दिखता।',
    save: 'नोट सहेजें',
    saved: 'नोट सहेजा गया।',
    removeOne: (content: string) => `नोट मिटाएँ: ${content}`,
    removed: 'नोट मिटाया गया।',
    question: 'यह नोट मिटाएँ?',
    consequence: 'यह सभी मॉडरेटरों के लिए मिट जाएगा।',
    gone: 'पूर्व मॉडरेटर',
  },
  escalation: {
    waits: (by: string) => `${by} ने आगे भेजा। फ़ैसला कोई सुपर एडमिन करेगा।`,
    somebody: 'किसी पूर्व मॉडरेटर',
    escalate: 'आगे भेजें',
    title: 'इसे सुपर एडमिन पर छोड़ें?',
    lead: 'फिर कोई और मॉडरेटर इस पर फ़ैसला नहीं कर सकता।',
    reason: 'क्यों?',
    done: 'आगे भेजा गया।',
    withdraw: 'वापस लें',
    withdrawn: 'वापस लिया गया। अब कोई भी मॉडरेटर फ़ैसला कर सकता है।',
    only: 'आगे भेजी गई',
    all: 'सभी शिकायतें',
    label: 'आगे भेजी गई',
  },
}
