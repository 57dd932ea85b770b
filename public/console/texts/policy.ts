import { catalogue } from '../../app/texts/catalogue'
import { pluralIn } from '../../app/texts/numbers'

const plural = pluralIn('en')

/** Banned words, and trying what they refuse. */
const english = {
  list: {
    lead: 'New posts and comments can’t contain these. Accents, other scripts, digits for letters and spaces in between don’t hide a word.',
    search: 'Search banned words',
    add: 'Ban a word',
    editing: (word: string) => `Edit “${word}”`,
    delete: 'Remove',
    deleting: (word: string) => `Remove “${word}” from the list?`,
    consequence: 'New posts and comments can contain it again.',
    word: 'Word or words',
    wordHint: 'We find it in any spelling that reads the same.',
    taken: 'This word is already banned, maybe in another spelling.',
    severity: 'Severity',
    strict: 'Inside other words, too',
    strictHint: 'Off: only where it stands alone. On: wherever its letters occur, which can hit innocent words.',
    anywhere: 'inside other words, too',
    added: (word: string) => `“${word}” banned`,
    saved: (word: string) => `“${word}” updated`,
    deleted: (word: string) => `“${word}” removed`,
    none: 'No banned words yet, beyond the lists that come with Quad.',
  },
  severities: { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' },
  trial: {
    title: 'Try a text',
    lead: 'See what the banned words and content filters would refuse. We don’t keep the text.',
    noScores: 'Toxicity isn’t checked here.',
    text: 'Text',
    try: 'Try it',
    passes: 'Allowed',
    refused: (count: number) => `Refused for ${plural(count, 'reason', 'reasons')}:`,
    reasons: {
      banned_word: 'Banned word',
      slur: 'Slur',
      swearing: 'Swearing',
      unsearchable: 'Written in a way we can’t check',
      self_harm: 'Encourages self-harm',
      government_id: 'Government ID number',
      link_spam: 'Too many links for so little text',
      repeated_characters: 'One character too often',
      phone_number: 'Phone number',
      email_address: 'Email address',
    } as Record<string, string>,
  },
}

export const policyText = catalogue(english, () => import('./hi/policy').then(({ hindi }) => hindi))
