import { catalogue, type Pair } from '../../app/texts/catalogue'
import { counted, hindiCount, hindiPlural, plural } from '../../app/texts/numbers'

const reports = (count: number) => plural(count, 'report', 'reports')
const reportsInHindi = (count: number) => hindiPlural(count, 'शिकायत', 'शिकायतें')

/** The report queue, and the reports that are closed. */
export const reportsText = catalogue({
  page: {
    type: ['Reported', 'किसकी शिकायत'],
    types: {
      Both: ['Any type', 'हर तरह की'],
      Post: ['Posts', 'पोस्ट'],
      Comment: ['Comments', 'टिप्पणियाँ'],
    },
    statuses: {
      pending: ['Open', 'बाक़ी'],
      resolved: ['Closed', 'बंद'],
      ignored: ['Dismissed', 'ख़ारिज'],
    },
    list: ['Open reports', 'बाक़ी शिकायतें'],
    order: ['Order', 'क्रम'],
    orders: {
      weight: ['Gravest first', 'सबसे गंभीर पहले'],
      oldest: ['Oldest first', 'सबसे पुरानी पहले'],
    },
    everyReason: ['Any reason', 'कोई भी कारण'],
    empty: ['All clear', 'कुछ बाक़ी नहीं'],
    emptyHow: [
      'Reported posts and comments show up here, the gravest first.',
      'जिन पोस्ट और टिप्पणियों की शिकायत हुई, वे यहाँ दिखेंगी। सबसे गंभीर सबसे ऊपर।',
    ],
    again: ['Refresh', 'रीफ़्रेश करें'],
  },
  entry: {
    Post: ['Post', 'पोस्ट'],
    Comment: ['Comment', 'टिप्पणी'],
    deleted: ['Deleted after report', 'शिकायत के बाद मिटाई गई'],
    erased: ['Its text has been deleted.', 'इसका टेक्स्ट मिटा दिया गया है।'],
    whole: ['Show all', 'पूरा दिखाएँ'],
    asReported: ['As it was when last reported', 'जैसा पिछली शिकायत के समय था'],
    reports: [reports, reportsInHindi],
    more: [
      (count: number) => `and ${plural(count, 'more report', 'more reports')}`,
      (count: number) => `और ${reportsInHindi(count)}`,
    ],
    open: ['Whole thread', 'पूरा थ्रेड'],
    claimed: [(who: string) => `${who} is looking at this`, (who: string) => `${who} इसे देख रहे हैं`],
    gone: [
      (who: string | null | undefined) => `${who ?? 'Another moderator'} has decided on this.`,
      (who: string | null | undefined) => `${who ?? 'किसी और मॉडरेटर'} ने इस पर फ़ैसला कर दिया है।`,
    ],
    on: ['On', 'किस पर:'],
    answers: ['In reply to', 'किसका जवाब'],
    before: ['Before it', 'इससे पहले'],
    after: ['After it', 'इसके बाद'],
    firstComment: ['First comment', 'पहली टिप्पणी'],
    private: [
      'For one college only: the log notes who opens the whole thread.',
      'सिर्फ़ एक कॉलेज के लिए: पूरा थ्रेड कौन खोलता है, यह लॉग में दर्ज होता है।',
    ],
    deletedWords: ['Deleted', 'मिटाई गई'],
    reasons: ['Reasons', 'कारण'],
    times: [
      (reason: string, count: number) => (count > 1 ? `${reason} × ${count}` : reason),
      (reason: string, count: number) => (count > 1 ? `${reason} × ${count} बार` : reason),
    ],
  },
  author: {
    title: ['Author', 'लेखक'],
    joined: [(month: string) => `Since ${month}`, (month: string) => `${month} से`],
    karma: [(count: string) => `${count} karma`, (count: string) => `${count} कर्मा`],
    removals: [(count: number) => `${counted(count, 'en')} removed`, (count: number) => `${hindiCount(count)} हटाई गईं`],
    before: [
      (count: number) =>
        count === 0 ? 'Few or none removed before' : `At least ${counted(count, 'en')} removed before`,
      (count: number) => (count === 0 ? 'पहले कोई नहीं या कम ही हटाई गईं' : `पहले कम से कम ${hindiCount(count)} हटाई गईं`),
    ],
    alias: ['Name for this thread', 'इस थ्रेड का नाम'],
    aliasMeans: [
      '“Before” is under the account’s other names until this one was made, rounded down so that it fits several students. Suspend and ban reach the account.',
      '“पहले” यानी यह नाम बनने तक खाते के दूसरे नामों से; संख्या घटाकर लिखी जाती है, ताकि कई स्टूडेंट की हो। निलंबन और बैन खाते पर लगते हैं।',
    ],
    sanctions: [
      (count: number) => plural(count, 'sanction', 'sanctions'),
      (count: number) => hindiPlural(count, 'कार्रवाई', 'कार्रवाइयाँ'),
    ],
    open: [
      (count: number) => `${counted(count, 'en')} reported now`,
      (count: number) => `${hindiCount(count)} पर अभी शिकायत`,
    ],
    unknown: ['The account is deleted.', 'यह खाता मिटा दिया गया है।'],
  },
  act: {
    label: ['Decide', 'फ़ैसला करें'],
    banned: ['Remove', 'हटाएँ'],
    shadow_banned: ['Hide silently', 'चुपचाप छिपाएँ'],
    resolved: ['Keep', 'रहने दें'],
    ignored: ['Dismiss report', 'शिकायत ख़ारिज करें'],
    suspend: ['Suspend author', 'लेखक को निलंबित करें'],
    block: ['Ban author', 'लेखक को बैन करें'],
    recent: ['Remove last 24 hours', 'पिछले 24 घंटे हटाएँ'],
    withReason: ['Remove with reason', 'कारण के साथ हटाएँ'],
    undoBefore: ['Undo previous decision', 'इससे पहले का फ़ैसला वापस लें'],
  },
  note: {
    post: [(title: string) => `“${title}”`, (title: string) => `पोस्ट “${title}”`],
    comment: [(words: string) => `Comment “${words}”`, (words: string) => `टिप्पणी “${words}”`],
    banned: [(what: string) => `Removed: ${what}`, (what: string) => `हटाई: ${what}`],
    shadow_banned: [(what: string) => `Hidden silently: ${what}`, (what: string) => `चुपचाप छिपाई: ${what}`],
    resolved: [(what: string) => `Kept: ${what}`, (what: string) => `रहने दी: ${what}`],
    ignored: [(what: string) => `Dismissed: ${what}`, (what: string) => `शिकायत ख़ारिज: ${what}`],
    undone: [(what: string) => `Reopened: ${what}`, (what: string) => `फिर खोली: ${what}`],
    late: [
      (what: string, why: string) => `Not decided: ${what}. ${why}`,
      (what: string, why: string) => `फ़ैसला नहीं हुआ: ${what}। ${why}`,
    ],
    undoneSanction: ['Undone: the author can do what they could before.', 'वापस लिया: लेखक पहले की तरह हिस्सा ले सकते हैं।'],
    refused: [
      (what: string, why: string) => `Reopened: ${what}. ${why}`,
      (what: string, why: string) => `फिर खोली: ${what}। ${why}`,
    ],
    stuck: [
      (what: string, why: string) => `Couldn’t undo: ${what}. ${why}`,
      (what: string, why: string) => `वापस नहीं लिया जा सका: ${what}। ${why}`,
    ],
  },
  group: {
    label: ['Decide about all selected', 'सभी चुनी हुई पर फ़ैसला करें'],
    select: [(what: string) => `Select: ${what}`, (what: string) => `चुनें: ${what}`],
    selected: [(count: number) => `${counted(count, 'en')} selected`, (count: number) => `${hindiCount(count)} चुनी गईं`],
    none: ['Select none', 'चुनाव हटाएँ'],
    done: {
      banned: [(count: number) => `${counted(count, 'en')} removed`, (count: number) => `${hindiCount(count)} हटाई गईं`],
      shadow_banned: [
        (count: number) => `${counted(count, 'en')} hidden silently`,
        (count: number) => `${hindiCount(count)} चुपचाप छिपाई गईं`,
      ],
      resolved: [
        (count: number) => `${counted(count, 'en')} kept`,
        (count: number) => `${hindiCount(count)} रहने दी गईं`,
      ],
      ignored: [
        (count: number) => `${counted(count, 'en')} dismissed`,
        (count: number) => `${hindiCount(count)} ख़ारिज हुईं`,
      ],
    },
    undone: [
      (count: number) => `${counted(count, 'en')} reopened`,
      (count: number) => `${hindiCount(count)} फिर खोली गईं`,
    ],
    first: [
      (count: number, who: string) => `${counted(count, 'en')} had been decided by ${who}`,
      (count: number, who: string) => `${hindiCount(count)} पर ${who} पहले फ़ैसला कर चुके थे`,
    ],
    failed: [
      (count: number, why: string) => `${counted(count, 'en')} not decided: ${why}`,
      (count: number, why: string) => `${hindiCount(count)} पर फ़ैसला नहीं हुआ: ${why}`,
    ],
  },
  refusals: {
    FORBIDDEN: [
      'You can’t decide on this: it’s your own, or it’s an admin’s and only a superadmin can.',
      'आप इस पर फ़ैसला नहीं कर सकते: यह आपका अपना है, या किसी एडमिन का, जिस पर सिर्फ़ सुपर एडमिन फ़ैसला करता है।',
    ],
    NOT_FOUND: [
      'It was deleted in the meantime. Close its reports with Keep or Dismiss.',
      'यह इस बीच मिटा दी गई। “रहने दें” या “ख़ारिज करें” से इसकी शिकायतें बंद करें।',
    ],
  } as Record<string, Pair>,
  first: {
    somebody: ['Another moderator', 'किसी दूसरे मॉडरेटर'],
    active: [(who: string) => `${who} has restored it.`, (who: string) => `${who} ने इसे वापस दिखा दिया है।`],
    banned: [(who: string) => `${who} has removed it.`, (who: string) => `${who} ने इसे हटा दिया है।`],
    shadow_banned: [
      (who: string) => `${who} has hidden it silently.`,
      (who: string) => `${who} ने इसे चुपचाप छिपा दिया है।`,
    ],
    resolved: [(who: string) => `${who} has kept it.`, (who: string) => `${who} ने इसे रहने दिया है।`],
    ignored: [(who: string) => `${who} has dismissed the report.`, (who: string) => `${who} ने शिकायत ख़ारिज कर दी है।`],
    refused: [(who: string) => `${who} has refused it.`, (who: string) => `${who} इसे अस्वीकार कर चुके हैं।`],
  },
  reason: {
    title: {
      banned: ['Remove with a reason', 'कारण के साथ हटाएँ'],
      shadow_banned: ['Hide silently with a reason', 'कारण के साथ चुपचाप छिपाएँ'],
    },
    lead: [
      'Students won’t see it any more. The author is told, with the reason. Its open reports are closed.',
      'यह स्टूडेंट को नहीं दिखेगी। लेखक को कारण के साथ बताया जाएगा। इसकी बाक़ी शिकायतें बंद हो जाएँगी।',
    ],
    hint: ['Kept in the history.', 'इतिहास में रहता है।'],
  },
  sanction: {
    alsoContent: ['Reported content', 'जिसकी शिकायत हुई'],
    verdicts: {
      banned: ['Remove it, too', 'उसे भी हटाएँ'],
      resolved: ['Keep it, close reports', 'रहने दें, शिकायतें बंद करें'],
      later: ['Decide later', 'बाद में फ़ैसला करें'],
    },
    standing: ['Now', 'अभी'],
  },
  keys: {
    title: ['Shortcuts', 'शॉर्टकट'],
    lead: ['They work when you aren’t in a field or dialog.', 'ये तब चलते हैं जब आप किसी फ़ील्ड या डायलॉग में न हों।'],
    use: ['Use shortcuts', 'शॉर्टकट चालू रखें'],
    select: ['Select; ⇧j and ⇧k select on the way', 'चुनें; ⇧j और ⇧k चलते हुए चुनते हैं'],
    none: ['Select none', 'चुनाव हटाएँ'],
    next: ['Next', 'अगली'],
    previous: ['Previous', 'पिछली'],
    reasoned: ['Remove or hide silently, with a reason', 'कारण के साथ हटाएँ या चुपचाप छिपाएँ'],
    undo: ['Undo last decision', 'पिछला फ़ैसला वापस लें'],
    help: ['Show shortcuts', 'शॉर्टकट दिखाएँ'],
  },
  closed: {
    select: [(what: string) => `Select the report about ${what}`, (what: string) => `${what} की शिकायत चुनें`],
    selectAll: ['Select all on this page', 'इस पेज की सभी चुनें'],
    question: [(count: number) => `Delete ${reports(count)}?`, (count: number) => `${reportsInHindi(count)} मिटाएँ?`],
    consequence: [
      'This deletes who reported what and why. The reported content stays as it is. You can’t undo this.',
      'किसने किसकी और क्यों शिकायत की, यह मिट जाएगा। जिसकी शिकायत हुई, वह वैसी ही रहेगी। इसे वापस नहीं लाया जा सकता।',
    ],
    removed: [
      (count: number) => `${reports(count)} deleted.`,
      (count: number) => hindiPlural(count, 'शिकायत मिटा दी।', 'शिकायतें मिटा दीं।'),
    ],
    reopen: ['Reopen', 'फिर खोलें'],
    reopened: ['Report reopened.', 'शिकायत फिर खोल दी।'],
    again: [
      'The same person reported this again. Decide on that report.',
      'उसी व्यक्ति ने इसकी फिर शिकायत की है। उस शिकायत पर फ़ैसला करें।',
    ],
    closedBy: ['Decided by', 'फ़ैसला:'],
    byReporter: ['Reported by', 'शिकायत:'],
  },
})
