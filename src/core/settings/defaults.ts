import { STANDARD_REASONS } from './removal-reasons'
import type { Settings } from './schemas'

const STANDARD = { en: '', hi: '' }

/** What applies until a superadmin changes it. */
export const DEFAULTS: Settings = {
  // None is made up here: a wrong number is worse than none.
  helpLines: [],
  rulesPage: STANDARD,
  privacyPage: STANDARD,
  contactPage: STANDARD,
  moderationPage: STANDARD,
  topics: [
    'Ask Campus',
    'Serious Discussion',
    'Career Advice',
    'Showcase',
    'Off-topic',
    'Community Event',
    'Rant / Vent',
    'Help / Support',
    'Feedback / Suggestion',
    'News / Update',
    'Guide / Resource',
  ],
  feedbackTypes: ['feedback', 'bug', 'feature', 'other'],
  reportReasons: [
    'spam',
    'harassment',
    'hate',
    'violence',
    'self-harm',
    'sexual content',
    'misinformation',
    'impersonation',
    'other',
  ],
  removalReasons: STANDARD_REASONS,
  contentPatterns: {
    slurs: true,
    swearing: true,
    selfHarm: true,
    governmentIds: true,
    linkSpam: true,
    repeatedCharacters: true,
    // Off, because the phone number of a festival is not doxxing.
    phoneNumbers: false,
    emailAddresses: false,
  },
  // Attributes that are not listed are ignored: a student who writes about self-harm needs help, not a refusal.
  toxicityThresholds: {
    openai: {
      harassment: 0.7,
      'harassment/threatening': 0.5,
      hate: 0.5,
      'hate/threatening': 0.4,
      'self-harm/instructions': 0.5,
      sexual: 0.8,
      'sexual/minors': 0.2,
      violence: 0.9,
      'violence/graphic': 0.8,
    },
    perspective: {
      TOXICITY: 0.85,
      SEVERE_TOXICITY: 0.6,
      IDENTITY_ATTACK: 0.7,
      INSULT: 0.85,
      PROFANITY: 0.95,
      THREAT: 0.7,
    },
    chat: { harassment: 0.7, threat: 0.5, hate: 0.5, sexual: 0.8, 'sexual/minors': 0.2, violence: 0.9 },
  },
  holding: { uncertain: 'refuse', certainty: 0.95, scorerDown: 'refuse', newAccountLinks: 'refuse' },
  collegeDomains: 'admin',
  youngAccountPosts: 50,
  newAccounts: { hours: 24, karma: null, comments: null, links: null },
  aliases: { on: true, perDay: 3, perWeek: 10, accountDays: 0 },
  bursts: { texts: 15, sameText: 3, sameLink: 5 },
  linkDomains: { allow: [], hold: [], refuse: [] },
  administratorPasskeys: false,
  notifications: false,
  signUp: 'open',
  readers: 'public',
  // What a campus publishes about itself is its choice.
  transparency: false,
  checklist: true,
  mails: { contentRemoved: true, suspended: true, collegeAvailable: true },
}
