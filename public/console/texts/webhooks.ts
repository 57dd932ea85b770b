import { catalogue } from '../../app/texts/catalogue'
import { hindiPlural, plural } from '../../app/texts/numbers'

/** Programs that Quad tells of events. */
export const webhooksText = catalogue({
  list: {
    lead: [
      'Quad sends an event to these URLs when something happens, so that a club’s bot doesn’t have to keep asking. Whoever receives it can read and keep what it gets.',
      'कुछ होने पर Quad इन URL पर इवेंट भेजता है, ताकि क्लब के बॉट को बार-बार पूछना न पड़े। जिसे यह मिलता है, वह मिली हुई जानकारी पढ़ और रख सकता है।',
    ],
    superadminsOnly: ['Only superadmins see webhooks.', 'वेबहुक सिर्फ़ सुपर एडमिन देखते हैं।'],
    add: ['Add webhook', 'वेबहुक जोड़ें'],
    none: ['No webhooks yet', 'अभी कोई वेबहुक नहीं है'],
    url: ['URL', 'पता (URL)'],
    urlHint: ['Starts with https://', 'https:// से शुरू होता है'],
    events: ['Events', 'इवेंट'],
    testEvent: ['Test', 'टेस्ट'],
    chooseEvent: ['Choose at least one event.', 'कम से कम एक इवेंट चुनें।'],
    added: [(name: string) => `Webhook for ${name} added`, (name: string) => `${name} का वेबहुक जोड़ दिया`],
    editing: [(name: string) => `Edit webhook for ${name}`, (name: string) => `${name} का वेबहुक बदलें`],
    saved: [(name: string) => `Webhook for ${name} saved`, (name: string) => `${name} का वेबहुक सहेज लिया`],
    deleting: [(name: string) => `Delete the webhook for ${name}?`, (name: string) => `${name} का वेबहुक मिटाएँ?`],
    consequence: [
      'It gets no more events, and its deliveries disappear.',
      'इसे और इवेंट नहीं मिलेंगे, और इसकी डिलीवरी की सूची मिट जाएगी।',
    ],
    deleted: [(name: string) => `Webhook for ${name} deleted`, (name: string) => `${name} का वेबहुक मिटा दिया`],
    switchOn: ['Switch on', 'चालू करें'],
    switchOff: ['Switch off', 'बंद करें'],
    switchedOn: [(name: string) => `Webhook for ${name} is on`, (name: string) => `${name} का वेबहुक चालू है`],
    switchedOff: [(name: string) => `Webhook for ${name} is off`, (name: string) => `${name} का वेबहुक बंद है`],
    failures: [
      (count: number) => `${plural(count, 'try', 'tries')} failed since the last success, the first`,
      (count: number) => `पिछली सफलता के बाद ${hindiPlural(count, 'कोशिश', 'कोशिशें')} नाकाम, पहली`,
    ],
    pending: [
      (count: number) => `${plural(count, 'event', 'events')} waiting`,
      (count: number) => `${hindiPlural(count, 'इवेंट', 'इवेंट')} बाक़ी`,
    ],
    dropped: [
      (count: number) => `${plural(count, 'event', 'events')} given up`,
      (count: number) => `${hindiPlural(count, 'इवेंट', 'इवेंट')} छोड़ दिए`,
    ],
    lostKey: ['Quad can’t read this URL: the key is missing.', 'Quad यह URL नहीं पढ़ सकता: कुंजी नहीं मिली।'],
    sendTest: ['Send a test', 'टेस्ट भेजें'],
    testSent: ['Test queued. See its deliveries.', 'टेस्ट भेजा जा रहा है। डिलीवरी में देखें।'],
  },
  eventNames: {
    'post.published': [
      ['Post published', 'Title, topic and Quad name of public posts'],
      ['पोस्ट प्रकाशित हुई', 'सार्वजनिक पोस्ट का शीर्षक, विषय और Quad नाम'],
    ],
    'report.created': [
      ['Report made', 'What was reported, never by whom'],
      ['शिकायत आई', 'किस चीज़ की शिकायत हुई, किसने की यह कभी नहीं'],
    ],
    'content.removed': [
      ['Content removed', 'Which public post or comment is gone'],
      ['सामग्री हटी', 'कौन-सी सार्वजनिक पोस्ट या टिप्पणी अब नहीं है'],
    ],
  },
  states: {
    on: ['On', 'चालू'],
    off: ['Off', 'बंद'],
    failing: ['Failing', 'नाकाम'],
  },
  disabled: {
    gone: [
      'Quad switched this off: its server says it’s gone.',
      'Quad ने इसे बंद कर दिया: इसका सर्वर कहता है कि यह अब नहीं है।',
    ],
    failing: ['Quad switched this off: it failed for three days.', 'Quad ने इसे बंद कर दिया: यह तीन दिन तक नाकाम रहा।'],
  },
  secret: {
    title: ['Copy the secret now', 'सीक्रेट अभी कॉपी करें'],
    lead: [
      'The receiver checks with it that events come from Quad. You can’t see it again.',
      'रिसीवर इसी से जाँचता है कि इवेंट Quad से आए हैं। यह दोबारा नहीं दिखेगा।',
    ],
    former: ['For 24 hours, the old secret works too.', '24 घंटे तक पुराना सीक्रेट भी चलेगा।'],
    label: ['Secret', 'सीक्रेट'],
    replace: ['Replace secret', 'सीक्रेट बदलें'],
    replacing: [(name: string) => `Replace the secret of ${name}?`, (name: string) => `${name} का सीक्रेट बदलें?`],
    consequence: [
      'For 24 hours events are signed with both secrets, so you have time to change the receiver.',
      '24 घंटे तक इवेंट पर दोनों सीक्रेट के हस्ताक्षर होंगे, ताकि आप रिसीवर को बदल सकें।',
    ],
  },
  deliveries: {
    show: ['Deliveries', 'डिलीवरी'],
    title: [(name: string) => `Deliveries to ${name}`, (name: string) => `${name} को डिलीवरी`],
    lead: ['From the last 7 days, 100 at most.', 'पिछले 7 दिन की, ज़्यादा से ज़्यादा 100।'],
    none: ['Nothing sent yet.', 'अभी कुछ नहीं भेजा गया।'],
    refresh: ['Refresh', 'ताज़ा करें'],
    again: ['Send again', 'फिर भेजें'],
    queued: ['Queued again', 'फिर भेजा जा रहा है'],
    status: {
      pending: ['Waiting', 'बाक़ी'],
      delivered: ['Delivered', 'पहुँच गया'],
      failed: ['Failed', 'नाकाम'],
      skipped: ['Not sent', 'नहीं भेजा'],
    },
    skipped: ['It’s gone or hidden by now.', 'यह अब नहीं है या छिपा है।'],
    tries: [(count: number) => plural(count, 'try', 'tries'), (count: number) => hindiPlural(count, 'कोशिश', 'कोशिशें')],
    next: ['next try', 'अगली कोशिश'],
    problems: {
      status: [(code: number) => `status ${code}`, (code: number) => `स्थिति ${code}`],
      timeout: ['no answer within 10 seconds', '10 सेकंड में जवाब नहीं आया'],
      unreachable: ['couldn’t connect', 'कनेक्ट नहीं हुआ'],
      address: ['private network, not allowed', 'निजी नेटवर्क, अनुमति नहीं'],
      secret: ['key missing', 'कुंजी नहीं मिली'],
    },
  },
})
