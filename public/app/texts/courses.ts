import { catalogue } from './catalogue'
import { hindiPlural, plural } from './numbers'

/** Courses, what one follows, and its calendar. */
export const coursesText = catalogue({
  list: {
    lead: ['Each has its own posts and dates.', 'हर कोर्स की अपनी पोस्ट और तारीख़ें हैं।'],
    search: ['Code or name', 'कोड या नाम'],
    none: ['No courses found', 'कोई कोर्स नहीं मिला'],
    closed: ['Closed', 'बंद'],
    propose: ['Propose a course', 'कोर्स सुझाएँ'],
    proposeLead: ['Moderators decide. Nobody sees who proposed it.', 'फ़ैसला मॉडरेटर करते हैं। किसने सुझाया, यह नहीं दिखता।'],
    code: ['Code', 'कोड'],
    codeHint: ['As in the timetable: CS201.', 'जैसा टाइमटेबल में है: CS201।'],
    name: ['Name', 'नाम'],
    proposed: ['Proposed. It’s listed once a moderator accepts it.', 'सुझाव भेजा। मॉडरेटर के मानने पर यह सूची में आएगा।'],
  },
  course: {
    failed: ['Couldn’t load this course', 'यह कोर्स लोड नहीं हुआ'],
    followers: [
      (count: number) => plural(count, 'follower', 'followers'),
      (count: number) => hindiPlural(count, 'फ़ॉलोअर', 'फ़ॉलोअर'),
    ],
    write: ['Write in this course', 'इस कोर्स में लिखें'],
    closed: ['This course is closed and takes no new posts.', 'यह कोर्स बंद है, और इसमें नई पोस्ट नहीं जुड़ती।'],
    dates: ['Coming up', 'आने वाली तारीख़ें'],
    posts: ['Posts', 'पोस्ट'],
    none: ['No posts in this course yet', 'इस कोर्स में अभी कोई पोस्ट नहीं है'],
  },
  field: {
    label: ['Course', 'कोर्स'],
    hint: ['Type its code or name.', 'इसका कोड या नाम लिखें।'],
    unknown: ['Choose a course from the list', 'सूची में से कोई कोर्स चुनें'],
  },
  following: {
    lead: ['You hear about what’s new in these.', 'इनमें जो नया होता है, उसकी ख़बर आपको मिलती है।'],
    none: ['You don’t follow anything yet', 'आप अभी कुछ फ़ॉलो नहीं करते'],
    undo: ['Unfollow', 'अनफ़ॉलो करें'],
    undoOne: [(name: string) => `Unfollow: ${name}`, (name: string) => `अनफ़ॉलो करें: ${name}`],
  },
  calendar: {
    lead: [
      'The coming dates of all you follow, at a secret address for your calendar app. Anyone who has it sees what you follow.',
      'आप जो फ़ॉलो करते हैं, उसकी आने वाली तारीख़ें, कैलेंडर ऐप के लिए एक गुप्त पते पर। जिसके पास पता हो, वह देख सकता है कि आप क्या फ़ॉलो करते हैं।',
    ],
    make: ['Make an address', 'पता बनाएँ'],
    madeOn: [
      (day: string) => `You made an address on ${day}. A new one ends it.`,
      (day: string) => `आपने ${day} को पता बनाया। नया पता बनाने पर वह बंद हो जाएगा।`,
    ],
    address: ['Calendar address', 'कैलेंडर का पता'],
    once: ['Copy it now: it isn’t shown again.', 'इसे अभी कॉपी करें: यह फिर नहीं दिखेगा।'],
    copy: ['Copy', 'कॉपी करें'],
    copied: ['Address copied.', 'पता कॉपी हुआ।'],
    renew: ['Make a new one', 'नया पता बनाएँ'],
    revoke: ['Revoke', 'रद्द करें'],
    revoking: ['Revoke the address?', 'पता रद्द करें?'],
    ends: ['Calendars that use it stop getting your dates.', 'इसे इस्तेमाल करने वाले कैलेंडर में तारीख़ें आनी बंद हो जाएँगी।'],
    revoked: ['Address revoked.', 'पता रद्द हुआ।'],
  },
})
