import { catalogue } from './catalogue'

/** The page of what belongs to oneself, and of how Quad looks. */
export const youText = catalogue({
  you: {
    profile: ['Your profile', 'आपकी प्रोफ़ाइल'],
    saved: ['Saved posts', 'सहेजी गई पोस्ट'],
    comments: ['Your comments', 'आपकी टिप्पणियाँ'],
    people: ['Find people', 'लोग खोजें'],
    college: ['Your college', 'आपका कॉलेज'],
    courses: ['Courses', 'कोर्स'],
    settings: ['Settings', 'सेटिंग्स'],
    feedback: ['Give feedback', 'सुझाव दें'],
    console: ['Console', 'कंसोल'],
    signOut: ['Sign out', 'साइन आउट'],
    signOutLater: [
      'Signed out on this device. We’ll finish when you’re back online.',
      'इस डिवाइस से साइन आउट हो गया। ऑनलाइन होते ही बाक़ी काम पूरा होगा।',
    ],
    appearance: ['Look and language', 'रूप और भाषा'],
    theme: ['Theme', 'थीम'],
    themes: {
      system: ['System', 'सिस्टम'],
      light: ['Light', 'लाइट'],
      dark: ['Dark', 'डार्क'],
    },
    language: ['Language', 'भाषा'],
  },
})
