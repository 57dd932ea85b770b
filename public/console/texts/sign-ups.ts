import { catalogue } from '../../app/texts/catalogue'

/** Who waits to be let in. */
export const signUpsText = catalogue({
  page: {
    lead: [
      'They’ve verified a college email and wait for a moderator. No one sees the email in full. They’re told by email what you decide.',
      'इन्होंने कॉलेज ईमेल वेरिफ़ाई किया है और मॉडरेटर की मंज़ूरी का इंतज़ार कर रहे हैं। पूरा ईमेल किसी को नहीं दिखता। आपका फ़ैसला उन्हें ईमेल से बताया जाता है।',
    ],
    state: ['Show', 'दिखाएँ'],
    states: {
      waiting: ['Waiting', 'इंतज़ार में'],
      approved: ['Approved', 'मंज़ूर'],
      refused: ['Refused', 'नामंज़ूर'],
    },
    none: {
      waiting: ['No one is waiting', 'कोई इंतज़ार में नहीं'],
      approved: ['No one who hasn’t joined yet', 'ऐसा कोई नहीं जो अभी जुड़ा न हो'],
      refused: ['No one', 'कोई नहीं'],
    },
    noCollege: ['Its college is gone', 'इसका कॉलेज अब नहीं है'],
    by: [(name: string) => `decided by ${name}`, (name: string) => `फ़ैसला किया: ${name}`],
  },
  decide: {
    approve: ['Approve', 'मंज़ूर करें'],
    approved: [(email: string) => `Approved: ${email}`, (email: string) => `मंज़ूर: ${email}`],
    refuse: ['Refuse', 'मना करें'],
    refusing: [(email: string) => `Refuse ${email}?`, (email: string) => `${email} को मना करें?`],
    refusingLead: [
      'They read your reason. For 30 days they can’t ask again; until then you can still approve.',
      'वे आपका कारण पढ़ेंगे। 30 दिन तक वे फिर नहीं पूछ सकते; तब तक आप मंज़ूरी दे सकते हैं।',
    ],
    refused: [(email: string) => `Refused: ${email}`, (email: string) => `नामंज़ूर: ${email}`],
  },
})
