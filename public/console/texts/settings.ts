import { catalogue } from '../../app/texts/catalogue'

/** What superadmins can change while Quad runs. */
const english = {
  page: {
    title: 'Settings',
    readOnly: 'Only a superadmin can change settings.',
    unsaved: 'Unsaved changes',
    discard: 'Discard changes',
    saved: (section: string) => `Saved: ${section}`,
  },
  lists: {
    titles: { topics: 'Topics', feedbackTypes: 'Feedback types', reportReasons: 'Report reasons' },
    leads: {
      topics: 'What posts can be about, in this order. Old posts keep a topic that you remove.',
      feedbackTypes: 'What students choose from when they give feedback.',
      reportReasons: 'What students choose from when they report something.',
    },
    add: { topics: 'Add topic', feedbackTypes: 'Add type', reportReasons: 'Add reason' },
    item: (place: number) => `Item ${place}`,
    up: (name: string) => `Move “${name}” up`,
    down: (name: string) => `Move “${name}” down`,
    remove: (name: string) => `Remove “${name}”`,
    moved: (name: string, place: number) => `“${name}” is now item ${place}`,
    twice: 'Duplicate',
  },
  removalReasons: {
    title: 'Removal reasons',
    lead: 'What moderators pick when they remove something, in this order; the first nine have a key. The author reads it in their language.',
    none: 'No removal reasons yet',
    edit: 'Edit removal reasons',
    save: 'Save',
    item: (place: number) => `Reason ${place}`,
    rule: 'Rule',
    noRule: 'No rule',
    en: 'English',
    hi: 'Hindi',
    add: 'Add reason',
  },
  patterns: {
    title: 'Content filters',
    lead: 'Posts and comments that match are refused, and the author is told why. Your own list is under “Banned words”.',
    switches: {
      slurs: ['Slurs', 'The list of slurs that comes with Quad.'],
      swearing: ['Swearing', 'The list of swear words that comes with Quad, in English and Hinglish.'],
      selfHarm: [
        'Encouraging self-harm',
        'Telling someone to hurt themselves. Talking about one’s own trouble is allowed.',
      ],
      governmentIds: ['Government IDs', 'Numbers that look like an Aadhaar, PAN or similar.'],
      linkSpam: ['Link spam', 'Too many links for so little text.'],
      repeatedCharacters: ['Repeated characters', 'One character over and over.'],
      phoneNumbers: ['Phone numbers', 'Usually off: events often list a contact.'],
      emailAddresses: ['Email addresses', 'Usually off: events often list a contact.'],
    } as Record<
      | 'slurs'
      | 'swearing'
      | 'selfHarm'
      | 'governmentIds'
      | 'linkSpam'
      | 'repeatedCharacters'
      | 'phoneNumbers'
      | 'emailAddresses',
      readonly [string, string]
    >,
  },
  thresholds: {
    title: 'Toxicity thresholds',
    lead: 'A text with this score or more is refused: 0 is harmless, 1 is certain. Leave empty to skip.',
    off: 'No toxicity provider is connected, so these have no effect yet.',
    providers: { openai: 'OpenAI moderation', perspective: 'Perspective', chat: 'Language model' },
    oneNeeded: 'Set at least one score.',
  },
  signUp: {
    title: 'Who can join',
    lead: 'Everyone verifies a college email first. People who already have an account always sign in.',
    label: 'New accounts',
    modes: {
      open: 'Anyone with a college email',
      request: 'With approval',
      closed: 'No one for now',
    },
    hint: 'With approval, people wait under “Sign-ups”. Moderators never see the email in full.',
  },
  addresses: {
    title: 'Try student emails',
    lead: 'See which emails could join: the domain of a college, and before the @ what the operator set as ENROLLMENT_PATTERN. Nothing you type here is stored or logged.',
    samples: 'Sample emails',
    samplesHint: 'One per line, 50 at most',
    pattern: 'Another pattern to try',
    patternHint:
      'Leave empty to try the one in use. A regular expression (RE2) for everything before the @. Trying it changes nothing.',
    try: 'Try them',
    verdicts: {
      accepted: 'Can join',
      no_email: 'Not an email',
      disposable: 'Disposable email service',
      no_college: 'No college with this domain',
      no_student: 'Not a student’s email',
    },
    as: (college: string) => `at ${college}`,
  },
  mailTest: {
    title: 'Test email',
    lead: 'Sends an email to you and shows where it went. An accepted email can still end up in spam.',
    send: 'Send me a test email',
    accepted: {
      smtp: 'The mail server accepted it',
      outbox: 'No mail server is set up. It’s in a file on the server',
    },
    failed: 'It wasn’t sent',
    to: 'To',
    host: 'Mail server',
    connection: 'Connection',
    encryptions: {
      tls: 'TLS from the start',
      starttls: 'STARTTLS, required',
      offered: 'STARTTLS, if offered',
      none: 'Not encrypted',
    },
    code: 'Answer',
    file: 'File',
    problem: 'Problem',
    took: 'Took',
    ms: (ms: number) => `${ms} ms`,
  },
  readers: {
    title: 'Who can read',
    lead: 'Posts, comments, events and search. Rules, privacy, contact, the college list and the transparency page stay open to everyone.',
    label: 'Members only',
    hint: 'From the next request, only people who are signed in can read. Link previews, public calendars and search engines get nothing. What was read or copied before can’t be taken back.',
  },
  collegeDomains: {
    title: 'College domains',
    lead: 'Anyone with an email at a college’s domain can join it. Superadmins get an email about every change.',
    label: 'Superadmins only',
    hint: 'Admins can’t add colleges, approve requests or change email domains.',
  },
  passkeys: {
    title: 'Admin security',
    lead: 'A passkey can’t be guessed, phished or copied from an inbox.',
    label: 'Admins need a passkey',
    hint: 'Admins without one can only sign in and add one. Add yours in your own settings first.',
  },
  helpLines: {
    title: 'Help lines',
    lead: 'Shown to people who write or read about self-harm, on their own device. Nothing is sent or stored about it.',
    label: 'Help lines',
    hint: 'One per line: a name, and a number or a link. Call each number before you list it. Nothing is shown while this is empty.',
  },
  pages: {
    titles: {
      rulesPage: 'Rules page',
      privacyPage: 'Privacy page',
      contactPage: 'Contact page',
      moderationPage: 'Moderation page',
    },
    leads: {
      rulesPage: 'People agree to these when they join.',
      privacyPage: 'Say more than the standard text only if it’s true.',
      contactPage: 'Name who runs this Quad and the grievance officer (India’s IT Rules 2021), with their contact.',
      moderationPage: 'Stands above the numbers.',
    },
    lead: 'Markdown. While both are empty, the standard text is shown; one language stands for both.',
    show: 'View page',
    languages: { en: 'English', hi: 'Hindi' },
  },
  notifications: {
    title: 'Notifications',
    lead: 'Replies, upvotes and news of what people follow, and live updates.',
    label: 'Notifications are on',
    hint: 'The operator can decide this for good, with NOTIFICATIONS in the configuration.',
  },
  holding: {
    title: 'Hold for a moderator',
    lead: 'What happens to a new text when nobody can be sure. Held texts wait under “Waiting texts”; only the author and moderators see them. Edits are never held: they’re refused.',
    switches: {
      uncertain: ['Hold when the scorer is unsure', 'A score over its threshold, but below the one here.'],
      scorerDown: ['Hold when the scorer is down', 'Otherwise nobody can post until it’s back.'],
      newAccountLinks: ['Hold links by new accounts', 'Texts with more links than a new account may post.'],
    } as Record<'uncertain' | 'scorerDown' | 'newAccountLinks', readonly [string, string]>,
    certainty: 'Refuse from this score on',
    certaintyHint: 'From 0 to 1',
  },
  linkDomains: {
    title: 'Link domains',
    lead: 'One domain per line. It includes everything below it, and the nearest entry counts. * stands for all other sites.',
    lists: { allow: 'Always fine', hold: 'Hold for a moderator', refuse: 'Refuse' },
    hints: {
      allow: 'They don’t count as links of new accounts.',
      hold: 'Only new posts and comments; edits are refused.',
      refuse: 'Also when only the name is written.',
    },
  },
  transparency: {
    title: 'Transparency',
    lead: 'By month, in coarse numbers: reports, removals by rule, suspensions and bans, revealed emails, and how soon reports are decided.',
    label: 'Anybody can read what moderators did',
    hint: 'On the page /transparency, with the head of the audit log.',
  },
  youngAccounts: {
    bursts: 'Alerts of many texts at once',
    title: 'New accounts',
    lead: 'Keeps one person from flooding the campus.',
    label: 'Posts a day',
    hours: 'Hours an account counts as new',
    karma: 'And until it has this much karma',
    comments: 'Comments a day',
    links: 'Links in one text',
    noLimit: 'Leave empty for no limit.',
    burstsLead:
      'Alert moderators when this many come within ten minutes, from accounts of any age. Nothing is refused.',
    texts: 'Posts and comments by one account',
    sameText: 'Accounts that write the same',
    sameLink: 'Accounts that link to the same site',
    never: 'Leave empty for no alert.',
  },
  aliases: {
    title: 'Names for one thread',
    lead: 'Students can post or comment under a name that’s only for that thread. Nobody can get from it to the account. You can remove, suspend and ban as always; a superadmin can reveal the account, and the student is told.',
    label: 'Students can use them',
    hint: 'When off, nobody gets a new one. Names that are in use stay.',
    perDay: 'New names a day',
    perWeek: 'New names a week',
    accountDays: 'Days an account must be old',
    ageHint: '0: every account can.',
  },
  checklist: {
    title: 'First steps',
    lead: 'What a new Quad needs before students come. Only superadmins see it.',
    label: 'Show the list until everything is done',
    hint: 'It’s on the first page of the console.',
    poster: 'The poster with the QR code',
  },
  mails: {
    title: 'Optional emails',
    lead: 'Codes, passwords and account security are always sent.',
    switches: {
      contentRemoved: [
        'Content removed',
        'To the author of a post or comment that a moderator removed. Sent within a day.',
      ],
      suspended: [
        'Suspended or banned',
        'To the person, also when it’s lifted. Sent within a day, so the timing gives nobody away.',
      ],
      collegeAvailable: ['College available', 'To whoever requested it, once it’s approved.'],
    } as Record<'contentRemoved' | 'suspended' | 'collegeAvailable', readonly [string, string]>,
  },
}

export const settingsText = catalogue(english, () => import('./hi/settings').then(({ hindi }) => hindi))
