import { catalogue } from '../../app/texts/catalogue'
import { hindiCount } from '../../app/texts/numbers'

/** What surrounds the pages of the console. */
export const consoleText = catalogue({
  /** The same in several places. */
  words: {
    state: ['Status', 'स्थिति'],
    college: ['College', 'कॉलेज'],
    reason: ['Reason', 'कारण'],
    close: ['Close', 'बंद करें'],
    comments: ['Comments', 'टिप्पणियाँ'],
    undo: ['Undo', 'वापस लें'],
    edit: ['Edit', 'बदलें'],
    noneFound: ['No matches', 'कुछ नहीं मिला'],
    delete: ['Delete', 'मिटाएँ'],
    done: ['Done', 'हो गया'],
    everyState: ['Any status', 'कोई भी स्थिति'],
    everyCollege: ['All colleges', 'सभी कॉलेज'],
  },
  groups: {
    today: ['Today', 'आज'],
    desk: ['Desk', 'डेस्क'],
    people: ['People', 'लोग'],
    campus: ['Campus', 'कैंपस'],
    server: ['Server', 'सर्वर'],
  },
  ways: {
    label: ['Console', 'कंसोल'],
    dashboard: ['Today', 'आज'],
    reports: ['Reports', 'शिकायतें'],
    held: ['Waiting texts', 'रुके हुए टेक्स्ट'],
    appeals: ['Appeals', 'अपील'],
    classifier: ['Classifier', 'क्लासिफ़ायर'],
    people: ['Accounts', 'खाते'],
    posts: ['Posts and comments', 'पोस्ट और टिप्पणियाँ'],
    colleges: ['Colleges', 'कॉलेज'],
    requests: ['College requests', 'कॉलेज के अनुरोध'],
    signUps: ['Sign-ups', 'साइन अप'],
    branches: ['Branches', 'शाखाएँ'],
    courses: ['Courses', 'कोर्स'],
    memberships: ['Memberships', 'सदस्यताएँ'],
    words: ['Banned words', 'प्रतिबंधित शब्द'],
    feedback: ['Feedback', 'सुझाव'],
    log: ['Audit log', 'ऑडिट लॉग'],
    poster: ['Poster', 'पोस्टर'],
    invitations: ['Invitations', 'न्योते'],
    webhooks: ['Webhooks', 'वेबहुक'],
    settings: ['Settings', 'सेटिंग्स'],
    waiting: [(count: string) => `${count} open`, (count: string) => `${count} बाक़ी`],
  },
  search: {
    title: ['Search the console', 'कंसोल में खोजें'],
    short: ['Search', 'खोजें'],
    hint: ['Pages, settings, people and posts', 'पेज, सेटिंग्स, लोग और पोस्ट'],
    pages: ['Pages and actions', 'पेज और काम'],
    settings: ['Settings', 'सेटिंग्स'],
    people: ['People', 'लोग'],
    posts: ['Posts', 'पोस्ट'],
    byEmail: ['Find the account with this email', 'इस ईमेल वाला खाता खोजें'],
    counted: ['You have 10 such searches a day, and each is logged.', 'ऐसी 10 खोज रोज़ मिलती हैं, और हर एक लॉग होती है।'],
    found: [
      (count: number) => (count === 1 ? '1 result' : `${count} results`),
      (count: number) => `${hindiCount(count)} नतीजे`,
    ],
  },
  refused: {
    title: ['Moderators only', 'सिर्फ़ मॉडरेटर के लिए'],
    lead: [
      'You don’t have access to the console. Ask the admins if you need it.',
      'आपके पास कंसोल का एक्सेस नहीं है। ज़रूरत हो तो एडमिन से कहें।',
    ],
  },
  pager: {
    label: ['Pages', 'पेज'],
    total: [(count: string) => `${count} total`, (count: string) => `कुल ${count}`],
    page: [
      (page: number, pages: number) => `page ${page} of ${pages}`,
      (page: number, pages: number) => `${pages} में से पेज ${page}`,
    ],
    previous: ['Previous', 'पिछला'],
    next: ['Next', 'अगला'],
  },
})
