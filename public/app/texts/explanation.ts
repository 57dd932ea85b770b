import { catalogue } from './catalogue'

/** Why something was taken away. */
const english = {
  why: {
    rule: (rule: string) => `Rule: ${rule}`,
    reason: (reason: string) => `Reason: ${reason}`,
    added: (words: string) => `The moderator added: ${words}`,
    appeal: 'You can appeal',
  },
}

export const explanationText = catalogue(english, () => import('./hi/explanation').then(({ hindi }) => hindi))
