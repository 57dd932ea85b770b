import { catalogue } from './catalogue'

/** Why something was taken away. */
export const explanationText = catalogue({
  why: {
    rule: [(rule: string) => `Rule: ${rule}`, (rule: string) => `नियम: ${rule}`],
    reason: [(reason: string) => `Reason: ${reason}`, (reason: string) => `कारण: ${reason}`],
    added: [(words: string) => `The moderator added: ${words}`, (words: string) => `मॉडरेटर ने लिखा: ${words}`],
    appeal: ['You can appeal', 'आप अपील कर सकते हैं'],
  },
})
