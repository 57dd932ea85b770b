import { catalogue } from './catalogue'

/** What a campus shows while it has hardly any posts, and what brings a class in. */
export const firstWeekText = catalogue({
  week: {
    title: ['It’s still quiet here', 'यहाँ अभी शांति है'],
    lead: [
      'Every campus starts with an empty page. Pick a beginning, make it yours, and the rest will have something to answer.',
      'हर कैंपस ख़ाली पेज से शुरू होता है। कोई एक शुरुआत चुनें, अपने शब्दों में लिखें, और बाक़ी लोगों को जवाब देने का मौक़ा दें।',
    ],
    own: ['Write something else', 'कुछ और लिखें'],
    join: ['Join and begin', 'जुड़ें और शुरू करें'],
    bring: ['Bring your class along', 'अपनी क्लास को भी बुलाएँ'],
  },
  group: {
    name: ['Class or group', 'क्लास या ग्रुप'],
    hint: ['Stands at the beginning, if you name it.', 'नाम लिखेंगे तो वह शुरू में आएगा।'],
    greeting: [(group: string) => `Hey ${group || 'everyone'},`, (group: string) => `सुनो ${group || 'सब लोग'},`],
    message: [
      (campus: string, link: string) =>
        `we have a place of our own now: ${campus} on Quad. Ask about classes, exams and the mess, rant, answer each other, all without your real name. Only students of our college can post. Takes a minute with the college email: ${link}`,
      (campus: string, link: string) =>
        `अब हमारी अपनी जगह है: Quad पर ${campus}। क्लास, परीक्षा और मेस के बारे में पूछो, भड़ास निकालो, एक-दूसरे को जवाब दो, बिना असली नाम बताए। पोस्ट सिर्फ़ हमारे कॉलेज के स्टूडेंट कर सकते हैं। कॉलेज ईमेल से एक मिनट में जुड़ो: ${link}`,
    ],
    share: ['Share the message', 'संदेश शेयर करें'],
    copy: ['Copy the message', 'संदेश कॉपी करें'],
    copied: ['Message copied', 'संदेश कॉपी हो गया'],
    byHand: ['Couldn’t copy. Select the text and copy it.', 'कॉपी नहीं हुआ। टेक्स्ट चुनकर कॉपी करें।'],
  },
})
