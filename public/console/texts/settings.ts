import { catalogue } from '../../app/texts/catalogue'

/** What superadmins can change while Quad runs. */
export const settingsText = catalogue({
  page: {
    readOnly: ['Only a superadmin can change settings.', 'सेटिंग्स सिर्फ़ सुपर एडमिन बदल सकता है।'],
    unsaved: ['Unsaved changes', 'बदलाव सहेजे नहीं गए'],
    discard: ['Discard changes', 'बदलाव छोड़ें'],
    saved: [(section: string) => `Saved: ${section}`, (section: string) => `सहेजा गया: ${section}`],
  },
  lists: {
    titles: {
      topics: ['Topics', 'विषय'],
      feedbackTypes: ['Feedback types', 'सुझाव के प्रकार'],
      reportReasons: ['Report reasons', 'शिकायत के कारण'],
    },
    leads: {
      topics: [
        'What posts can be about, in this order. Old posts keep a topic that you remove.',
        'पोस्ट किन विषयों पर हो सकती हैं, इसी क्रम में। हटाया गया विषय पुरानी पोस्ट पर बना रहता है।',
      ],
      feedbackTypes: ['What students choose from when they give feedback.', 'सुझाव देते समय स्टूडेंट इनमें से चुनते हैं।'],
      reportReasons: ['What students choose from when they report something.', 'शिकायत करते समय स्टूडेंट इनमें से चुनते हैं।'],
    },
    add: {
      topics: ['Add topic', 'विषय जोड़ें'],
      feedbackTypes: ['Add type', 'प्रकार जोड़ें'],
      reportReasons: ['Add reason', 'कारण जोड़ें'],
    },
    item: [(place: number) => `Item ${place}`, (place: number) => `आइटम ${place}`],
    up: [(name: string) => `Move “${name}” up`, (name: string) => `“${name}” ऊपर करें`],
    down: [(name: string) => `Move “${name}” down`, (name: string) => `“${name}” नीचे करें`],
    remove: [(name: string) => `Remove “${name}”`, (name: string) => `“${name}” हटाएँ`],
    moved: [
      (name: string, place: number) => `“${name}” is now item ${place}`,
      (name: string, place: number) => `“${name}” अब आइटम ${place} है`,
    ],
    twice: ['Duplicate', 'यह दो बार है'],
  },
  removalReasons: {
    title: ['Removal reasons', 'हटाने के कारण'],
    lead: [
      'What moderators pick when they remove something, in this order; the first nine have a key. The author reads it in their language.',
      'कुछ हटाते समय मॉडरेटर इनमें से चुनते हैं, इसी क्रम में; पहले नौ की अपनी कुंजी है। लेखक इसे अपनी भाषा में पढ़ता है।',
    ],
    none: ['No removal reasons yet', 'अभी हटाने का कोई कारण नहीं है'],
    edit: ['Edit removal reasons', 'हटाने के कारण बदलें'],
    item: [(place: number) => `Reason ${place}`, (place: number) => `कारण ${place}`],
  },
  patterns: {
    title: ['Content filters', 'सामग्री फ़िल्टर'],
    lead: [
      'Posts and comments that match are refused, and the author is told why. Your own list is under “Banned words”.',
      'जो पोस्ट या टिप्पणी इनमें आए वह नहीं होगी, और लेखक को कारण बताया जाएगा। आपकी अपनी सूची “प्रतिबंधित शब्द” में है।',
    ],
    /** Of each switch its label and what it does. */
    switches: [
      {
        slurs: ['Slurs', 'The list of slurs that comes with Quad.'],
        swearing: ['Swearing', 'The list of swear words that comes with Quad, in English and Hinglish.'],
        selfHarm: [
          'Encouraging self-harm',
          'Telling someone to hurt themselves. Talking about one’s own trouble is allowed.',
        ],
        governmentIds: ['Government IDs', 'Numbers that look like an Aadhaar, PAN or similar.'],
        linkSpam: ['Link spam', 'Too many links for so little text.'],
        repeatedCharacters: ['Repeated characters', 'One character over and over.'],
        phoneNumbers: ['Phone numbers', 'Usually off: events often list a contact.'],
        emailAddresses: ['Email addresses', 'Usually off: events often list a contact.'],
      },
      {
        slurs: ['अपमानजनक शब्द', 'Quad के साथ आई अपमानजनक शब्दों की सूची।'],
        swearing: ['गालियाँ', 'Quad के साथ आई गालियों की सूची, अंग्रेज़ी और हिंग्लिश में।'],
        selfHarm: ['ख़ुद को नुकसान के लिए उकसाना', 'किसी से ख़ुद को चोट पहुँचाने को कहना। अपनी तकलीफ़ के बारे में लिखना चलता है।'],
        governmentIds: ['सरकारी ID', 'आधार, पैन या ऐसे ही लगने वाले नंबर।'],
        linkSpam: ['लिंक स्पैम', 'कम टेक्स्ट में बहुत ज़्यादा लिंक।'],
        repeatedCharacters: ['दोहराए गए अक्षर', 'एक ही अक्षर बार-बार।'],
        phoneNumbers: ['फ़ोन नंबर', 'आम तौर पर बंद: इवेंट में अक्सर संपर्क नंबर होता है।'],
        emailAddresses: ['ईमेल', 'आम तौर पर बंद: इवेंट में अक्सर संपर्क ईमेल होता है।'],
      },
    ],
  },
  thresholds: {
    title: ['Toxicity thresholds', 'टॉक्सिसिटी की सीमाएँ'],
    lead: [
      'A text with this score or more is refused: 0 is harmless, 1 is certain. Leave empty to skip.',
      'इतने या ज़्यादा स्कोर वाला टेक्स्ट नहीं चलेगा: 0 यानी ठीक, 1 यानी पक्का। न जाँचना हो तो ख़ाली छोड़ें।',
    ],
    off: [
      'No toxicity provider is connected, so these have no effect yet.',
      'टॉक्सिसिटी जाँचने वाली कोई सर्विस नहीं जुड़ी है, इसलिए अभी इनका असर नहीं है।',
    ],
    providers: {
      openai: ['OpenAI moderation', 'OpenAI मॉडरेशन'],
      perspective: ['Perspective', 'Perspective सर्विस'],
    },
    oneNeeded: ['Set at least one score.', 'कम से कम एक स्कोर डालें।'],
  },
  signUp: {
    title: ['Who can join', 'कौन जुड़ सकता है'],
    lead: [
      'Everyone verifies a college email first. People who already have an account always sign in.',
      'पहले सब अपना कॉलेज ईमेल वेरिफ़ाई करते हैं। जिनका खाता है वे हमेशा साइन इन कर सकते हैं।',
    ],
    label: ['New accounts', 'नए खाते'],
    modes: {
      open: ['Anyone with a college email', 'कॉलेज ईमेल वाला कोई भी'],
      request: ['With approval', 'मंज़ूरी के बाद'],
      closed: ['No one for now', 'अभी कोई नहीं'],
    },
    hint: [
      'With approval, people wait under “Sign-ups”. Moderators never see the email in full.',
      'मंज़ूरी वाले लोग “साइन अप” में इंतज़ार करते हैं। मॉडरेटर को पूरा ईमेल कभी नहीं दिखता।',
    ],
  },
  addresses: {
    title: ['Try student emails', 'स्टूडेंट ईमेल आज़माएँ'],
    lead: [
      'See which emails could join: the domain of a college, and before the @ what the operator set as ENROLLMENT_PATTERN. Nothing you type here is stored or logged.',
      'देखें कि कौन से ईमेल जुड़ सकते हैं: किसी कॉलेज का डोमेन, और @ से पहले वह जो संचालक ने ENROLLMENT_PATTERN में रखा है। यहाँ लिखा कुछ भी न सहेजा जाता है, न लॉग में जाता है।',
    ],
    samples: ['Sample emails', 'नमूने के ईमेल'],
    samplesHint: ['One per line, 50 at most', 'हर पंक्ति में एक, ज़्यादा से ज़्यादा 50'],
    pattern: ['Another pattern to try', 'कोई और पैटर्न आज़माएँ'],
    patternHint: [
      'Leave empty to try the one in use. A regular expression (RE2) for everything before the @. Trying it changes nothing.',
      'जो अभी लागू है उसे आज़माने के लिए ख़ाली छोड़ें। @ से पहले के पूरे हिस्से के लिए रेगुलर एक्सप्रेशन (RE2)। आज़माने से कुछ नहीं बदलता।',
    ],
    try: ['Try them', 'आज़माएँ'],
    verdicts: {
      accepted: ['Can join', 'जुड़ सकता है'],
      no_email: ['Not an email', 'ईमेल नहीं है'],
      disposable: ['Disposable email service', 'टेम्पररी ईमेल सर्विस'],
      no_college: ['No college with this domain', 'इस डोमेन का कोई कॉलेज नहीं'],
      no_student: ['Not a student’s email', 'स्टूडेंट का ईमेल नहीं'],
    },
    as: [(college: string) => `at ${college}`, (college: string) => `${college} में`],
  },
  mailTest: {
    title: ['Test email', 'टेस्ट ईमेल'],
    lead: [
      'Sends an email to you and shows where it went. An accepted email can still end up in spam.',
      'आपको एक ईमेल भेजता है और दिखाता है कि वह कहाँ गया। स्वीकार हुआ ईमेल भी स्पैम में जा सकता है।',
    ],
    send: ['Send me a test email', 'मुझे टेस्ट ईमेल भेजें'],
    accepted: {
      smtp: ['The mail server accepted it', 'मेल सर्वर ने इसे ले लिया'],
      outbox: [
        'No mail server is set up. It’s in a file on the server',
        'कोई मेल सर्वर नहीं लगा है। यह सर्वर पर एक फ़ाइल में है',
      ],
    },
    failed: ['It wasn’t sent', 'यह नहीं गया'],
    to: ['To', 'किसे'],
    host: ['Mail server', 'मेल सर्वर'],
    connection: ['Connection', 'कनेक्शन'],
    encryptions: {
      tls: ['TLS from the start', 'शुरू से TLS'],
      starttls: ['STARTTLS, required', 'STARTTLS, ज़रूरी'],
      offered: ['STARTTLS, if offered', 'STARTTLS, अगर सर्वर दे'],
      none: ['Not encrypted', 'एन्क्रिप्ट नहीं'],
    },
    code: ['Answer', 'जवाब'],
    file: ['File', 'फ़ाइल'],
    problem: ['Problem', 'समस्या'],
    took: ['Took', 'समय लगा'],
    ms: [(ms: number) => `${ms} ms`, (ms: number) => `${ms} मिलीसेकंड`],
  },
  readers: {
    title: ['Who can read', 'कौन पढ़ सकता है'],
    lead: [
      'Posts, comments, events and search. Rules, privacy, contact, the college list and the transparency page stay open to everyone.',
      'पोस्ट, टिप्पणियाँ, इवेंट और खोज। नियम, निजता, संपर्क, कॉलेजों की सूची और पारदर्शिता का पेज सबके लिए खुले रहते हैं।',
    ],
    label: ['Members only', 'सिर्फ़ सदस्य'],
    hint: [
      'From the next request, only people who are signed in can read. Link previews, public calendars and search engines get nothing. What was read or copied before can’t be taken back.',
      'अगले अनुरोध से सिर्फ़ साइन इन किए लोग पढ़ सकते हैं। लिंक के प्रीव्यू, सार्वजनिक कैलेंडर और सर्च इंजन को कुछ नहीं मिलता। जो पहले पढ़ा या कॉपी किया गया, वह वापस नहीं लिया जा सकता।',
    ],
  },
  collegeDomains: {
    title: ['College domains', 'कॉलेज के डोमेन'],
    lead: [
      'Anyone with an email at a college’s domain can join it. Superadmins get an email about every change.',
      'जिसके पास कॉलेज के डोमेन का ईमेल है वह उससे जुड़ सकता है। हर बदलाव पर सुपर एडमिन को ईमेल जाता है।',
    ],
    label: ['Superadmins only', 'सिर्फ़ सुपर एडमिन'],
    hint: [
      'Admins can’t add colleges, approve requests or change email domains.',
      'एडमिन कॉलेज नहीं जोड़ सकते, अनुरोध मंज़ूर नहीं कर सकते और ईमेल डोमेन नहीं बदल सकते।',
    ],
  },
  passkeys: {
    title: ['Admin security', 'एडमिन की सुरक्षा'],
    lead: [
      'A passkey can’t be guessed, phished or copied from an inbox.',
      'पासकी का अंदाज़ा नहीं लगता, उसे ठगकर या इनबॉक्स से नहीं चुराया जा सकता।',
    ],
    label: ['Admins need a passkey', 'एडमिन के लिए पासकी ज़रूरी'],
    hint: [
      'Admins without one can only sign in and add one. Add yours in your own settings first.',
      'जिन एडमिन के पास पासकी नहीं, वे बस साइन इन करके एक जोड़ सकते हैं। पहले अपनी सेटिंग्स में अपनी जोड़ें।',
    ],
  },
  helpLines: {
    title: ['Help lines', 'हेल्पलाइन'],
    lead: [
      'Shown to people who write or read about self-harm: on their own device, which tells nobody, and once more when the classifier notices what they posted.',
      'जो लोग आत्म-क्षति के बारे में लिखते या पढ़ते हैं, उन्हें दिखती हैं: उनके अपने डिवाइस पर, जो किसी को नहीं बताता, और क्लासिफ़ायर उनकी पोस्ट में यह देखे, तो एक बार और।',
    ],
    hint: [
      'One per line: a name, and a number or a link. Call each number before you list it. Until you change them, Quad lists those of the countries in your colleges’ email domains, or findahelpline.com. Nothing is shown while this is empty.',
      'हर पंक्ति में एक: नाम, और नंबर या लिंक। सूची में डालने से पहले हर नंबर पर कॉल करके देखें। जब तक आप न बदलें, Quad आपके कॉलेज ईमेल के देशों की हेल्पलाइन दिखाता है, या findahelpline.com। ख़ाली रहने पर कुछ नहीं दिखता।',
    ],
  },
  pages: {
    titles: {
      rulesPage: ['Rules page', 'नियम का पेज'],
      privacyPage: ['Privacy page', 'निजता का पेज'],
      contactPage: ['Contact page', 'संपर्क का पेज'],
      moderationPage: ['Moderation page', 'मॉडरेशन का पेज'],
    },
    leads: {
      rulesPage: ['People agree to these when they join.', 'जुड़ते समय लोग इन्हें मानते हैं।'],
      privacyPage: ['Say more than the standard text only if it’s true.', 'मानक टेक्स्ट से ज़्यादा तभी कहें जब वह सच हो।'],
      contactPage: [
        'Name who runs this Quad and the grievance officer (India’s IT Rules 2021), with their contact.',
        'लिखें कि यह Quad कौन चलाता है और शिकायत अधिकारी (IT नियम 2021) कौन है, संपर्क के साथ।',
      ],
      moderationPage: ['Stands above the numbers.', 'आँकड़ों के ऊपर दिखता है।'],
    },
    lead: [
      'Markdown. While both are empty, the standard text is shown; one language stands for both.',
      'Markdown में। दोनों ख़ाली हों तो मानक टेक्स्ट दिखता है; एक भाषा में लिखा दोनों के लिए चलता है।',
    ],
    show: ['View page', 'पेज देखें'],
    languages: {
      en: ['English', 'अंग्रेज़ी'],
      hi: ['Hindi', 'हिन्दी'],
    },
  },
  notifications: {
    title: ['Notifications', 'सूचनाएँ'],
    lead: [
      'Replies, upvotes and news of what people follow, and live updates.',
      'जवाब, अपवोट, फ़ॉलो की गई चीज़ों की ख़बरें, और लाइव अपडेट।',
    ],
    label: ['Notifications are on', 'सूचनाएँ चालू हैं'],
    hint: [
      'The operator can decide this for good, with NOTIFICATIONS in the configuration.',
      'संचालक कॉन्फ़िगरेशन में NOTIFICATIONS से इसे तय कर सकते हैं।',
    ],
  },
  holding: {
    title: ['Hold for a moderator', 'मॉडरेटर के लिए रोकें'],
    lead: [
      'What happens to a new text when nobody can be sure. Held texts wait under “Waiting texts”; only the author and moderators see them. Edits are never held: they’re refused.',
      'जब कुछ पक्का न हो तो नए टेक्स्ट का क्या हो। रोके गए टेक्स्ट “रुके हुए टेक्स्ट” में रहते हैं; उन्हें केवल लेखक और मॉडरेटर देखते हैं। बदलाव कभी नहीं रोके जाते: वे नहीं चलते।',
    ],
    switches: [
      {
        uncertain: ['Hold when the scorer is unsure', 'A score over its threshold, but below the one here.'],
        scorerDown: ['Hold when the scorer is down', 'Otherwise nobody can post until it’s back.'],
        newAccountLinks: ['Hold links by new accounts', 'Texts with more links than a new account may post.'],
      },
      {
        uncertain: ['स्कोरर पक्का न हो तो रोकें', 'स्कोर अपनी सीमा से ऊपर, पर यहाँ वाली से नीचे।'],
        scorerDown: ['स्कोरर बंद हो तो रोकें', 'नहीं तो उसके लौटने तक कोई पोस्ट नहीं कर सकता।'],
        newAccountLinks: ['नए खातों के लिंक रोकें', 'जिनमें नए खातों की सीमा से ज़्यादा लिंक हों।'],
      },
    ],
    certainty: ['Refuse from this score on', 'इस स्कोर से मना करें'],
    certaintyHint: ['From 0 to 1', '0 से 1 तक'],
  },
  linkDomains: {
    title: ['Link domains', 'लिंक के डोमेन'],
    lead: [
      'One domain per line. It includes everything below it, and the nearest entry counts. * stands for all other sites.',
      'हर पंक्ति में एक डोमेन। उसके नीचे के सब उसमें आते हैं, और सबसे नज़दीकी पंक्ति चलती है। * यानी बाक़ी सब साइट।',
    ],
    lists: {
      allow: ['Always fine', 'हमेशा ठीक'],
      hold: ['Hold for a moderator', 'मॉडरेटर के लिए रोकें'],
      refuse: ['Refuse', 'मना करें'],
    },
    hints: {
      allow: ['They don’t count as links of new accounts.', 'ये नए खातों के लिंक में नहीं गिने जाते।'],
      hold: ['Only new posts and comments; edits are refused.', 'सिर्फ़ नई पोस्ट और टिप्पणियाँ; बदलाव नहीं चलते।'],
      refuse: ['Also when only the name is written.', 'सिर्फ़ नाम लिखने पर भी।'],
    },
  },
  transparency: {
    title: ['Transparency', 'पारदर्शिता'],
    lead: [
      'By month, in coarse numbers: reports, removals by rule, suspensions and bans, revealed emails, and how soon reports are decided.',
      'महीने के हिसाब से, मोटे आँकड़ों में: शिकायतें, नियम के हिसाब से हटाई गई चीज़ें, निलंबन और बैन, खोले गए ईमेल, और शिकायतों पर कितनी जल्दी फ़ैसला हुआ।',
    ],
    label: ['Anybody can read what moderators did', 'हर कोई पढ़ सकता है कि मॉडरेटरों ने क्या किया'],
    hint: ['On the page /transparency, with the head of the audit log.', '/transparency पेज पर, ऑडिट लॉग के हेड के साथ।'],
  },
  youngAccounts: {
    bursts: ['Alerts of many texts at once', 'एक साथ बहुत सारे टेक्स्ट की सूचना'],
    title: ['New accounts', 'नए खाते'],
    lead: ['Keeps one person from flooding the campus.', 'ताकि कोई अकेला कैंपस को न भर दे।'],
    label: ['Posts a day', 'दिन में कितनी पोस्ट'],
    hours: ['Hours an account counts as new', 'खाता इतने घंटे नया रहता है'],
    karma: ['And until it has this much karma', 'और जब तक इतना कर्मा न हो'],
    comments: ['Comments a day', 'दिन में कितनी टिप्पणियाँ'],
    links: ['Links in one text', 'एक टेक्स्ट में कितने लिंक'],
    noLimit: ['Leave empty for no limit.', 'सीमा न हो तो ख़ाली छोड़ें।'],
    burstsLead: [
      'Alert moderators when this many come within ten minutes, from accounts of any age. Nothing is refused.',
      'नए या पुराने, किसी भी खाते से दस मिनट में इतने आते ही मॉडरेटरों को सूचना मिलती है। कुछ रोका नहीं जाता।',
    ],
    texts: ['Posts and comments by one account', 'एक खाते की पोस्ट और टिप्पणियाँ'],
    sameText: ['Accounts that write the same', 'एक ही बात लिखने वाले खाते'],
    sameLink: ['Accounts that link to the same site', 'एक ही साइट का लिंक देने वाले खाते'],
    never: ['Leave empty for no alert.', 'सूचना न चाहिए तो ख़ाली छोड़ें।'],
  },
  classifier: { title: ['The classifier', 'क्लासिफ़ायर'] },
  aliases: {
    title: ['Names for one thread', 'थ्रेड के नाम'],
    lead: [
      'Students can post or comment under a name that’s only for that thread. Nobody can get from it to the account. You can remove, suspend and ban as always; a superadmin can reveal the account, and the student is told.',
      'स्टूडेंट ऐसे नाम से पोस्ट या टिप्पणी कर सकते हैं जो सिर्फ़ उसी थ्रेड का हो। उससे कोई खाते तक नहीं पहुँच सकता। हटाना, निलंबित करना और बैन करना पहले जैसा चलता है; सुपर एडमिन खाता खोल सकता है, और तब स्टूडेंट को बताया जाता है।',
    ],
    label: ['Students can use them', 'स्टूडेंट इन्हें ले सकते हैं'],
    hint: [
      'When off, nobody gets a new one. Names that are in use stay.',
      'बंद होने पर किसी को नया नाम नहीं मिलता। जो चल रहे हैं, वे रहते हैं।',
    ],
    perDay: ['New names a day', 'दिन में कितने नए नाम'],
    perWeek: ['New names a week', 'हफ़्ते में कितने नए नाम'],
    accountDays: ['Days an account must be old', 'खाता कितने दिन पुराना हो'],
    ageHint: ['0: every account can.', '0: हर खाता ले सकता है।'],
  },
  pictures: {
    title: ['Pictures', 'फ़ोटो'],
    lead: [
      'A post can have one picture. Who may read the post may see it.',
      'हर पोस्ट में एक फ़ोटो हो सकती है। जो पोस्ट पढ़ सकता है, वही उसे देख सकता है।',
    ],
    accountDays: ['Days that a new account’s pictures wait for a moderator', 'नए खाते की फ़ोटो कितने दिन मॉडरेटर देखें'],
    ageHint: ['0: they appear at once.', '0: वे तुरंत दिखती हैं।'],
    accountMegabytes: ['Megabytes for one account', 'एक खाते के लिए मेगाबाइट'],
    campusMegabytes: ['Megabytes for everybody together', 'सबके लिए मिलाकर मेगाबाइट'],
    noneHint: ['0: nobody can add pictures.', '0: कोई फ़ोटो नहीं जोड़ सकता।'],
  },
  checklist: {
    title: ['First steps', 'पहले क़दम'],
    lead: [
      'What a new Quad needs before students come. Only superadmins see it.',
      'स्टूडेंट के आने से पहले नए Quad में क्या चाहिए। यह केवल सुपर एडमिन देखते हैं।',
    ],
    label: ['Show the list until everything is done', 'सब पूरा होने तक सूची दिखाएँ'],
    hint: ['It’s on the first page of the console.', 'यह कंसोल के पहले पेज पर है।'],
    poster: ['The poster with the QR code', 'QR कोड वाला पोस्टर'],
  },
  mails: {
    title: ['Optional emails', 'वैकल्पिक ईमेल'],
    lead: ['Codes, passwords and account security are always sent.', 'कोड, पासवर्ड और खाते की सुरक्षा वाले ईमेल हमेशा जाते हैं।'],
    switches: [
      {
        contentRemoved: [
          'Content removed',
          'To the author of a post or comment that a moderator removed. Sent within a day.',
        ],
        suspended: [
          'Suspended or banned',
          'To the person, also when it’s lifted. Sent within a day, so the timing gives nobody away.',
        ],
        collegeAvailable: ['College available', 'To whoever requested it, once it’s approved.'],
      },
      {
        contentRemoved: ['पोस्ट या टिप्पणी हटाई गई', 'उसके लेखक को। एक दिन के भीतर जाता है।'],
        suspended: ['निलंबित या बैन', 'उसी व्यक्ति को, रोक हटने पर भी। एक दिन के भीतर जाता है, ताकि समय से कोई पहचाना न जाए।'],
        collegeAvailable: ['कॉलेज जुड़ गया', 'जिसने अनुरोध किया था उसे, मंज़ूर होने पर।'],
      },
    ],
  },
})
