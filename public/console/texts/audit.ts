import { catalogue, type Pair } from '../../app/texts/catalogue'

/** The page of the audit log. */
export const auditText = catalogue({
  log: {
    scope: [
      'Votes, saved posts, blocks, reports and sign-ins aren’t listed here.',
      'वोट, सहेजी गई पोस्ट, ब्लॉक, शिकायतें और साइन इन यहाँ नहीं दिखते।',
    ],
    scopeOfHistories: [
      'They’re in the history of each account. Opening one is logged.',
      'ये हर खाते के इतिहास में हैं। इतिहास खोलना लॉग में दर्ज होता है।',
    ],
    history: [
      'Everything this account did. That you opened it is logged.',
      'इस खाते ने जो कुछ किया। आपका इसे खोलना लॉग में दर्ज हो गया।',
    ],
    who: ['Who', 'किसने'],
    whos: {
      moderators: ['Moderators', 'मॉडरेटर'],
      operator: ['The operator', 'संचालक'],
      students: ['Students', 'स्टूडेंट'],
      strangers: ['Anonymous', 'बिना साइन इन'],
      all: ['Everybody', 'सभी'],
    },
    what: ['What', 'क्या'],
    everything: ['Everything', 'सब कुछ'],
    whats: {
      content: ['Posts and comments', 'पोस्ट और टिप्पणियाँ'],
      reports: ['Reports and appeals', 'शिकायतें और अपीलें'],
      people: ['People', 'लोग'],
      access: ['What was opened', 'क्या खोला गया'],
      campus: ['Colleges, branches and courses', 'कॉलेज, शाखाएँ और कोर्स'],
      policy: ['Banned words and spam', 'प्रतिबंधित शब्द और स्पैम'],
      feedback: ['Feedback', 'सुझाव'],
      settings: ['Settings', 'सेटिंग्स'],
      server: ['Server', 'सर्वर'],
    },
    from: ['From', 'कब से'],
    to: ['Until', 'कब तक'],
    onlyAbout: [(name: string) => `Only about ${name}`, (name: string) => `सिर्फ़ ${name} के बारे में`],
    onlyBy: [(name: string) => `Only by ${name}`, (name: string) => `सिर्फ़ ${name} का किया`],
    this: ['one thing', 'एक चीज़'],
    thisAccount: ['one account', 'एक खाते'],
    reset: ['Clear filters', 'फ़िल्टर हटाएँ'],
    failed: ['Failed', 'फ़ेल'],
    more: ['Details', 'डिटेल'],
    code: ['Code', 'कोड'],
    by: ['By', 'किसने'],
    nobody: {
      cli: ['The operator', 'संचालक'],
      system: ['Quad', 'ख़ुद Quad'],
    } as Record<string, Pair>,
    stranger: ['Somebody', 'किसी'],
    goneActor: ['Somebody whose account is gone', 'मिटाए गए खाते'],
    allBy: ['All by them', 'इनका किया सब'],
    openHistory: ['Full history (logged)', 'पूरा इतिहास (दर्ज होगा)'],
    about: ['Target', 'टारगेट'],
    allAbout: ['All about this', 'इसके बारे में सब'],
    changes: ['Changes', 'बदलाव'],
    nothing: ['nothing', 'कुछ नहीं'],
    details: ['Details', 'डिटेल'],
    address: ['IP address', 'IP पता'],
    browser: ['Browser', 'ब्राउज़र'],
    request: ['Request', 'रिक्वेस्ट'],
    subject: ['Email tried', 'कौन-सा ईमेल आज़माया'],
    subjectHint: ['The same code on the same day means the same email', 'उसी दिन वही कोड मतलब वही ईमेल'],
    none: ['No entries yet', 'अभी कुछ दर्ज नहीं है'],
  },
  chain: {
    unknown: ['The log is being checked for changes.', 'लॉग की जाँच हो रही है कि कुछ बदला तो नहीं गया।'],
    intact: [
      (day: string, time: string) => `Unbroken up to ${day}. Checked ${time}.`,
      (day: string, time: string) => `${day} तक कुछ नहीं बदला गया। जाँच: ${time}।`,
    ],
    head: ['Hash of that day:', 'उस दिन का हैश:'],
    headHow: [
      'Note it somewhere else: “quad audit verify --head” proves later that nothing before it was rewritten.',
      'इसे कहीं और लिख लें: “quad audit verify --head” बाद में साबित करता है कि इससे पहले का कुछ नहीं बदला गया।',
    ],
    broken: [
      (day: string) => `The log is broken: an entry of ${day} was changed, inserted or removed.`,
      (day: string) => `लॉग टूटा हुआ है: ${day} की कोई एंट्री बदली, जोड़ी या हटाई गई है।`,
    ],
    brokenHow: [
      'Tell the operator now: “quad audit verify” names the entry. Don’t trust what is older or newer until then.',
      'संचालक को अभी बताएँ: “quad audit verify” उस एंट्री का नाम बताता है। तब तक पुरानी या नई एंट्री पर भरोसा न करें।',
    ],
  },
  file: {
    save: {
      csv: ['Save as CSV', 'CSV में सहेजें'],
      jsonl: ['Save as JSON Lines', 'JSON Lines में सहेजें'],
    },
    saved: ['File saved', 'फ़ाइल सहेजी गई'],
    lead: [
      'What the list shows, without titles, IP addresses and what students did. Saving it is logged.',
      'जो सूची में है, पर शीर्षक, IP पते और स्टूडेंट का किया इसमें नहीं होता। सहेजना लॉग में दर्ज होता है।',
    ],
    newest: [(count: string) => `Only the newest ${count} entries.`, (count: string) => `सिर्फ़ सबसे नई ${count} एंट्री।`],
    notOfStudents: ['What students did can’t be saved as a file.', 'स्टूडेंट का किया फ़ाइल में नहीं सहेजा जा सकता।'],
  },
})
