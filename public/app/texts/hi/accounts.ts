import { pluralIn } from '../numbers'

const plural = pluralIn('hi')

export const hindi = {
  profile: {
    loading: 'प्रोफ़ाइल',
    missing: 'यह व्यक्ति Quad पर नहीं है',
    missingWhy: 'खाता मिटा दिया गया है, या लिंक टूटा हुआ है।',
    failed: 'प्रोफ़ाइल लोड नहीं हुई',
    joined: (month: string) => `${month} में जुड़े`,
    posts: 'पोस्ट',
    none: 'दिखाने के लिए कोई पोस्ट नहीं है।',
    noneOwn: 'आपने अभी तक कोई पोस्ट नहीं की है।',
    write: 'अपनी पहली पोस्ट लिखें',
    you: 'दूसरे स्टूडेंट को यही दिखता है। उन्हें आपका नाम या ईमेल कभी नहीं दिखता।',
    settings: 'सेटिंग्स',
    block: 'ब्लॉक करें',
    blockQuestion: (name: string) => `${name} को ब्लॉक करें?`,
    blockConsequence:
      'आप एक-दूसरे की पोस्ट नहीं देख पाएँगे, न एक-दूसरे को वोट या जवाब दे पाएँगे। उन्हें बताया नहीं जाएगा। इसे सेटिंग्स में वापस ले सकते हैं।',
    blocked: (name: string) => `आपने ${name} को ब्लॉक किया।`,
    blockedMeans: 'आप दोनों को एक-दूसरे की पोस्ट नहीं दिखतीं।',
    unblock: 'अनब्लॉक करें',
    unblocked: (name: string) => `${name} को अनब्लॉक किया।`,
  },
  search: {
    title: 'लोग खोजें',
    label: 'Quad नाम',
    how: '“quiet-otter-4821” जैसे Quad नाम से खोजें। कम से कम दो अक्षर।',
    none: (query: string) => `“${query}” नाम का कोई नहीं मिला`,
    noneWhy: 'स्पेलिंग देख लें।',
    found: (count: number) => `${plural(count, 'व्यक्ति मिला', 'लोग मिले')}`,
    most: (count: number) => `पहले ${count} दिख रहे हैं। नाम थोड़ा और लिखें।`,
    failed: 'खोज नहीं हो सकी',
  },
  college: {
    title: 'आपका कॉलेज',
    branches: 'शाखाएँ',
    branchesWhy: 'शाखा के हिसाब से पोस्ट देखें',
    posts: 'आपके कॉलेज की पोस्ट',
    none: 'आपके कॉलेज से अभी कोई पोस्ट नहीं है',
    failed: 'कॉलेज लोड नहीं हुआ',
  },
}
