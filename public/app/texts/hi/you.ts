export const hindi = {
  you: {
    title: 'आप',
    titleStranger: 'और',
    profile: 'आपकी प्रोफ़ाइल',
    saved: 'सहेजी गई पोस्ट',
    people: 'लोग खोजें',
    college: 'आपका कॉलेज',
    settings: 'सेटिंग्स',
    feedback: 'सुझाव दें',
    console: 'कंसोल',
    signOutLater: 'इस डिवाइस से साइन आउट हो गया। ऑनलाइन होते ही बाकी काम पूरा होगा।',
    signOut: 'साइन आउट',
    appearance: 'रूप और भाषा',
    theme: 'थीम',
    themes: { system: 'सिस्टम', light: 'लाइट', dark: 'डार्क' },
    language: 'भाषा',
  },
}
