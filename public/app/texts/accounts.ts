import { catalogue } from './catalogue'
import { hindiPlural, plural } from './numbers'

/** Profiles, finding people, one's college. */
export const accountsText = catalogue({
  profile: {
    loading: ['Profile', 'प्रोफ़ाइल'],
    missing: ['This person isn’t on Quad', 'यह व्यक्ति Quad पर नहीं है'],
    missingWhy: ['The account was deleted or the link is broken.', 'खाता मिटा दिया गया है, या लिंक टूटा हुआ है।'],
    failed: ['Couldn’t load this profile', 'प्रोफ़ाइल लोड नहीं हुई'],
    joined: [(month: string) => `Joined ${month}`, (month: string) => `${month} में जुड़े`],
    posts: ['Posts', 'पोस्ट'],
    none: ['No posts to show.', 'दिखाने के लिए कोई पोस्ट नहीं है।'],
    noneOwn: ['You haven’t posted yet.', 'आपने अभी तक कोई पोस्ट नहीं की है।'],
    write: ['Write your first post', 'अपनी पहली पोस्ट लिखें'],
    you: [
      'This is what other students see. They never see your name or email.',
      'दूसरे स्टूडेंट को यही दिखता है। उन्हें आपका नाम या ईमेल कभी नहीं दिखता।',
    ],
    block: ['Block', 'ब्लॉक करें'],
    blockQuestion: [(name: string) => `Block ${name}?`, (name: string) => `${name} को ब्लॉक करें?`],
    blockConsequence: [
      'You won’t see each other’s posts or be able to vote on or reply to each other. They aren’t told. You can undo this in Settings.',
      'आप एक-दूसरे की पोस्ट नहीं देख पाएँगे, न एक-दूसरे को वोट या जवाब दे पाएँगे। उन्हें बताया नहीं जाएगा। इसे सेटिंग्स में वापस ले सकते हैं।',
    ],
    blocked: [(name: string) => `You blocked ${name}.`, (name: string) => `आपने ${name} को ब्लॉक किया।`],
    blockedMeans: ['You don’t see each other’s posts.', 'आप दोनों को एक-दूसरे की पोस्ट नहीं दिखतीं।'],
    unblock: ['Unblock', 'अनब्लॉक करें'],
    unblocked: [(name: string) => `${name} unblocked.`, (name: string) => `${name} को अनब्लॉक किया।`],
  },
  search: {
    label: ['Quad name', 'Quad नाम'],
    how: [
      'Search by Quad name, like “quiet-otter-4821”. At least two letters.',
      '“quiet-otter-4821” जैसे Quad नाम से खोजें। कम से कम दो अक्षर।',
    ],
    none: [(query: string) => `No one named “${query}”`, (query: string) => `“${query}” नाम का कोई नहीं मिला`],
    noneWhy: ['Check the spelling.', 'स्पेलिंग देख लें।'],
    found: [
      (count: number) => `${plural(count, 'person', 'people')} found`,
      (count: number) => `${hindiPlural(count, 'व्यक्ति मिला', 'लोग मिले')}`,
    ],
    most: [
      (count: number) => `Showing the first ${count}. Type more of the name.`,
      (count: number) => `पहले ${count} दिख रहे हैं। नाम थोड़ा और लिखें।`,
    ],
    failed: ['Search didn’t work', 'खोज नहीं हो सकी'],
  },
  college: {
    branches: ['Branches', 'शाखाएँ'],
    branchesWhy: ['See posts by branch', 'शाखा के हिसाब से पोस्ट देखें'],
    posts: ['Posts from your college', 'आपके कॉलेज की पोस्ट'],
    none: ['No posts from your college yet', 'आपके कॉलेज से अभी कोई पोस्ट नहीं है'],
    failed: ['Couldn’t load your college', 'कॉलेज लोड नहीं हुआ'],
  },
})
