import { catalogue } from './catalogue'

/** A link with which a student becomes a moderator. */
export const invitationText = catalogue({
  offer: {
    title: ['Become a moderator', 'मॉडरेटर बनें'],
    lead: ['This link makes one student a moderator of this Quad.', 'इस लिंक से एक स्टूडेंट इस Quad का मॉडरेटर बनता है।'],
    signIn: [
      'Sign in with your student account to see whether it still works.',
      'यह लिंक अब भी चलता है या नहीं, यह देखने के लिए अपने स्टूडेंट खाते से साइन इन करें।',
    ],
    noLink: ['Open this page with the link you were sent.', 'यह पेज उस लिंक से खोलें जो आपको भेजा गया था।'],
    as: [(name: string) => `You’re signed in as ${name}.`, (name: string) => `आप ${name} नाम से साइन इन हैं।`],
    gives: [
      [
        'You read reports, remove posts and comments, and suspend people. Every action is logged.',
        'Whoever sent you the link will learn that this is your Quad name, with everything you’ve posted under it.',
        'Other students don’t see that you moderate.',
      ] as readonly string[],
      [
        'आप शिकायतें पढ़ते हैं, पोस्ट और टिप्पणियाँ हटाते हैं और लोगों को निलंबित करते हैं। हर काम लॉग में लिखा जाता है।',
        'जिसने आपको लिंक भेजा वह जान जाएगा कि यह Quad नाम आपका है, और इससे की गई आपकी हर पोस्ट भी।',
        'बाक़ी स्टूडेंट को नहीं दिखता कि आप मॉडरेटर हैं।',
      ],
    ],
    until: [(moment: string) => `The link works until ${moment}.`, (moment: string) => `यह लिंक ${moment} तक चलेगा।`],
    later: ['Not now', 'अभी नहीं'],
    taken: ['You’re a moderator now', 'अब आप मॉडरेटर हैं'],
    takenHow: [
      'The console is where you work. All superadmins were told that somebody took the link. Your other devices are signed out.',
      'आपका काम कंसोल में होता है। सभी सुपर एडमिन को बताया गया है कि किसी ने लिंक स्वीकार किया। आपके दूसरे डिवाइस साइन आउट हो गए हैं।',
    ],
    console: ['Open the console', 'कंसोल खोलें'],
  },
})
