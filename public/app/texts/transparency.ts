import { catalogue } from './catalogue'
import { hindiCount } from './numbers'

/** What moderators did, in coarse numbers for everybody. */
export const transparencyText = catalogue({
  page: {
    title: ['Transparency', 'पारदर्शिता'],
    lead: [
      'What was reported, removed and decided here, by month.',
      'यहाँ किसकी शिकायत हुई, क्या हटा और क्या तय हुआ, महीने के हिसाब से।',
    ],
    how: ['How moderation works here', 'यहाँ मॉडरेशन कैसे होता है'],
  },
  months: {
    lead: [
      (least: number) =>
        `Rounded down to fives. A dash stands for fewer than ${least}, none included, so that no number points at a person.`,
      (least: number) =>
        `पाँच के गुणज तक घटाकर। डैश का मतलब ${hindiCount(least)} से कम, शून्य भी, ताकि कोई संख्या किसी व्यक्ति की ओर इशारा न करे।`,
    ],
    none: [
      (least: number) => `Fewer than ${least} of anything in each of the last twelve months.`,
      (least: number) => `पिछले बारह महीनों में हर चीज़ ${hindiCount(least)} से कम बार हुई।`,
    ],
    names: {
      reports: ['Reports', 'शिकायतें'],
      removed: ['Removed', 'हटाई गईं'],
      restored: ['Restored', 'वापस लाई गईं'],
      sanctions: ['Suspended or banned', 'निलंबित या बैन'],
      appeals: ['Appeals', 'अपीलें'],
      upheld: ['Decisions that stood after an appeal', 'अपील के बाद बने रहे फ़ैसले'],
      overturned: ['Decisions taken back after an appeal', 'अपील के बाद वापस लिए गए फ़ैसले'],
      reveals: ['Emails revealed to a superadmin', 'सुपर एडमिन के खोले ईमेल'],
      medianHours: ['Half of the reports decided', 'आधी शिकायतों पर फ़ैसला'],
      removedByRule: ['Removed, by rule', 'हटाई गईं, नियम के हिसाब से'],
    },
    within: [
      (hours: number) => (hours === 1 ? 'within an hour' : `within ${hours} hours`),
      (hours: number) => (hours === 1 ? 'एक घंटे के अंदर' : `${hindiCount(hours)} घंटे के अंदर`),
    ],
  },
  head: {
    title: ['Audit log', 'ऑडिट लॉग'],
    lead: [
      'Everything moderators do is logged, and each entry seals the ones before it. Keep this code: if the log is rewritten later, it’s no longer found there.',
      'मॉडरेटर जो कुछ करते हैं वह लॉग में लिखा जाता है, और हर एंट्री पिछली सब पर मुहर लगाती है। यह कोड सँभालकर रखें: लॉग बाद में बदला गया तो यह उसमें नहीं मिलेगा।',
    ],
    of: [(day: string) => `As of ${day}`, (day: string) => `${day} तक`],
  },
})
