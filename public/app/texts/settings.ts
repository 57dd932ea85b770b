import { catalogue } from './catalogue'

/** One's account, its devices and its end, and feedback. */
export const settingsText = catalogue({
  page: {
    contents: ['On this page', 'इस पेज पर'],
  },
  sections: {
    account: ['Account', 'खाता'],
    membership: ['Membership', 'सदस्यता'],
    security: ['Security', 'सुरक्षा'],
    password: ['Password', 'पासवर्ड'],
    passkeys: ['Passkeys', 'पासकी'],
    campus: ['Campus sign-in', 'कैंपस साइन इन'],
    sessions: ['Devices', 'डिवाइस'],
    notifications: ['Notifications', 'सूचनाएँ'],
    following: ['Following', 'फ़ॉलो किया हुआ'],
    calendar: ['Calendar', 'कैलेंडर'],
    muted: ['Muted', 'म्यूट'],
    blocked: ['Blocked people', 'ब्लॉक किए गए लोग'],
    appearance: ['Appearance', 'दिखावट'],
    export: ['Your data', 'आपका डेटा'],
    deletion: ['Delete account', 'खाता मिटाएँ'],
    notices: ['Account notices', 'खाते की सूचनाएँ'],
  },
  notices: {
    lead: [
      'What happened to your account. Every time a superadmin reveals your email, it’s listed here for good.',
      'आपके खाते के साथ क्या हुआ। सुपर एडमिन जब भी आपका ईमेल खोलता है, वह यहाँ हमेशा के लिए दर्ज रहता है।',
    ],
    none: ['No notices yet', 'अभी कोई सूचना नहीं'],
    new: ['New', 'नई'],
  },
  account: {
    username: ['Quad name', 'Quad नाम'],
    usernameWhy: ['Your Quad name can’t be changed.', 'आपका Quad नाम बदला नहीं जा सकता।'],
    email: ['College email', 'कॉलेज ईमेल'],
    emailWhy: [
      'Never shown to students. A superadmin can reveal it for a reason, and you’re told.',
      'स्टूडेंट को कभी नहीं दिखता। सुपर एडमिन कारण बताकर इसे खोल सकता है, और आपको बताया जाता है।',
    ],
    college: ['College', 'कॉलेज'],
    branchHint: [
      'Shown next to your name, also on old posts. Hidden while few people share it.',
      'आपके नाम के साथ दिखती है, पुरानी पोस्ट पर भी। जब तक उसमें कम लोग हों, नहीं दिखती।',
    ],
    saveBranch: ['Change branch', 'शाखा बदलें'],
    branchSaved: ['Branch changed.', 'शाखा बदल गई।'],
  },
  password: {
    none: [
      'You don’t have a password yet. Set one for another way to sign in.',
      'आपका अभी कोई पासवर्ड नहीं है। साइन इन के एक और तरीक़े के लिए पासवर्ड रखें।',
    ],
    some: [
      'You’ll be signed out everywhere else and get an email.',
      'आप बाक़ी सब जगह से साइन आउट हो जाएँगे और आपको ईमेल आएगा।',
    ],
    current: ['Current password', 'मौजूदा पासवर्ड'],
    wrong: ['Wrong password', 'पासवर्ड ग़लत है'],
    new: ['New password', 'नया पासवर्ड'],
    set: ['Set password', 'पासवर्ड रखें'],
    change: ['Change password', 'पासवर्ड बदलें'],
    isSet: ['Password set. You’re signed out everywhere else.', 'पासवर्ड सेट हो गया। आप बाक़ी सब जगह से साइन आउट हो गए हैं।'],
    isChanged: [
      'Password changed. You’re signed out everywhere else.',
      'पासवर्ड बदल गया। आप बाक़ी सब जगह से साइन आउट हो गए हैं।',
    ],
    clash: [
      'Your password was just changed in another tab. Reload.',
      'आपका पासवर्ड अभी-अभी दूसरे टैब में बदला गया। रीलोड करें।',
    ],
  },
  passkeys: {
    lead: [
      'Sign in with your fingerprint, face or screen lock, without typing anything. Nobody can guess it or trick you out of it.',
      'बिना कुछ टाइप किए अपने फ़िंगरप्रिंट, चेहरे या स्क्रीन लॉक से साइन इन करें। कोई न इसका अंदाज़ा लगा सकता है, न इसे आपसे ठग सकता है।',
    ],
    unknown: ['This browser doesn’t support passkeys.', 'यह ब्राउज़र पासकी नहीं समझता।'],
    add: ['Add a passkey', 'पासकी जोड़ें'],
    addLead: ['Your browser will ask you to confirm it.', 'आपका ब्राउज़र आपसे पुष्टि माँगेगा।'],
    continue: ['Continue', 'आगे बढ़ें'],
    isAdded: ['Passkey added.', 'पासकी जुड़ गई।'],
    name: ['Name', 'नाम'],
    nameHint: ['So you can tell your passkeys apart.', 'ताकि आप अपनी पासकी पहचान सकें।'],
    added: [(day: string) => `Added ${day}`, (day: string) => `${day} को जोड़ी`],
    used: [(day: string) => `Last used ${day}`, (day: string) => `पिछली बार ${day} को इस्तेमाल हुई`],
    rename: ['Rename', 'नाम बदलें'],
    renameOne: [(name: string) => `Rename: ${name}`, (name: string) => `नाम बदलें: ${name}`],
    renameTitle: ['Rename passkey', 'पासकी का नाम बदलें'],
    renamed: ['Passkey renamed.', 'पासकी का नाम बदल गया।'],
    save: ['Save', 'सहेजें'],
    remove: ['Remove', 'हटाएँ'],
    removeOne: [(name: string) => `Remove: ${name}`, (name: string) => `हटाएँ: ${name}`],
    removeAsk: [(name: string) => `Remove “${name}”?`, (name: string) => `“${name}” हटाएँ?`],
    removeWhat: [
      'You can’t sign in with it any more. Delete it on your device, too.',
      'इससे आप साइन इन नहीं कर पाएँगे। इसे अपने डिवाइस से भी मिटाएँ।',
    ],
    removed: [(name: string) => `“${name}” removed.`, (name: string) => `“${name}” हट गई।`],
  },
  campus: {
    on: [
      'You can also sign in with your campus account. The first time, we match it by its verified email and link it.',
      'आप अपने कैंपस खाते से भी साइन इन कर सकते हैं। पहली बार हम उसे वेरिफ़ाई किए ईमेल से पहचानकर जोड़ते हैं।',
    ],
    stays: [
      'Once linked, it works even if your email there changes. You can still sign in the other ways.',
      'जुड़ने के बाद वहाँ ईमेल बदलने पर भी यह चलेगा। साइन इन के बाक़ी तरीक़े भी चलते रहेंगे।',
    ],
  },
  sessions: {
    lead: [
      'Devices signed in to your account. Don’t recognise one? Sign it out and change your password.',
      'आपके खाते में साइन इन डिवाइस। किसी को नहीं पहचानते? उसे साइन आउट करें और पासवर्ड बदलें।',
    ],
    on: [
      (browser: string, system: string) => `${browser} on ${system}`,
      (browser: string, system: string) => `${system} पर ${browser}`,
    ],
    browserOn: [(system: string) => `Browser on ${system}`, (system: string) => `${system} पर ब्राउज़र`],
    unknown: ['Unknown device', 'अनजान डिवाइस'],
    here: ['This device', 'यह डिवाइस'],
    seen: ['Last seen', 'पिछली बार दिखा'],
    began: ['Signed in', 'साइन इन किया'],
    end: ['Sign out', 'साइन आउट करें'],
    endSession: [(device: string) => `Sign out: ${device}`, (device: string) => `साइन आउट करें: ${device}`],
    ended: [(device: string) => `Signed out: ${device}.`, (device: string) => `साइन आउट किया: ${device}।`],
    endOthers: ['Sign out everywhere else', 'बाक़ी सब जगह साइन आउट करें'],
    endOthersAsk: ['Sign out all other devices?', 'बाक़ी सभी डिवाइस साइन आउट करें?'],
    endOthersWhat: [
      'Only this device stays signed in. Drafts on the others stay there.',
      'सिर्फ़ यही डिवाइस साइन इन रहेगा। बाक़ी डिवाइस के ड्राफ़्ट वहीं रहेंगे।',
    ],
    othersEnded: ['You’re signed out everywhere else.', 'आप बाक़ी सब जगह से साइन आउट हो गए हैं।'],
    alone: ['No other devices', 'कोई और डिवाइस नहीं है'],
  },
  blocked: {
    lead: [
      'You don’t see each other’s posts, and can’t vote on or reply to each other. Their comments are folded.',
      'आपको एक-दूसरे की पोस्ट नहीं दिखतीं, और आप एक-दूसरे को वोट या जवाब नहीं दे सकते। उनकी टिप्पणियाँ बंद दिखती हैं।',
    ],
    none: ['You haven’t blocked anyone', 'आपने किसी को ब्लॉक नहीं किया है'],
    unblock: ['Unblock', 'अनब्लॉक करें'],
    unblockPerson: [(username: string) => `Unblock ${username}`, (username: string) => `${username} को अनब्लॉक करें`],
    unblocked: [(username: string) => `${username} unblocked.`, (username: string) => `${username} को अनब्लॉक किया।`],
  },
  export: {
    lead: [
      'Get a copy of everything Quad has about you: what you wrote, voted on and saved, your settings and your devices. It ties your Quad name to your email, so keep it somewhere safe.',
      'Quad के पास आपके बारे में जो कुछ है, उसकी कॉपी लें: आपका लिखा, आपके वोट और सहेजी पोस्ट, आपकी सेटिंग्स और डिवाइस। यह आपके Quad नाम को आपके ईमेल से जोड़ती है, इसलिए इसे संभालकर रखें।',
    ],
    ask: ['Request a copy', 'कॉपी माँगें'],
    askAgain: ['Request a new copy', 'नई कॉपी माँगें'],
    waiting: [
      'We’re preparing your copy. You can leave this page: a notice tells you when it’s ready.',
      'आपकी कॉपी बन रही है। आप यह पेज छोड़ सकते हैं: तैयार होने पर एक सूचना आएगी।',
    ],
    failed: ['Your copy couldn’t be made. Request it again.', 'आपकी कॉपी नहीं बन पाई। फिर माँगें।'],
    ready: [
      (until: string) => `Your copy is ready. You can download it until ${until}.`,
      (until: string) => `आपकी कॉपी तैयार है। इसे ${until} तक डाउनलोड कर सकते हैं।`,
    ],
    download: ['Download', 'डाउनलोड करें'],
  },
  deletion: {
    lead: [
      'Deletes your account and everything you wrote, immediately. We can’t restore it.',
      'आपका खाता और आपका लिखा सब कुछ तुरंत मिट जाएगा। हम उसे वापस नहीं ला सकते।',
    ],
    open: ['Delete my account…', 'मेरा खाता मिटाएँ…'],
    title: ['Delete your account?', 'अपना खाता मिटाएँ?'],
    goes: ['What’s deleted', 'क्या मिटेगा'],
    going: [
      [
        'Your Quad name, karma, email and password. You’re signed out everywhere.',
        'Your posts and comments. If others commented, an empty spot stays in the thread, and a post keeps its title without your name.',
        'Your votes, saved posts, notifications, blocks and feedback.',
      ],
      [
        'आपका Quad नाम, कर्मा, ईमेल और पासवर्ड। आप हर जगह से साइन आउट हो जाएँगे।',
        'आपकी पोस्ट और टिप्पणियाँ। जहाँ औरों की टिप्पणियाँ हैं वहाँ ख़ाली जगह रहेगी, और पोस्ट का शीर्षक आपके नाम के बिना रहेगा।',
        'आपके वोट, सहेजी गई पोस्ट, सूचनाएँ, ब्लॉक और सुझाव।',
      ],
    ],
    stays: ['What’s kept', 'क्या रहेगा'],
    staying: [
      [
        'Reports you made, without your name or message.',
        'The audit log, which knows you only by an ID.',
        'A ban or suspension, until it ends. It also applies if you join again with the same email.',
      ],
      [
        'आपकी शिकायतें, आपके नाम और संदेश के बिना।',
        'ऑडिट लॉग, जिसमें आपकी सिर्फ़ एक ID है।',
        'बैन या निलंबन, जब तक वह ख़त्म न हो। उसी ईमेल से फिर जुड़ने पर भी वह लागू रहेगा।',
      ],
    ],
    confirm: [
      (username: string) => `Type your Quad name, ${username}, to confirm`,
      (username: string) => `पक्का करने के लिए अपना Quad नाम लिखें: ${username}`,
    ],
    differs: [(username: string) => `That’s not ${username}`, (username: string) => `यह ${username} नहीं है`],
    lastSuperadmin: [
      'You’re the last superadmin. Make someone else superadmin first.',
      'आप आख़िरी सुपर एडमिन हैं। पहले किसी और को सुपर एडमिन बनाएँ।',
    ],
    done: ['Your account and everything you wrote are deleted.', 'आपका खाता और आपका लिखा सब कुछ मिट गया है।'],
  },
  feedback: {
    lead: [
      'Tell the admins what’s broken, missing or good. They’ll see your Quad name.',
      'एडमिन को बताएँ कि क्या ख़राब है, क्या कम है या क्या अच्छा है। उन्हें आपका Quad नाम दिखेगा।',
    ],
    type: ['Type', 'प्रकार'],
    chooseType: ['Choose a type', 'प्रकार चुनें'],
    heading: ['Summary', 'एक लाइन में'],
    content: ['Details', 'पूरी बात'],
    contentHint: [
      'If something’s broken: what did you do, and what happened instead?',
      'अगर कुछ ख़राब है: आपने क्या किया, और उसकी जगह क्या हुआ?',
    ],
    send: ['Send', 'भेजें'],
    draft: ['Draft saved on this device', 'ड्राफ़्ट इस डिवाइस पर सहेजा हुआ है'],
    thanks: ['Thanks', 'शुक्रिया'],
    sent: ['The admins have your feedback.', 'आपका सुझाव एडमिन को मिल गया है।'],
    another: ['Send more feedback', 'एक और सुझाव दें'],
  },
})
