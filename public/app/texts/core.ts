import { catalogue } from './catalogue'
import { counted, hindiCount, hindiPlural, plural } from './numbers'
import { asSentence } from './sentences'

/** What every visit needs: the frame, the feed, words for what went wrong. */
export const text = catalogue({
  about: {
    rules: ['Rules', 'नियम'],
    privacy: ['Privacy', 'निजता'],
    contact: ['Contact', 'संपर्क'],
    moderation: ['Moderation', 'मॉडरेशन'],
  },
  frame: {
    skip: ['Skip to content', 'सीधे सामग्री पर जाएँ'],
    main: ['Main', 'मुख्य मेन्यू'],
    feed: ['Feed', 'फ़ीड'],
    search: ['Search', 'खोजें'],
    inbox: ['Inbox', 'इनबॉक्स'],
    you: ['You', 'आप'],
    more: ['More', 'और'],
    join: ['Join', 'जुड़ें'],
    signIn: ['Sign in', 'साइन इन'],
    newPost: ['New post', 'नई पोस्ट'],
    karma: [(karma: number) => `${counted(karma, 'en')} karma`, (karma: number) => `${hindiCount(karma)} कर्मा`],
    home: ['Go to home', 'होम पर जाएँ'],
    licence: ['open source (MIT)', 'ओपन सोर्स (MIT)'],
    documentation: ['API docs', 'API डॉक्स'],
    offline: ['You’re offline. Posts may be out of date.', 'आप ऑफ़लाइन हैं। पोस्ट पुरानी हो सकती हैं।'],
    offlineFrom: [(time: string) => `From ${time}. You’re offline.`, (time: string) => `${time} तक का। आप ऑफ़लाइन हैं।`],
    finishJoining: ['Finish setting up to post and vote.', 'पोस्ट और वोट करने के लिए सेट-अप पूरा करें।'],
    finish: ['Continue', 'आगे बढ़ें'],
    banned: ['You’re banned. You can still read.', 'आप बैन हैं। पढ़ अब भी सकते हैं।'],
    appeal: ['Appeal', 'अपील करें'],
    suspended: [
      (until: string, reason: string) =>
        asSentence(`You’re suspended until ${until}. You can still read. Reason: ${reason}`, 'en'),
      (until: string, reason: string) => asSentence(`आप ${until} तक निलंबित हैं। पढ़ अब भी सकते हैं। कारण: ${reason}`, 'hi'),
    ],
  },
  common: {
    close: ['Close', 'बंद करें'],
    loading: ['Loading…', 'लोड हो रहा है…'],
    retry: ['Try again', 'फिर कोशिश करें'],
    requestId: ['Request ID', 'रिक्वेस्ट ID'],
    cancel: ['Cancel', 'रद्द करें'],
    save: ['Save', 'सहेजें'],
  },
  failures: {
    UNREACHABLE: [
      'Can’t reach Quad. Check your connection and try again.',
      'Quad से कनेक्ट नहीं हो पा रहा। अपना कनेक्शन देखकर फिर कोशिश करें।',
    ],
    PASSKEY_REQUIRED: [
      'Admins here need a passkey. Add one to continue.',
      'यहाँ एडमिन के पास पासकी होनी चाहिए। आगे बढ़ने के लिए एक जोड़ें।',
    ],
  },
  waiting: {
    seconds: [
      (count: number) => `You’re going too fast. Try again in ${count} s.`,
      (count: number) => `आप बहुत जल्दी-जल्दी कर रहे हैं। ${count} सेकंड बाद फिर कोशिश करें।`,
    ],
    minutes: [
      (count: number) => `You’re going too fast. Try again in ${count} min.`,
      (count: number) => `आप बहुत जल्दी-जल्दी कर रहे हैं। ${count} मिनट बाद फिर कोशिश करें।`,
    ],
    some: ['You’re going too fast. Wait a little and try again.', 'आप बहुत जल्दी-जल्दी कर रहे हैं। थोड़ा रुककर फिर कोशिश करें।'],
  },
  form: {
    required: ['Required', 'यह ज़रूरी है'],
    email: ['Enter a valid email', 'सही ईमेल डालें'],
    optional: ['optional', 'वैकल्पिक'],
    left: [
      (count: number) => `${plural(count, 'character', 'characters')} left`,
      (count: number) => `${hindiCount(count)} अक्षर बाक़ी`,
    ],
    matched: ['Found:', 'यहाँ मिला:'],
  },
  feed: {
    tagline: [
      'Ask, rant, recommend and argue with your campus, without your real name.',
      'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
    ],
    join: ['Join with your college email', 'कॉलेज ईमेल से जुड़ें'],
    ask: ['Ask something', 'कुछ पूछें'],
    topics: ['Topics', 'विषय'],
    allTopics: ['All topics', 'सभी विषय'],
    filter: ['Filter', 'फ़िल्टर'],
    sort: ['Sort by', 'क्रम'],
    otherSorts: ['Other orders', 'दूसरे क्रम'],
    window: ['Time', 'समय'],
    windows: {
      day: ['Today', 'आज'],
      week: ['This week', 'इस हफ़्ते'],
      month: ['This month', 'इस महीने'],
      all: ['All time', 'अब तक'],
    },
    sorts: {
      hot: ['Hot', 'हॉट'],
      newest: ['New', 'नई'],
      top: ['Top', 'टॉप'],
      oldest: ['Oldest', 'पुरानी पहले'],
      viewed: ['Most viewed', 'सबसे ज़्यादा देखी गई'],
      edited: ['Recently edited', 'हाल में बदली गई'],
    },
    colleges: ['Posts from', 'किसकी पोस्ट'],
    everyone: ['Everyone', 'सभी'],
    mine: ['My college', 'मेरा कॉलेज'],
    branch: ['Branch', 'शाखा'],
    allBranches: ['All branches', 'सभी शाखाएँ'],
    oneCollege: ['One college', 'एक कॉलेज'],
    emptyFiltered: ['No posts match', 'ऐसी कोई पोस्ट नहीं मिली'],
    beFirst: ['Be the first to post', 'पहली पोस्ट आप करें'],
    showAll: ['Show all posts', 'सभी पोस्ट दिखाएँ'],
    more: ['Load more', 'और दिखाएँ'],
    end: ['You’re all caught up', 'आपने सब देख लिया'],
    failed: ['Couldn’t load posts', 'पोस्ट लोड नहीं हुईं'],
    promise: [
      [
        ['Your campus', 'Only students here can post.'],
        ['Verified', 'Everyone joins with a college email.'],
        ['No real names', 'You get a random name. Other students never see your email.'],
      ] as (readonly [string, string])[],
      [
        ['आपका कैंपस', 'पोस्ट सिर्फ़ यहाँ के स्टूडेंट कर सकते हैं।'],
        ['वेरिफ़ाइड', 'सब कॉलेज ईमेल से जुड़ते हैं।'],
        ['असली नाम नहीं', 'आपको एक रैंडम नाम मिलता है। दूसरे स्टूडेंट आपका ईमेल कभी नहीं देखते।'],
      ] as (readonly [string, string])[],
    ],
  },
  post: {
    muted: ['You muted this.', 'आपने इसे म्यूट किया है।'],
    showMuted: ['Show', 'दिखाएँ'],
    private: ['College only', 'केवल कॉलेज'],
    pinned: ['Pinned', 'पिन की हुई'],
    open: ['Question', 'सवाल'],
    answered: ['Answered', 'जवाब मिला'],
    edited: ['edited', 'बदली गई'],
    gone: ['deleted account', 'मिटाया गया खाता'],
    moderators: ['Moderators', 'मॉडरेटर'],
    alias: ['name for this thread', 'इस थ्रेड का नाम'],
    you: ['you', 'आप'],
    upvote: ['Upvote', 'अपवोट'],
    downvote: ['Downvote', 'डाउनवोट'],
    votes: [
      (up: number, down: number) => `${plural(up, 'upvote', 'upvotes')}, ${plural(down, 'downvote', 'downvotes')}`,
      (up: number, down: number) => `${hindiCount(up)} अपवोट, ${hindiCount(down)} डाउनवोट`,
    ],
    comments: [
      (count: number) => plural(count, 'comment', 'comments'),
      (count: number) => hindiPlural(count, 'टिप्पणी', 'टिप्पणियाँ'),
    ],
    views: [(count: number) => plural(count, 'view', 'views'), (count: number) => `${hindiCount(count)} बार देखी गई`],
    save: ['Save', 'सहेजें'],
  },
  unreachable: {
    title: ['This page didn’t load', 'यह पेज लोड नहीं हुआ'],
    part: [
      'Part of Quad didn’t load. Reload the page, and tell the admins if that doesn’t help.',
      'Quad का एक हिस्सा लोड नहीं हुआ। पेज फिर से लोड करें। इससे बात न बने तो एडमिन को बताएँ।',
    ],
  },
  notFound: {
    title: ['Page not found', 'पेज नहीं मिला'],
    lead: ['We couldn’t find that page.', 'हमें यह पेज नहीं मिला।'],
  },
})
