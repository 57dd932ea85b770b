import { catalogue } from './catalogue'

/** Reporting a post or a comment to the moderators. */
export const reportsText = catalogue({
  dialog: {
    post: ['Report this post', 'इस पोस्ट की शिकायत करें'],
    comment: ['Report this comment', 'इस टिप्पणी की शिकायत करें'],
    lead: [
      'Moderators will review it and see your Quad name. The author won’t know it was you.',
      'मॉडरेटर इसे देखेंगे और उन्हें आपका Quad नाम दिखेगा। लेखक को पता नहीं चलेगा कि शिकायत आपने की।',
    ],
    reason: ['Reason', 'कारण'],
    chooseReason: ['Choose a reason', 'कारण चुनें'],
    message: ['Anything moderators should know?', 'मॉडरेटर को और कुछ बताना चाहेंगे?'],
    block: [(name: string) => `Also block ${name}`, (name: string) => `${name} को ब्लॉक भी करें`],
    blockHint: [
      'You won’t see each other’s posts. You can undo this in Settings.',
      'आपको एक-दूसरे की पोस्ट नहीं दिखेंगी। इसे सेटिंग्स में वापस ले सकते हैं।',
    ],
    send: ['Report', 'शिकायत करें'],
    sent: ['Thanks. A moderator will review it.', 'शुक्रिया। कोई मॉडरेटर इसे देखेगा।'],
    already: [
      'You’ve already reported this. A moderator will review it.',
      'आप इसकी शिकायत पहले ही कर चुके हैं। कोई मॉडरेटर इसे देखेगा।',
    ],
    blocked: [(name: string) => `You blocked ${name}.`, (name: string) => `आपने ${name} को ब्लॉक किया।`],
  },
})
