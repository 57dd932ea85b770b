import { catalogue } from '../../app/texts/catalogue'

/** Links with which students become moderators. */
export const invitationsText = catalogue({
  list: {
    lead: [
      'A link makes one student a moderator. Each works once, for three days.',
      'एक लिंक से एक स्टूडेंट मॉडरेटर बनता है। हर लिंक एक बार चलता है, तीन दिन तक।',
    ],
    superadminsOnly: ['Only superadmins invite moderators.', 'मॉडरेटर केवल सुपर एडमिन बुलाते हैं।'],
    none: ['No invitations yet', 'अभी कोई न्योता नहीं है'],
    add: ['Make a link', 'लिंक बनाएँ'],
    adding: ['Invite a moderator', 'मॉडरेटर को बुलाएँ'],
    consequence: [
      'Whoever opens the link first can take it, so give it to one person, by a way that others don’t read. You’ll find out the Quad name of whoever takes it, and they’re told so.',
      'जो लिंक पहले खोलेगा वही उसे स्वीकार कर सकता है, इसलिए इसे एक ही व्यक्ति को दें, ऐसे रास्ते से जिसे और कोई न पढ़े। जो स्वीकार करेगा उसका Quad नाम आपको पता चल जाएगा, और यह उसे बताया जाता है।',
    ],
    name: [(day: string) => `Invitation of ${day}`, (day: string) => `${day} का न्योता`],
    madeBy: [(name: string) => `By ${name}`, (name: string) => `${name} ने बनाया`],
    until: [(day: string) => `Works until ${day}`, (day: string) => `${day} तक चलेगा`],
    revoke: ['Take back', 'वापस लें'],
    revoking: ['Take this invitation back?', 'यह न्योता वापस लें?'],
    revoked: ['Invitation taken back', 'न्योता वापस ले लिया गया'],
    afterwards: ['The link stops working at once.', 'लिंक तुरंत काम करना बंद कर देगा।'],
  },
  states: {
    open: ['Open', 'खुला है'],
    taken: ['Taken', 'स्वीकार हो गया'],
    revoked: ['Taken back', 'वापस लिया गया'],
    expired: ['Expired', 'समय ख़त्म'],
    void: ['Not valid', 'मान्य नहीं'],
  },
  link: {
    title: ['Copy the link now', 'लिंक अभी कॉपी करें'],
    lead: [
      'You can’t see it again. If it gets lost, take it back and make another.',
      'यह फिर नहीं दिखेगा। खो जाए तो वापस लें और दूसरा बनाएँ।',
    ],
    label: ['Link', 'लिंक'],
  },
})
