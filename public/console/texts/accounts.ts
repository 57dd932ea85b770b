import { catalogue } from '../../app/texts/catalogue'
import { counted, hindiCount } from '../../app/texts/numbers'

/** People as moderators find them, and what they can decide about one. */
export const accountsText = catalogue({
  list: {
    search: ['Name, or whole email', 'नाम या पूरा ईमेल'],
    searchHint: [
      'You can search by email 10 times a day. Each search is noted in the audit log.',
      'ईमेल से दिन में 10 बार खोज सकते हैं। हर खोज ऑडिट लॉग में दर्ज होती है।',
    ],
    everyRole: ['All roles', 'सभी भूमिकाएँ'],
    restricted: ['Banned or suspended', 'बैन या निलंबित'],
    noMatches: ['No matches', 'कोई नहीं मिला'],
    you: ['you', 'आप'],
    karma: [(karma: number) => `${counted(karma, 'en')} karma`, (karma: number) => `${hindiCount(karma)} कर्मा`],
  },
  reveal: {
    email: {
      open: ['Reveal email', 'ईमेल खोलें'],
      title: [(name: string) => `Reveal the email of ${name}?`, (name: string) => `${name} का ईमेल खोलें?`],
      lead: [
        'You’ll learn who they are. They’re told right away, with your reason. It’s in the audit log for good.',
        'आप जान जाएँगे कि वे कौन हैं। उन्हें तुरंत बताया जाता है, आपके कारण के साथ। यह ऑडिट लॉग में हमेशा रहता है।',
      ],
      of: [(name: string) => `The email of ${name}`, (name: string) => `${name} का ईमेल`],
      once: [
        'It’s shown once. Quad keeps no copy in your browser.',
        'यह एक ही बार दिखता है। Quad आपके ब्राउज़र में इसकी कॉपी नहीं रखता।',
      ],
    },
    account: {
      open: ['Reveal account', 'खाता खोलें'],
      title: [(name: string) => `Reveal whose name ${name} is?`, (name: string) => `${name} किसका नाम है, यह खोलें?`],
      lead: [
        'You’ll learn the Quad name behind it. They’re told right away, with your reason. It’s in the audit log for good. You don’t need this to remove, suspend or ban.',
        'आप इसके पीछे का Quad नाम जान जाएँगे। उन्हें तुरंत बताया जाता है, आपके कारण के साथ। यह ऑडिट लॉग में हमेशा रहता है। हटाने, निलंबित या बैन करने के लिए इसकी ज़रूरत नहीं है।',
      ],
      of: [(name: string) => `The account behind ${name}`, (name: string) => `${name} के पीछे का खाता`],
      once: ['It’s shown once. Nobody else sees it.', 'यह एक ही बार दिखता है। और किसी को नहीं दिखता।'],
    },
    remaining: [
      (left: number, most: number) => `${counted(left, 'en')} of ${counted(most, 'en')} reveals left today.`,
      (left: number, most: number) => `आज आप ${hindiCount(most)} में से ${hindiCount(left)} और खोल सकते हैं।`,
    ],
    reasonHint: ['10 to 500 characters. They’ll read it.', '10 से 500 अक्षर। वे इसे पढ़ेंगे।'],
    sealed: [
      'This server can’t read it. Whoever holds the offline key opens this value with “quad unseal --identity FILE”:',
      'यह सर्वर इसे नहीं पढ़ सकता। जिसके पास ऑफ़लाइन कुंजी है, वह इस मान को “quad unseal --identity FILE” से खोलता है:',
    ],
  },
  roles: {
    user: ['Student', 'स्टूडेंट'],
    admin: ['Admin', 'एडमिन'],
    superadmin: ['Superadmin', 'सुपर एडमिन'],
  },
  states: {
    active: ['Active', 'सक्रिय'],
    unfinished: ['Sign-up not finished', 'साइन अप अधूरा'],
    suspended: [(until: string) => `Suspended until ${until}`, (until: string) => `${until} तक निलंबित`],
    blocked: ['Banned', 'बैन'],
  },
  stateLeads: {
    active: ['They can read, post, comment and vote.', 'पढ़, पोस्ट, टिप्पणी और वोट कर सकते हैं।'],
    unfinished: ['They haven’t chosen a branch yet. They can only read.', 'अभी शाखा नहीं चुनी है। सिर्फ़ पढ़ सकते हैं।'],
    suspended: [
      (reason: string) => `Read-only until then. Reason: ${reason}`,
      (reason: string) => `तब तक सिर्फ़ पढ़ सकते हैं। कारण: ${reason}`,
    ],
    blocked: ['Read-only until a moderator lifts the ban.', 'जब तक कोई मॉडरेटर बैन न हटाए, सिर्फ़ पढ़ सकते हैं।'],
  },
  person: {
    title: ['Person', 'व्यक्ति'],
    profile: ['Public profile', 'सार्वजनिक प्रोफ़ाइल'],
    alias: ['Name for one thread', 'एक थ्रेड का नाम'],
    aliasId: ['ID of the name', 'नाम की ID'],
    aliasMeans: [
      'A student’s name in a single thread. It has no profile. What you decide here works on the account behind it and shows on no other name.',
      'किसी स्टूडेंट का सिर्फ़ एक थ्रेड के लिए नाम। इसकी प्रोफ़ाइल नहीं है। यहाँ का फ़ैसला इसके पीछे के खाते पर लगता है और किसी और नाम पर नहीं दिखता।',
    ],
    facts: ['Account', 'खाता'],
    email: ['Email', 'ईमेल'],
    masked: [
      'Only a superadmin can reveal it, for a reason. The person is told.',
      'सिर्फ़ सुपर एडमिन कारण बताकर इसे खोल सकता है। उस व्यक्ति को बताया जाता है।',
    ],
    branch: ['Branch', 'शाखा'],
    karma: ['Karma', 'कर्मा'],
    joined: ['Joined', 'कब जुड़े'],
    id: ['Account ID', 'खाते की ID'],
    role: ['Role', 'भूमिका'],
    own: [
      'This is your own account. Another admin has to decide.',
      'यह आपका अपना खाता है। इस पर कोई और एडमिन फ़ैसला करेगा।',
    ],
    ownAlias: [
      'This is your own name for a thread. Another admin has to decide.',
      'यह एक थ्रेड का आपका अपना नाम है। इस पर कोई और एडमिन फ़ैसला करेगा।',
    ],
    administrator: [
      'This is an admin. Only a superadmin can moderate admins.',
      'यह एडमिन हैं। एडमिन को सिर्फ़ सुपर एडमिन मॉडरेट कर सकता है।',
    ],
    history: ['Moderation history', 'मॉडरेशन का इतिहास'],
    about: ['Reports about them', 'इनके बारे में शिकायतें'],
    by: ['Reports by them', 'इनकी की हुई शिकायतें'],
    noReports: ['No reports', 'कोई शिकायत नहीं है'],
    all: [(count: number) => `Show all ${count}`, (count: number) => `सभी ${count} दिखाएँ`],
    posts: ['Posts', 'पोस्ट'],
    noPosts: ['No posts yet', 'अभी कोई पोस्ट नहीं है'],
    showComments: ['Show comments (this is logged)', 'टिप्पणियाँ दिखाएँ (लॉग में दर्ज होगा)'],
    noComments: ['No comments yet', 'अभी कोई टिप्पणी नहीं है'],
    logAbout: ['Done to this account', 'इस खाते के साथ क्या हुआ'],
    logBy: ['Done by this account', 'इस खाते ने क्या किया'],
    logHistory: ['Everything this account did (opening it is logged)', 'इस खाते ने जो कुछ किया (खोलना लॉग में दर्ज होगा)'],
  },
  history: {
    empty: ['No decisions yet', 'अभी कोई फ़ैसला नहीं हुआ'],
    states: {
      active: ['Restored', 'वापस लाई गई'],
      banned: ['Removed', 'हटाई गई'],
      shadow_banned: ['Hidden silently', 'चुपचाप छिपाई गई'],
      blocked: ['Banned', 'बैन किया'],
    },
    lifted: ['Ban or suspension lifted', 'बैन या निलंबन हटाया'],
    suspended: [(until: string) => `Suspended until ${until}`, (until: string) => `${until} तक निलंबित किया`],
    noModerator: ['the operator, or a deleted account', 'संचालक, या मिटाया गया खाता'],
  },
  sanction: {
    first: {
      blocked: [
        (who: string) => `${who} has banned this person meanwhile.`,
        (who: string) => `${who} ने इस बीच इन्हें बैन कर दिया है।`,
      ],
      suspended: [
        (who: string) => `${who} has suspended this person meanwhile.`,
        (who: string) => `${who} ने इस बीच इन्हें निलंबित कर दिया है।`,
      ],
      active: [
        (who: string) => `${who} has ended the ban or suspension meanwhile.`,
        (who: string) => `${who} ने इस बीच बैन या निलंबन हटा दिया है।`,
      ],
    },
    suspend: ['Suspend', 'निलंबित करें'],
    resuspend: ['Change suspension', 'निलंबन बदलें'],
    suspendTitle: [(name: string) => `Suspend ${name}?`, (name: string) => `${name} को निलंबित करें?`],
    suspendLead: ['Read-only until the suspension expires.', 'निलंबन ख़त्म होने तक सिर्फ़ पढ़ सकेंगे।'],
    block: ['Ban', 'बैन करें'],
    blockTitle: [(name: string) => `Ban ${name}?`, (name: string) => `${name} को बैन करें?`],
    blockLead: ['Read-only until a moderator lifts the ban.', 'जब तक कोई मॉडरेटर बैन न हटाए, सिर्फ़ पढ़ सकेंगे।'],
    lift: {
      suspended: ['Lift suspension', 'निलंबन हटाएँ'],
      blocked: ['Lift ban', 'बैन हटाएँ'],
    },
    liftTitle: [(name: string) => `Let ${name} take part again?`, (name: string) => `${name} को फिर से हिस्सा लेने दें?`],
    liftLead: ['They can post, comment and vote again right away.', 'वे तुरंत फिर से पोस्ट, टिप्पणी और वोट कर सकेंगे।'],
    length: ['For how long', 'कितने समय के लिए'],
    lengths: {
      1: ['1 day', '1 दिन'],
      3: ['3 days', '3 दिन'],
      7: ['7 days', '7 दिन'],
      30: ['30 days', '30 दिन'],
      date: ['Until a date', 'किसी तारीख़ तक'],
    },
    lastDay: ['Last day', 'आख़िरी दिन'],
    reasonShown: ['They see it on every page until the suspension ends.', 'निलंबन ख़त्म होने तक यह उन्हें हर पेज पर दिखेगा।'],
    reasonHint: [
      'Kept in the history. For a ban, they read it in the app, too.',
      'इतिहास में रहता है। बैन का कारण उन्हें ऐप में भी दिखता है।',
    ],
    isSuspended: [
      (name: string, until: string) => `${name} is suspended until ${until}.`,
      (name: string, until: string) => `${name} ${until} तक निलंबित हैं।`,
    ],
    isBlocked: [(name: string) => `${name} is banned.`, (name: string) => `${name} बैन हैं।`],
    isLifted: [(name: string) => `${name} can take part again.`, (name: string) => `${name} फिर से हिस्सा ले सकते हैं।`],
  },
  role: {
    change: ['Change role', 'भूमिका बदलें'],
    title: [(name: string) => `Role of ${name}`, (name: string) => `${name} की भूमिका`],
    label: ['New role', 'नई भूमिका'],
    leads: {
      user: ['No access to the console, starting now.', 'अभी से कंसोल का एक्सेस नहीं रहेगा।'],
      admin: [
        'Can see all posts and reports, remove content, ban and suspend students, and manage colleges and banned words. Lifts any ban or suspension.',
        'सभी पोस्ट और शिकायतें देख सकते हैं, पोस्ट और टिप्पणियाँ हटा सकते हैं, स्टूडेंट को बैन और निलंबित कर सकते हैं, कॉलेज और प्रतिबंधित शब्द सँभाल सकते हैं। बैन या निलंबन हट जाएगा।',
      ],
      superadmin: [
        'Can do everything admins can, reveal an email, change roles and settings, and moderate admins. Lifts any ban or suspension.',
        'एडमिन का हर काम कर सकते हैं, किसी का ईमेल खोल सकते हैं, भूमिकाएँ और सेटिंग्स बदल सकते हैं, और एडमिन को मॉडरेट कर सकते हैं। बैन या निलंबन हट जाएगा।',
      ],
    },
    given: [
      (name: string, role: string) => `${name} is now: ${role}.`,
      (name: string, role: string) => `${name} अब: ${role}।`,
    ],
  },
  sessions: {
    end: ['Sign out everywhere', 'हर जगह साइन आउट करें'],
    title: [(name: string) => `Sign ${name} out everywhere?`, (name: string) => `${name} को हर जगह साइन आउट करें?`],
    lead: [
      'If someone else got into the account. All its devices are signed out. The password stays the same.',
      'अगर खाते में कोई और घुस गया हो। उसके सभी डिवाइस साइन आउट हो जाएँगे। पासवर्ड वही रहेगा।',
    ],
    ended: [(name: string) => `${name} is signed out everywhere.`, (name: string) => `${name} हर जगह साइन आउट।`],
  },
  memberships: {
    superadminsOnly: [
      'Only superadmins see how many memberships end.',
      'कितनी सदस्यताएँ ख़त्म हो रही हैं, यह सिर्फ़ सुपर एडमिन देखते हैं।',
    ],
    lead: [
      (months: string) =>
        `Students verify their college email every ${months} months. Until they do, they can read, but not post, comment or vote. Nothing is deleted, and no one else sees who they are.`,
      (months: string) =>
        `जो ${months} महीनों में अपना कॉलेज ईमेल वेरिफ़ाई नहीं करते, वे पढ़ सकते हैं, पर पोस्ट, टिप्पणी या वोट नहीं कर सकते। कुछ मिटता नहीं, और वे कौन हैं यह किसी और को नहीं दिखता।`,
    ],
    never: [
      'Memberships never end here. The operator can change that: REVERIFY_MONTHS.',
      'यहाँ सदस्यता कभी ख़त्म नहीं होती। संचालक यह बदल सकते हैं: REVERIFY_MONTHS।',
    ],
    by: ['Ending by', 'कब तक'],
    show: ['Show', 'दिखाएँ'],
    ending: [
      (ending: string, members: string) => `Of ${members} memberships, ${ending} end unless they’re renewed.`,
      (ending: string, members: string) => `कोई फिर चालू न करे, तो ${members} में से ${ending} सदस्यताएँ ख़त्म होंगी।`,
    ],
    few: [(least: string) => `fewer than ${least}`, (least: string) => `${least} से कम`],
    coarse: [
      (least: string) => `Rounded down to multiples of ${least}. Smaller groups aren’t listed.`,
      (least: string) => `${least} के गुणज तक घटाकर। इससे छोटे समूह यहाँ नहीं हैं।`,
    ],
    members: ['Members', 'सदस्य'],
    ends: ['Ending', 'ख़त्म'],
    mails: ['Everyone gets an email a month and a week before.', 'एक महीना और एक हफ़्ता पहले सबको ईमेल जाता है।'],
    remind: ['Email them now', 'अभी ईमेल करें'],
    reminding: [
      (month: string) => `Email everyone whose membership ends by ${month}?`,
      (month: string) => `जिनकी सदस्यता ${month} तक ख़त्म होगी, उन सबको ईमेल करें?`,
    ],
    pace: [
      'Emails go out over the next hours. Anyone who got one in the last week is left out.',
      'ईमेल अगले कुछ घंटों में जाएँगे। जिन्हें पिछले हफ़्ते मिला था, उन्हें नहीं।',
    ],
    reminded: ['Emails on their way', 'ईमेल जा रहे हैं'],
  },
})
