import { catalogue } from '../../app/texts/catalogue'

/** What superadmins can change while Quad runs. */
const english = {
  page: {
    title: 'Settings',
    readOnly: 'You can read the settings. Only a superadmin can change them.',
    unsaved: 'Not saved yet',
    discard: 'Discard changes',
    saved: (section: string) => `Saved: ${section}`,
  },
  lists: {
    titles: { topics: 'Topics', feedbackTypes: 'Types of feedback', reportReasons: 'Reasons to report' },
    leads: {
      topics:
        'What a post can be about, in the order in which people see them. Posts keep a topic that is offered no more.',
      feedbackTypes: 'What somebody who writes to you can choose from.',
      reportReasons: 'Suggested to whoever reports something; other words are taken, too.',
    },
    add: { topics: 'Add a topic', feedbackTypes: 'Add a type', reportReasons: 'Add a reason' },
    item: (place: number) => `Number ${place}`,
    up: (name: string) => `Move “${name}” up`,
    down: (name: string) => `Move “${name}” down`,
    remove: (name: string) => `Remove “${name}”`,
    moved: (name: string, place: number) => `“${name}” is now number ${place}`,
    twice: 'This stands in the list twice.',
  },
  patterns: {
    title: 'What texts are checked for',
    lead: 'Posts and comments that hold one of these are refused, and their author is told why. Your own list is under “Banned words”.',
    switches: {
      slurs: ['Slurs', 'The list of slurs that comes with Quad.'],
      swearing: ['Swearing', 'The list of swear words that comes with Quad, in English and Hinglish.'],
      selfHarm: [
        'Urging self-harm',
        'Telling somebody to hurt themselves. Who speaks of their own trouble is not refused.',
      ],
      governmentIds: ['Government id numbers', 'Numbers that pass for an Aadhaar, PAN or similar.'],
      linkSpam: ['Link spam', 'More links than the words around them explain.'],
      repeatedCharacters: ['Repeated characters', 'One character over and over again.'],
      phoneNumbers: ['Phone numbers', 'Usually off: the contact of an event is no secret.'],
      emailAddresses: ['E-mail addresses', 'Usually off: the contact of an event is no secret.'],
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
    lead: 'A text is refused from these scores on: 0 is nothing, 1 is certain. What is left empty is not looked at.',
    off: 'No provider of scores is set up, so these count for nothing yet.',
    providers: { openai: 'OpenAI moderation', perspective: 'Perspective' },
    oneNeeded: 'At least one of these needs a score.',
  },
  mails: {
    title: 'Mails that can be left out',
    lead: 'Codes, passwords and what concerns the safety of an account are always sent.',
    switches: {
      contentRemoved: ['Content removed', 'To the author of a post or comment that was removed.'],
      suspended: ['Account suspended', 'To whoever was suspended, with the reason and the end.'],
      collegeAvailable: ['College available', 'To whoever asked for a college, once it is approved.'],
    } as Record<'contentRemoved' | 'suspended' | 'collegeAvailable', readonly [string, string]>,
  },
}

export const settingsText = catalogue(english, () => import('./hi/settings').then(({ hindi }) => hindi))
