export const hindi = {
  page: {
    statuses: { open: 'बाक़ी', upheld: 'नहीं मानी', overturned: 'मानी गई', lapsed: 'पहले ही बदला' },
    none: 'कोई अपील बाक़ी नहीं',
    noneFound: 'कोई अपील नहीं',
  },
  entry: {
    resources: { post: 'पोस्ट', comment: 'टिप्पणी', user: 'खाता' },
    appeal: 'अपील',
    decision: 'पहला फ़ैसला',
    original: 'मूल टेक्स्ट',
    gone: 'लेखक ने मिटा दिया',
    decidedBy: 'फ़ैसला किया:',
    reason: (reason: string) => `कारण: ${reason}`,
    someoneElse: 'इस अपील पर कोई और मॉडरेटर फ़ैसला करेगा।',
  },
  decide: {
    uphold: 'न मानें',
    overturn: 'मान लें',
    titles: { upheld: 'यह अपील न मानें?', overturned: 'यह अपील मान लें?' },
    leads: {
      upheld: 'पहला फ़ैसला बना रहेगा। व्यक्ति आपका कारण पढ़ेगा।',
      overturned: 'हटाया हुआ वापस आएगा; निलंबन या बैन हट जाएगा। व्यक्ति आपका कारण पढ़ेगा।',
    },
    done: { upheld: 'अपील नहीं मानी', overturned: 'अपील मान ली' },
  },
}
