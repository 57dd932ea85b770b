import { catalogue } from '../../app/texts/catalogue'

/** What people say against removals and sanctions. */
export const appealsText = catalogue({
  page: {
    statuses: {
      open: ['Open', 'बाक़ी'],
      upheld: ['Declined', 'नहीं मानी'],
      overturned: ['Accepted', 'मानी गई'],
      lapsed: ['Changed before', 'पहले ही बदला'],
    },
    none: ['No open appeals', 'कोई अपील बाक़ी नहीं'],
    noneFound: ['No appeals', 'कोई अपील नहीं'],
  },
  entry: {
    resources: {
      post: ['Post', 'पोस्ट'],
      comment: ['Comment', 'टिप्पणी'],
      user: ['Account', 'खाता'],
    },
    appeal: ['Appeal', 'अपील'],
    decision: ['First decision', 'पहला फ़ैसला'],
    original: ['Original text', 'मूल टेक्स्ट'],
    gone: ['Deleted by its author', 'लेखक ने मिटा दिया'],
    decidedBy: ['Decided by', 'फ़ैसला किया:'],
    reason: [(reason: string) => `Reason: ${reason}`, (reason: string) => `कारण: ${reason}`],
    someoneElse: ['Another moderator has to decide this appeal.', 'इस अपील पर कोई और मॉडरेटर फ़ैसला करेगा।'],
  },
  decide: {
    uphold: ['Decline', 'न मानें'],
    overturn: ['Accept', 'मान लें'],
    titles: {
      upheld: ['Decline this appeal?', 'यह अपील न मानें?'],
      overturned: ['Accept this appeal?', 'यह अपील मान लें?'],
    },
    leads: {
      upheld: ['The first decision stays. The person reads your reason.', 'पहला फ़ैसला बना रहेगा। व्यक्ति आपका कारण पढ़ेगा।'],
      overturned: [
        'What was removed is restored; a suspension or ban is lifted. The person reads your reason.',
        'हटाया हुआ वापस आएगा; निलंबन या बैन हट जाएगा। व्यक्ति आपका कारण पढ़ेगा।',
      ],
    },
    done: {
      upheld: ['Appeal declined', 'अपील नहीं मानी'],
      overturned: ['Appeal accepted', 'अपील मान ली'],
    },
  },
})
