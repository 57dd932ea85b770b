import { catalogue } from './catalogue'

/** How somebody stays a member: above every page, beneath a post and in the settings. */
export const membershipText = catalogue({
  membership: {
    until: [
      (day: string) => `You can post, comment and vote until ${day}. We’ll email you a month before.`,
      (day: string) => `आप ${day} तक पोस्ट, टिप्पणी और वोट कर सकते हैं। एक महीने पहले हम आपको ईमेल करेंगे।`,
    ],
    ending: [
      (day: string) => `Your membership ends on ${day}. Verify your college email to keep posting.`,
      (day: string) => `आपकी सदस्यता ${day} को ख़त्म हो रही है। पोस्ट करते रहने के लिए अपना कॉलेज ईमेल वेरिफ़ाई करें।`,
    ],
    ended: [
      'Your membership has ended. You can still read, report, and delete what you wrote.',
      'आपकी सदस्यता ख़त्म हो गई है। आप अब भी पढ़ सकते हैं, शिकायत कर सकते हैं और अपना लिखा मिटा सकते हैं।',
    ],
    renew: ['Renew', 'फिर चालू करें'],
    lead: ['We’ll email you a code. Enter it to stay a member.', 'हम आपको एक कोड ईमेल करेंगे। सदस्य बने रहने के लिए उसे डालें।'],
    done: ['Membership renewed', 'सदस्यता फिर चालू हो गई'],
  },
})
