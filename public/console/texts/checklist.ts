import { catalogue } from '../../app/texts/catalogue'

/** What a new Quad lacks before students come. */
export const checklistText = catalogue({
  list: {
    title: ['Before students come', 'स्टूडेंट के आने से पहले'],
    lead: [
      'Each point ticks itself when it’s true, and loses the tick when it no longer is.',
      'जो बात पूरी हो जाती है उस पर अपने आप टिक लगता है, और पूरी न रहे तो हट जाता है।',
    ],
    progress: [
      (done: number, all: number) => `${done} of ${all} done`,
      (done: number, all: number) => `${all} में से ${done} पूरे`,
    ],
    done: ['Done', 'पूरा'],
    open: ['To do', 'बाक़ी'],
    hide: ['Hide this list', 'यह सूची छिपाएँ'],
    hidden: ['Hidden. Settings can show it again.', 'सूची छिपा दी गई। सेटिंग्स से फिर दिखाई जा सकती है।'],
  },
  names: {
    mail: ['Email really arrives', 'ईमेल सच में पहुँचता है'],
    addresses: ['Student emails get in', 'स्टूडेंट के ईमेल चलते हैं'],
    pages: ['Rules and contact', 'नियम और संपर्क'],
    topics: ['Topics', 'विषय'],
    look: ['Color or logo', 'रंग या लोगो'],
    moderators: ['Moderators', 'मॉडरेटर'],
    posts: ['First posts', 'पहली पोस्ट'],
    backup: ['Backups', 'बैकअप'],
    poster: ['Poster and class groups', 'पोस्टर और क्लास ग्रुप'],
  },
  acts: {
    mail: ['Test email', 'टेस्ट ईमेल'],
    addresses: ['Try emails', 'ईमेल आज़माएँ'],
    pages: ['Write them', 'लिखें'],
    topics: ['Look at them', 'देखें'],
    look: ['Choose them', 'चुनें'],
    moderators: ['Invite someone', 'किसी को बुलाएँ'],
    posts: ['Begin threads', 'थ्रेड शुरू करें'],
    backup: ['Read the guide', 'गाइड पढ़ें'],
    poster: ['Make the poster', 'पोस्टर बनाएँ'],
  },
  states: {
    mail: {
      done: ['The mail server accepted an email to you.', 'मेल सर्वर ने आपका ईमेल ले लिया।'],
      untried: ['Nobody has tried this mail server yet.', 'यह मेल सर्वर अभी तक किसी ने नहीं आज़माया।'],
      failed: ['The last test wasn’t sent.', 'पिछला टेस्ट नहीं भेजा जा सका।'],
      no_server: [
        'There’s no mail server yet. The operator sets SMTP_URL.',
        'अभी कोई मेल सर्वर नहीं है। संचालक SMTP_URL सेट करे।',
      ],
    },
    addresses: {
      done: ['Samples were tried, and some could join.', 'नमूने आज़माए गए, और कुछ जुड़ सकते थे।'],
      untried: ['Nobody has tried the email pattern in use.', 'चालू ईमेल पैटर्न अभी तक किसी ने नहीं आज़माया।'],
      none_accepted: ['None of the samples you tried could join.', 'आपके आज़माए नमूनों में से कोई नहीं जुड़ सकता था।'],
    },
    pages: {
      done: ['Both pages are in your own words.', 'दोनों पेज आपके अपने शब्दों में हैं।'],
      no_rules: ['The rules are still the standard ones.', 'नियम अभी भी मानक वाले हैं।'],
      no_contact: ['The contact page names nobody yet.', 'संपर्क पेज पर अभी किसी का नाम नहीं है।'],
      neither: ['Both pages still have the standard text.', 'दोनों पेजों पर अभी मानक टेक्स्ट है।'],
    },
    topics: {
      done: ['They’re the ones you chose.', 'वही हैं जो आपने चुने हैं।'],
      standard: [
        'Still the standard ones. Name what your campus talks about.',
        'अभी मानक वाले हैं। आपका कैंपस जिन पर बात करता है वे जोड़ें।',
      ],
    },
    look: {
      done: ['Your campus has a look of its own.', 'आपके कैंपस का अपना रूप है।'],
      plain: ['Your Quad looks like any other.', 'आपका Quad बाक़ी सब जैसा दिखता है।'],
    },
    moderators: {
      done: ['Somebody else can moderate, too.', 'कोई और भी मॉडरेट कर सकता है।'],
      alone: ['You’re the only one who can moderate.', 'मॉडरेट करने वाले अकेले आप हैं।'],
    },
    posts: {
      done: ['There’s something to read.', 'पढ़ने को कुछ है।'],
      few: ['Write three, so that nobody finds an empty page.', 'तीन लिखें, ताकि किसी को ख़ाली पेज न मिले।'],
    },
    backup: {
      done: ['One was restored and checked.', 'एक बैकअप लौटाकर जाँचा गया।'],
      none_yet: ['Backups are on, but none has been proven yet.', 'बैकअप चालू हैं, पर अभी कोई जाँचा नहीं गया।'],
      off: [
        'Off. The operator sets BACKUP_TO and BACKUP_RECIPIENT.',
        'बंद है। संचालक BACKUP_TO और BACKUP_RECIPIENT सेट करे।',
      ],
    },
    poster: {
      done: ['It’s made.', 'बन गया है।'],
      unmade: ['Hang it up where students wait.', 'वहाँ लगाएँ जहाँ स्टूडेंट रुकते हैं।'],
      changed: ['Your address has changed since. Make a new one.', 'तब से आपका पता बदल गया है। नया बनाएँ।'],
      local: [
        'Students can’t reach this address. The operator sets PUBLIC_URL.',
        'स्टूडेंट इस पते तक नहीं पहुँच सकते। संचालक PUBLIC_URL सेट करे।',
      ],
    },
  },
  starters: {
    title: ['Threads to begin with', 'शुरुआत के लिए थ्रेड'],
    lead: [
      'Three drafts, each in both languages. One tap opens it where you write. Change what you like, and post it officially or under your own name: nothing is posted by itself.',
      'तीन ड्राफ़्ट, हर एक दोनों भाषाओं में। एक टैप पर लिखने वाले पेज में खुलेगा। जो चाहें बदलें, और आधिकारिक या अपने नाम से पोस्ट करें: अपने आप कुछ पोस्ट नहीं होता।',
    ],
  },
  groups: {
    title: ['For class groups', 'क्लास ग्रुप के लिए'],
    lead: [
      'Most students come because somebody in their class said so. Send this to those who speak for a class.',
      'ज़्यादातर स्टूडेंट इसलिए आते हैं कि उनकी क्लास में किसी ने बताया। इसे क्लास प्रतिनिधियों को भेजें।',
    ],
  },
  page: {
    lead: [
      'One A4 page. Whoever scans the code comes to the page where students join.',
      'एक A4 पेज। जो कोड स्कैन करेगा वह उस पेज पर पहुँचेगा जहाँ स्टूडेंट जुड़ते हैं।',
    ],
    print: ['Print or save as PDF', 'प्रिंट करें या PDF सहेजें'],
    saveCode: ['Save the QR code', 'QR कोड सहेजें'],
    local: [
      'This address is for this server alone, so nobody who scans the code gets anywhere. The operator sets PUBLIC_URL.',
      'यह पता केवल इस सर्वर के लिए है, इसलिए कोड स्कैन करने वाला कहीं नहीं पहुँचेगा। संचालक PUBLIC_URL सेट करे।',
    ],
    code: [(address: string) => `QR code of ${address}`, (address: string) => `${address} का QR कोड`],
    superadminsOnly: ['Only superadmins make the poster.', 'पोस्टर केवल सुपर एडमिन बनाते हैं।'],
    toList: ['Back to Today', '“आज” पर लौटें'],
  },
  /** On the sheet, whatever language the page is in. */
  sheet: {
    english: [
      'Ask, rant, recommend and argue with your campus, without your real name.',
      'Ask, rant, recommend and argue with your campus, without your real name.',
    ],
    hindi: [
      'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
      'अपने कैंपस से पूछें, भड़ास निकालें, सुझाएँ और बहस करें, बिना असली नाम बताए।',
    ],
  },
})
