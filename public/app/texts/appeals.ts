import { catalogue } from './catalogue'

/** What one says against a removal or a sanction, and what became of it. */
export const appealsText = catalogue({
  panel: {
    wrong: ['Think this is a mistake?', 'लगता है यह ग़लती है?'],
    states: {
      open: ['You appealed. A moderator will look again', 'आपने अपील की। एक मॉडरेटर इसे फिर देखेगा'],
      upheld: ['Appeal declined', 'अपील नहीं मानी गई'],
      overturned: ['Appeal accepted', 'अपील मान ली गई'],
      lapsed: ['Already changed by a moderator', 'मॉडरेटर इसे पहले ही बदल चुके हैं'],
    },
    yours: [(message: string) => `You wrote: ${message}`, (message: string) => `आपने लिखा: ${message}`],
    reason: [(reason: string) => `Reason: ${reason}`, (reason: string) => `कारण: ${reason}`],
  },
  dialog: {
    title: ['Appeal this decision', 'इस फ़ैसले पर अपील करें'],
    lead: [
      'You can appeal once. Another moderator reads it where there is one.',
      'आप एक बार अपील कर सकते हैं। हो सके तो कोई और मॉडरेटर इसे पढ़ेगा।',
    ],
    message: ['Why is it a mistake?', 'यह ग़लती क्यों है?'],
    send: ['Send appeal', 'अपील भेजें'],
    sent: ['Appeal sent', 'अपील भेज दी'],
  },
})
