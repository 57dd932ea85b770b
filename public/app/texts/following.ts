import { catalogue } from './catalogue'

/** Following, muting and what one is notified of. */
export const followingText = catalogue({
  follow: {
    follow: ['Follow', 'फ़ॉलो करें'],
    following: ['Following', 'फ़ॉलो कर रहे हैं'],
    followed: ['You’ll hear about new comments here.', 'यहाँ की नई टिप्पणियों की ख़बर आपको मिलेगी।'],
    followedTopic: ['You’ll hear about new posts here.', 'यहाँ की नई पोस्ट की ख़बर आपको मिलेगी।'],
    unfollowed: ['Unfollowed.', 'अनफ़ॉलो किया।'],
  },
  mute: {
    mute: ['Mute', 'म्यूट करें'],
    muted: ['Muted', 'म्यूट है'],
    isMuted: [
      'Muted. Only you know. Find it under Muted in Settings.',
      'म्यूट किया। यह सिर्फ़ आपको पता है। सेटिंग्स में “म्यूट” के नीचे मिलेगा।',
    ],
    isUnmuted: ['Unmuted.', 'अनम्यूट किया।'],
  },
  muted: {
    lead: [
      'No notifications, and folded where you’d see it. Nobody else knows.',
      'सूचना नहीं आती, और जहाँ दिखता वहाँ सिमटा रहता है। किसी और को पता नहीं चलता।',
    ],
    none: ['You haven’t muted anything', 'आपने कुछ म्यूट नहीं किया है'],
    undo: ['Unmute', 'अनम्यूट करें'],
    undoOne: [(name: string) => `Unmute: ${name}`, (name: string) => `अनम्यूट करें: ${name}`],
    gone: ['A post that isn’t available any more', 'एक पोस्ट, जो अब उपलब्ध नहीं है'],
    word: ['Word or phrase', 'शब्द या वाक्यांश'],
    wordHint: ['2 to 50 characters. Capitals don’t matter.', '2 से 50 अक्षर। छोटे-बड़े अक्षरों से फ़र्क़ नहीं पड़ता।'],
    add: ['Mute word', 'शब्द म्यूट करें'],
    undone: [(name: string) => `Unmuted: ${name}`, (name: string) => `अनम्यूट किया: ${name}`],
    added: [(word: string) => `Muted: ${word}`, (word: string) => `म्यूट किया: ${word}`],
  },
  notifications: {
    off: ['Notifications are switched off here.', 'यहाँ सूचनाएँ बंद हैं।'],
    kinds: {
      replies: ['Replies to you', 'आपको मिले जवाब'],
      upvotes: ['Upvotes', 'अपवोट'],
      followedPosts: ['New comments on posts you follow', 'फ़ॉलो की हुई पोस्ट पर नई टिप्पणियाँ'],
      followedTopics: ['New posts in topics and courses you follow', 'फ़ॉलो किए विषयों और कोर्स में नई पोस्ट'],
    },
    inbox: ['Inbox', 'इनबॉक्स'],
    push: ['Push', 'पुश'],
    inboxOf: [(kind: string) => `Inbox: ${kind}`, (kind: string) => `इनबॉक्स: ${kind}`],
    pushOf: [(kind: string) => `Push: ${kind}`, (kind: string) => `पुश: ${kind}`],
    here: ['Push to this device', 'इस डिवाइस पर पुश'],
    hereHint: [
      'Within two minutes, even when Quad is closed. Ends when you sign out.',
      'दो मिनट के भीतर, Quad बंद हो तब भी। साइन आउट करने पर रुक जाता है।',
    ],
    unknown: [
      'This browser doesn’t support push. On an iPhone, add Quad to the home screen first.',
      'यह ब्राउज़र पुश नहीं कर सकता। iPhone पर पहले Quad को होम स्क्रीन पर जोड़ें।',
    ],
    denied: [
      'Your browser blocks notifications from Quad. Allow them in its settings.',
      'आपका ब्राउज़र Quad की सूचनाएँ रोक रहा है। उसकी सेटिंग्स में अनुमति दें।',
    ],
    failed: ['Your browser couldn’t set up push. Try again later.', 'आपका ब्राउज़र पुश चालू नहीं कर पाया। बाद में कोशिश करें।'],
    text: ['Show what was written', 'लिखी हुई बात दिखाएँ'],
    textHint: [
      'Off: pushes say “New reply” and nothing more. Anyone who sees your screen can read them.',
      'बंद: पुश में बस “नया जवाब” लिखा होता है। चालू: स्क्रीन देखने वाला कोई भी पढ़ सकता है।',
    ],
    digest: ['Weekly email', 'साप्ताहिक ईमेल'],
    digestHint: [
      'Titles of what people talked about. Public posts only, nothing you muted.',
      'लोगों ने जिन पर बात की, उनके शीर्षक। सिर्फ़ सार्वजनिक पोस्ट, म्यूट की हुई कोई चीज़ नहीं।',
    ],
    digestUnavailable: [
      'This server can’t read emails, so it can’t send a weekly one.',
      'यह सर्वर ईमेल पते नहीं पढ़ सकता, इसलिए साप्ताहिक ईमेल नहीं भेज सकता।',
    ],
    on: ['Push is on.', 'पुश चालू है।'],
    isOff: ['Push is off.', 'पुश बंद है।'],
  },
})
