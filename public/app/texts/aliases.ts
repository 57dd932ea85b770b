import { catalogue } from './catalogue'
import { hindiPlural, plural } from './numbers'

/** A name for one thread: choosing it, what waits under it, one's own list of them. */
export const aliasesText = catalogue({
  choice: {
    label: ['A name for this thread only', 'सिर्फ़ इस थ्रेड का नाम'],
    lead: [
      'Nobody can get from it to your Quad name or your other posts.',
      'इससे कोई आपके Quad नाम या आपकी दूसरी पोस्ट तक नहीं पहुँच सकता।',
    ],
    cannotHide: ['It can’t hide how you write or what you tell.', 'आप कैसे लिखते हैं और क्या बताते हैं, यह इससे नहीं छिपता।'],
    moderators: [
      'Moderators can still act on it. A superadmin can reveal whose it is, and you’d be told.',
      'मॉडरेटर फिर भी इस पर कार्रवाई कर सकते हैं। सुपर एडमिन खोल सकता है कि नाम किसका है, और तब आपको बताया जाएगा।',
    ],
    hour: ['Appears within the hour, at a random minute.', 'एक घंटे के अंदर, किसी भी मिनट पर दिखेगा।'],
    quarter: ['Appears within 15 minutes, at a random moment.', '15 मिनट के अंदर, किसी भी पल दिखेगा।'],
    atOnce: ['Post at once', 'तुरंत पोस्ट करें'],
    atOnceHint: [
      'Anyone who can tell that you’re online right now, on the campus Wi-Fi for example, may guess it’s you.',
      'जिसे पता चल सकता है कि आप अभी ऑनलाइन हैं, जैसे कैंपस के वाई-फ़ाई से, वह अंदाज़ा लगा सकता है कि यह आप हैं।',
    ],
    left: [
      (today: number, week: number) => `${plural(today, 'new name', 'new names')} left today, ${week} this week.`,
      (today: number, week: number) => `आज ${hindiPlural(today, 'नया नाम', 'नए नाम')} और ले सकते हैं, इस हफ़्ते ${week}।`,
    ],
    states: {
      off: ['These names are switched off here now.', 'ऐसे नाम अब यहाँ बंद हैं।'],
      too_young: ['Your account is too new for this.', 'इसके लिए आपका खाता अभी बहुत नया है।'],
      day_limit: ['You’ve used all your new names for today.', 'आज के सारे नए नाम आप ले चुके हैं।'],
      week_limit: ['You’ve used all your new names for this week.', 'इस हफ़्ते के सारे नए नाम आप ले चुके हैं।'],
    },
    both: [
      (own: string, alias: string) =>
        `${own} and ${alias} will both be in this thread. People may guess that they’re one person.`,
      (own: string, alias: string) => `इस थ्रेड में ${own} और ${alias} दोनों दिखेंगे। लोग समझ सकते हैं कि दोनों एक ही हैं।`,
    ],
    failed: ['Couldn’t load your name for this thread', 'इस थ्रेड का आपका नाम लोड नहीं हुआ'],
  },
  delayed: {
    waiting: ['Appears within 15 minutes. Only you see it.', '15 मिनट के अंदर दिखेगी। अभी सिर्फ़ आपको दिखती है।'],
    held: [
      'On hold: you couldn’t comment when it was due. Only you see it.',
      'रुकी हुई है: समय आने पर आप टिप्पणी नहीं कर सकते थे। सिर्फ़ आपको दिखती है।',
    ],
    hint: [
      'If you publish it now, anyone who can tell that you’re online may guess it’s you.',
      'अभी प्रकाशित करने पर, जिसे पता चल सकता है कि आप ऑनलाइन हैं, वह अंदाज़ा लगा सकता है कि यह आप हैं।',
    ],
    publish: ['Publish now', 'अभी प्रकाशित करें'],
    published: ['Comment posted', 'टिप्पणी हो गई'],
    cancelled: ['Cancelled', 'रद्द कर दी'],
    comment: ['Comment', 'टिप्पणी'],
  },
  list: {
    title: ['Thread names', 'थ्रेड के नाम'],
    lead: ['Only you can see this list.', 'यह सूची सिर्फ़ आपको दिखती है।'],
    none: ['No names for single threads yet', 'अभी किसी थ्रेड का अलग नाम नहीं है'],
    how: ['When you write, choose “A name for this thread only”.', 'लिखते समय “सिर्फ़ इस थ्रेड का नाम” चुनें।'],
    failed: ['Couldn’t load your thread names', 'थ्रेड के नाम लोड नहीं हुए'],
    more: ['More names', 'और नाम'],
    gone: ['In a thread that you can’t read any more', 'ऐसे थ्रेड में जिसे आप अब नहीं पढ़ सकते'],
  },
})
