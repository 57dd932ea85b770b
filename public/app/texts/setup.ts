import { catalogue } from './catalogue'

/** The first run, by whoever runs this Quad. */
export const setupText = catalogue({
  missing: {
    title: ['This server isn’t set up yet', 'यह सर्वर अभी सेट-अप नहीं हुआ है'],
    how: [
      'Admins: the setup link is in the server log. It lasts one hour; restart for a new one.',
      'एडमिन: सेट-अप लिंक सर्वर के लॉग में है। वह एक घंटे चलता है; नए लिंक के लिए सर्वर फिर से चलाएँ।',
    ],
  },
  page: {
    title: ['Set up your Quad', 'अपना Quad सेट-अप करें'],
    lead: [
      'Tell us about your campus, then create your admin account.',
      'अपने कैंपस के बारे में बताएँ, फिर अपना एडमिन खाता बनाएँ।',
    ],
    noToken: ['Open this page with the setup link', 'यह पेज सेट-अप लिंक से खोलें'],
    noTokenHow: [
      'Find the setup link in the server log (valid one hour). Reloaded? Open the link again.',
      'सेट-अप लिंक सर्वर के लॉग में है (एक घंटे तक चलता है)। पेज रीलोड किया? लिंक फिर से खोलें।',
    ],
    already: ['This Quad is already set up', 'यह Quad पहले से सेट-अप है'],
    alreadyHow: [
      'It has a superadmin. To make another admin, run this on the server:',
      'इसका सुपर एडमिन है। दूसरा एडमिन बनाने के लिए सर्वर पर यह चलाएँ:',
    ],
    ready: [(campus: string) => `${campus} is ready`, (campus: string) => `${campus} तैयार है`],
    made: ['Campus and superadmin created:', 'कैंपस और सुपर एडमिन बन गए:'],
    next: ['Next steps', 'आगे क्या करें'],
    students: [
      (domain: string) => `Students can join with an email that ends in @${domain}.`,
      (domain: string) => `स्टूडेंट @${domain} पर ख़त्म होने वाले ईमेल से जुड़ सकते हैं।`,
    ],
    checklist: ['See what’s left to do', 'देखें कि क्या बाक़ी है'],
    signIn: ['Sign in', 'साइन इन करें'],
    signInHow: ['with the email and password you just chose.', 'उसी ईमेल और पासवर्ड से जो आपने अभी चुना।'],
    guide: ['The operator’s guide', 'संचालक की गाइड'],
    guideHow: ['covers backups, mail and updates.', 'में बैकअप, मेल और अपडेट के बारे में है।'],
    expired: ['This setup link has expired', 'यह सेट-अप लिंक एक्सपायर हो चुका है'],
    expiredHow: [
      'Setup links last one hour. Restart the server and open the new link from its log.',
      'सेट-अप लिंक एक घंटे तक चलता है। सर्वर फिर से चलाएँ और लॉग से नया लिंक खोलें।',
    ],
  },
  form: {
    campus: ['Campus', 'कैंपस'],
    name: ['Name', 'नाम'],
    domain: ['Students’ email domain', 'स्टूडेंट का ईमेल डोमेन'],
    domainHint: ['The part after the @, such as students.example.edu', '@ के बाद का हिस्सा, जैसे students.example.edu'],
    city: ['City', 'शहर'],
    state: ['State', 'राज्य'],
    branches: ['Branches', 'शाखाएँ'],
    branchesHint: ['One per line, code first: CSE Computer Science', 'एक लाइन में एक, पहले कोड: CSE Computer Science'],
    superadmin: ['Superadmin', 'सुपर एडमिन'],
    email: ['Your email', 'आपका ईमेल'],
    password: ['Your password', 'आपका पासवर्ड'],
    collegeDomains: ['Only superadmins decide about colleges', 'कॉलेजों के बारे में सिर्फ़ सुपर एडमिन तय करें'],
    collegeDomainsHint: [
      'Admins can’t add colleges or change email domains. You can change this later in the settings.',
      'एडमिन कॉलेज नहीं जोड़ सकते और ईमेल डोमेन नहीं बदल सकते। बाद में इसे सेटिंग्स में बदल सकते हैं।',
    ],
    notifications: ['Notifications (recommended)', 'सूचनाएँ (सुझाया गया)'],
    notificationsHint: [
      'People hear of replies and of what they follow. You can change this later in the settings.',
      'लोगों को जवाबों की और जो वे फ़ॉलो करते हैं उसकी ख़बर मिलती है। बाद में इसे सेटिंग्स में बदल सकते हैं।',
    ],
    transparency: ['Moderation in numbers (recommended)', 'मॉडरेशन आँकड़ों में (सुझाया गया)'],
    transparencyHint: [
      'Anybody can read by month how much was removed and decided. You can change this later in the settings.',
      'हर कोई पढ़ सकता है कि किस महीने कितना हटाया और तय किया गया। बाद में इसे सेटिंग्स में बदल सकते हैं।',
    ],
    submit: ['Set up Quad', 'Quad सेट-अप करें'],
    testMail: ['Send test email', 'टेस्ट ईमेल भेजें'],
    testMailSending: ['Sending…', 'भेजा जा रहा है…'],
    testMailSent: ['Test email sent.', 'टेस्ट ईमेल भेज दिया।'],
    testMailInFile: [
      (file: string) =>
        `No mail server is set up, so it reaches nobody. It’s in a file on the server: ${file} in the data directory.`,
      (file: string) =>
        `कोई मेल सर्वर सेट नहीं है, इसलिए यह किसी तक नहीं पहुँचता। यह सर्वर पर एक फ़ाइल में है: डेटा डायरेक्टरी में ${file}।`,
    ],
    testMailAddress: ['Enter your email first', 'पहले अपना ईमेल डालें'],
  },
})
