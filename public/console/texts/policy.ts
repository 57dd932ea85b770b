import { catalogue } from '../../app/texts/catalogue'

/** Banned words, and trying what they refuse. */
const english = {
  list: {
    title: 'Banned words',
    lead: 'What posts and comments may not contain, from the next one on. Accents, other scripts, digits for letters and spaces in between do not hide a word.',
    search: 'Search banned words',
    add: 'Ban a word',
    edit: 'Edit',
    editing: (word: string) => `Edit “${word}”`,
    delete: 'Delete',
    deleting: (word: string) => `Let “${word}” pass again?`,
    consequence: 'From the next post or comment on it is not refused any more.',
    word: 'Word or words',
    wordHint: 'It is found in any spelling that reads the same.',
    taken: 'This is banned already, maybe in another spelling.',
    severity: 'Severity',
    strict: 'Inside other words, too',
    strictHint:
      'Off: refused where it stands alone. On: refused wherever its letters occur, which can hit innocent words that contain it.',
    anywhere: 'inside other words, too',
    added: (word: string) => `“${word}” is banned`,
    saved: (word: string) => `“${word}” has been changed`,
    deleted: (word: string) => `“${word}” passes again`,
    none: 'No word is banned yet, beyond the lists that come with Quad.',
    noneFound: 'No banned word fits this.',
  },
  severities: { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' },
  trial: {
    title: 'Try a text',
    lead: 'Shows what the banned words and the patterns of the settings would refuse. Nothing of it is kept.',
    noScores: 'The toxicity provider is not asked.',
    text: 'Text',
    try: 'Try it',
    passes: 'This would be let through.',
    refused: (count: number) =>
      count === 1 ? 'This would be refused for one thing:' : `This would be refused for ${count} things:`,
  },
}

export const policyText = catalogue(english, () => import('./hi/policy').then(({ hindi }) => hindi))
