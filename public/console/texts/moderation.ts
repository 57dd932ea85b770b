import { catalogue } from '../../app/texts/catalogue'
import { hindiPlural, plural } from '../../app/texts/numbers'

type Written = { posts: number; comments: number }
const written = ({ posts, comments }: Written) =>
  [plural(posts, 'post', 'posts'), plural(comments, 'comment', 'comments')].join(', ')
const writtenInHindi = ({ posts, comments }: Written) =>
  [hindiPlural(posts, 'पोस्ट', 'पोस्ट'), hindiPlural(comments, 'टिप्पणी', 'टिप्पणियाँ')].join(', ')

export const moderationText = catalogue({
  list: {
    lead: ['Open a post to see its comments.', 'टिप्पणियाँ देखने के लिए पोस्ट खोलें।'],
    topic: ['Topic', 'विषय'],
    sort: ['Sort by', 'क्रम'],
    empty: ['No posts match', 'ऐसी कोई पोस्ट नहीं मिली'],
  },
  states: {
    active: ['Visible', 'दिख रही है'],
    banned: ['Removed', 'हटाई गई'],
    shadow_banned: ['Hidden silently', 'चुपचाप छिपाई गई'],
  },
  post: {
    title: ['Post', 'पोस्ट'],
    leads: {
      active: ['Everyone who may read it can see it.', 'जो इसे पढ़ सकते हैं, उन सबको दिख रही है।'],
      banned: [
        'Only moderators can see it. The author is told that it was removed.',
        'यह सिर्फ़ मॉडरेटर को दिखती है। लेखक को बताया जाता है कि इसे हटाया गया।',
      ],
      shadow_banned: [
        'Only its author and moderators can see it. The author isn’t told.',
        'यह सिर्फ़ लेखक और मॉडरेटर को दिखती है। लेखक को बताया नहीं जाता।',
      ],
    },
    private: ['Only its college can read this post.', 'यह पोस्ट सिर्फ़ इसका कॉलेज पढ़ सकता है।'],
    foreign: [
      'This post is for another college only. The audit log notes that you read it.',
      'यह पोस्ट केवल किसी और कॉलेज के लिए है। आपने इसे पढ़ा, यह ऑडिट लॉग में दर्ज है।',
    ],
    own: ['This is yours. Another admin has to decide.', 'यह आपकी अपनी है। इस पर कोई और एडमिन फ़ैसला करेगा।'],
    open: ['View as student', 'स्टूडेंट की तरह देखें'],
    history: ['Moderation history', 'मॉडरेशन का इतिहास'],
  },
  comments: {
    state: ['Comment status', 'टिप्पणियों की स्थिति'],
    every: ['All comments', 'सभी टिप्पणियाँ'],
    none: ['No comments', 'कोई टिप्पणी नहीं है'],
    noneBanned: ['No removed comments', 'कोई हटाई गई टिप्पणी नहीं है'],
    noneActive: ['No visible comments', 'कोई दिखने वाली टिप्पणी नहीं है'],
    reply: ['reply', 'जवाब'],
    deleted: ['Deleted by its author', 'लेखक ने मिटाई'],
  },
  recent: {
    open: ['Remove last 24 hours', 'पिछले 24 घंटे हटाएँ'],
    title: [
      (who: string) => `Remove everything ${who} wrote in the last 24 hours?`,
      (who: string) => `${who} ने पिछले 24 घंटों में जो लिखा, सब हटाएँ?`,
    ],
    counting: ['Counting…', 'गिन रहे हैं…'],
    lead: [
      (count: Written) => `${written(count)}. The author is told once. Open reports about them are closed.`,
      (count: Written) => `${writtenInHindi(count)}। लेखक को एक बार बताया जाता है। इनकी खुली शिकायतें बंद हो जाती हैं।`,
    ],
    confirm: ['Remove all', 'सब हटाएँ'],
    hint: ['Kept in the history. The author reads it in the app, too.', 'इतिहास में रहता है। लेखक इसे ऐप में भी पढ़ता है।'],
    done: [
      (who: string, count: Written, left = 0) =>
        `Removed of ${who}: ${written(count)}.${left === 0 ? '' : ` ${left} escalated: a superadmin decides.`}`,
      (who: string, count: Written, left = 0) =>
        `${who} का हटाया गया: ${writtenInHindi(count)}।${left === 0 ? '' : ` ${left} आगे भेजे गए: फ़ैसला कोई सुपर एडमिन करेगा।`}`,
    ],
    undone: [
      (count: Written, kept: number) =>
        kept === 0
          ? `Restored: ${written(count)}.`
          : `Restored: ${written(count)}. ${kept} stay as they are: decided since, or deleted.`,
      (count: Written, kept: number) =>
        kept === 0
          ? `वापस आया: ${writtenInHindi(count)}।`
          : `वापस आया: ${writtenInHindi(count)}। ${kept} वैसे ही हैं: उन पर बाद में फ़ैसला हुआ या वे मिटा दिए गए।`,
    ],
    back: ['Undone: what was removed is back.', 'वापस लिया: जो हटाया था, वह फिर दिख रहा है।'],
  },
  decide: {
    ban: ['Remove', 'हटाएँ'],
    shadow: ['Hide silently', 'चुपचाप छिपाएँ'],
    activate: ['Restore', 'वापस लाएँ'],
    titles: {
      post: {
        active: ['Restore this post?', 'यह पोस्ट वापस लाएँ?'],
        banned: ['Remove this post?', 'यह पोस्ट हटाएँ?'],
        shadow_banned: ['Hide this post silently?', 'यह पोस्ट चुपचाप छिपाएँ?'],
      },
      comment: {
        active: ['Restore this comment?', 'यह टिप्पणी वापस लाएँ?'],
        banned: ['Remove this comment?', 'यह टिप्पणी हटाएँ?'],
      },
    },
    leads: {
      active: ['Everyone who may read it will see it again.', 'जो इसे पढ़ सकते हैं, उन सबको फिर दिखेगी।'],
      banned: [
        'Students won’t see it any more. The author is told, and its open reports are closed.',
        'यह स्टूडेंट को नहीं दिखेगी। लेखक को बताया जाएगा, और इसकी बाक़ी शिकायतें बंद हो जाएँगी।',
      ],
      shadow_banned: [
        'Only the author will still see it, and isn’t told. Its open reports are closed.',
        'यह सिर्फ़ लेखक को दिखती रहेगी, और उसे बताया नहीं जाएगा। इसकी बाक़ी शिकायतें बंद हो जाएँगी।',
      ],
    },
    preset: ['Why?', 'क्यों?'],
    ownWords: ['Another reason', 'कोई और कारण'],
    added: ['Add something', 'कुछ और लिखें'],
    rule: ['Rule', 'नियम'],
    ruleHint: ['The author reads it.', 'लेखक इसे पढ़ता है।'],
    noRule: ['No rule', 'कोई नियम नहीं'],
    reasonEmailed: [
      'Kept in the history. For a removal, the author reads it in the app, too.',
      'इतिहास में रहता है। हटाने पर लेखक इसे ऐप में भी पढ़ता है।',
    ],
    reasonSecret: ['Kept in the history. The author doesn’t see it.', 'इतिहास में रहता है। लेखक को नहीं दिखता।'],
    done: {
      post: {
        active: ['Post restored.', 'पोस्ट वापस आ गई।'],
        banned: ['Post removed.', 'पोस्ट हटा दी।'],
        shadow_banned: ['Post hidden silently.', 'पोस्ट चुपचाप छिपा दी।'],
      },
      comment: {
        active: ['Comment restored.', 'टिप्पणी वापस आ गई।'],
        banned: ['Comment removed.', 'टिप्पणी हटा दी।'],
      },
    },
  },
  edits: {
    open: ['Edits', 'बदलाव'],
    title: ['Edits', 'बदलाव'],
    lead: [
      'What the author changed, latest first. Opening this is logged.',
      'लेखक ने क्या बदला, सबसे नया पहले। इसे खोलना लॉग में दर्ज होता है।',
    ],
    none: ['No edits. Changes of the topic aren’t kept.', 'कोई बदलाव नहीं। विषय के बदलाव नहीं रखे जाते।'],
    failed: ['Couldn’t load the edits', 'बदलाव लोड नहीं हुए'],
    kept: ['Only the first version and the latest 19 are kept.', 'केवल पहला रूप और सबसे नए 19 रूप रखे जाते हैं।'],
    first: ['First version', 'पहला रूप'],
    parts: {
      title: ['Title', 'शीर्षक'],
      content: ['Text', 'टेक्स्ट'],
      startsAt: ['Date', 'तारीख़'],
      place: ['Place', 'जगह'],
    },
    removed: ['removed:', 'हटाया गया:'],
    added: ['added:', 'जोड़ा गया:'],
    end: ['end of change', 'बदलाव समाप्त'],
  },
  alert: {
    title: ['Many texts at once', 'एक साथ बहुत सारे टेक्स्ट'],
    account: [
      (name: string, texts: number) => `${name} wrote ${texts} posts and comments.`,
      (name: string, texts: number) => `${name} ने ${texts} पोस्ट और टिप्पणियाँ लिखीं।`,
    ],
    text: [
      (accounts: number) => `${accounts} accounts wrote nearly the same.`,
      (accounts: number) => `${accounts} खातों ने लगभग एक ही बात लिखी।`,
    ],
    link: [
      (domain: string, accounts: number) => `${accounts} accounts linked to ${domain}.`,
      (domain: string, accounts: number) => `${accounts} खातों ने ${domain} का लिंक दिया।`,
    ],
    someone: ['An account that’s gone', 'मिटाए गए खाते'],
    see: ['See the texts', 'टेक्स्ट देखें'],
    more: [(count: number) => `${count} more`, (count: number) => `${count} और`],
    nothingLeft: ['None of the texts is left.', 'कोई टेक्स्ट अब नहीं बचा।'],
    postNumber: [(number: number) => `Post ${number}`, (number: number) => `पोस्ट ${number}`],
    commentNumber: [(number: number) => `Comment ${number}`, (number: number) => `टिप्पणी ${number}`],
    author: ['Open their page', 'इनका पेज खोलें'],
    dismiss: ['Dismiss alert', 'सूचना ख़ारिज करें'],
    dismissed: ['Alert dismissed', 'सूचना ख़ारिज की गई'],
  },
  notes: {
    title: ['Notes', 'नोट'],
    lead: ['Only moderators read these.', 'इन्हें सिर्फ़ मॉडरेटर पढ़ते हैं।'],
    none: ['No notes', 'कोई नोट नहीं'],
    about: {
      post: ['About the post', 'पोस्ट के बारे में'],
      comment: ['About the comment', 'टिप्पणी के बारे में'],
      user: ['About the account', 'खाते के बारे में'],
    },
    add: ['Add note', 'नोट जोड़ें'],
    addAuthor: ['Note about the author', 'लेखक के बारे में नोट'],
    note: ['Note', 'नोट'],
    hint: ['The author never sees it.', 'लेखक को यह कभी नहीं दिखता।'],
    save: ['Save note', 'नोट सहेजें'],
    saved: ['Note saved.', 'नोट सहेजा गया।'],
    removeOne: [(content: string) => `Delete note: ${content}`, (content: string) => `नोट मिटाएँ: ${content}`],
    removed: ['Note deleted.', 'नोट मिटाया गया।'],
    question: ['Delete this note?', 'यह नोट मिटाएँ?'],
    consequence: ['It’s gone for all moderators.', 'यह सभी मॉडरेटरों के लिए मिट जाएगा।'],
    gone: ['former moderator', 'पूर्व मॉडरेटर'],
  },
  escalation: {
    waits: [
      (by: string) => `Escalated by ${by}. A superadmin decides.`,
      (by: string) => `${by} ने आगे भेजा। फ़ैसला कोई सुपर एडमिन करेगा।`,
    ],
    somebody: ['a former moderator', 'किसी पूर्व मॉडरेटर'],
    escalate: ['Escalate', 'आगे भेजें'],
    title: ['Leave this to a superadmin?', 'इसे सुपर एडमिन पर छोड़ें?'],
    lead: ['No other moderator can decide it then.', 'फिर कोई और मॉडरेटर इस पर फ़ैसला नहीं कर सकता।'],
    reason: ['Why?', 'क्यों?'],
    done: ['Escalated.', 'आगे भेजा गया।'],
    withdraw: ['Take back', 'वापस लें'],
    withdrawn: ['Taken back. Any moderator can decide.', 'वापस लिया गया। अब कोई भी मॉडरेटर फ़ैसला कर सकता है।'],
    only: ['Escalated', 'आगे भेजी गई'],
    all: ['All reports', 'सभी शिकायतें'],
  },
})
