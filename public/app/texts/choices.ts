import { catalogue } from './catalogue'

/** Labels of the topics, report reasons and feedback types that Quad comes with, by the value that is stored. */
const english = {
  choices: {
    'Ask Campus': 'Ask Campus',
    'Serious Discussion': 'Serious Discussion',
    'Career Advice': 'Career Advice',
    Showcase: 'Showcase',
    'Off-topic': 'Off-topic',
    'Community Event': 'Events',
    'Rant / Vent': 'Rant / Vent',
    'Help / Support': 'Help / Support',
    'Feedback / Suggestion': 'Feedback / Suggestion',
    'News / Update': 'News / Update',
    'Guide / Resource': 'Guide / Resource',
    spam: 'Spam',
    harassment: 'Harassment',
    hate: 'Hate',
    violence: 'Violence',
    'self-harm': 'Self-harm',
    'sexual content': 'Sexual content',
    misinformation: 'Misinformation',
    impersonation: 'Impersonation',
    feedback: 'Feedback',
    bug: 'Bug',
    feature: 'Feature request',
    other: 'Other',
  },
}

export const choicesText = catalogue(english, () => import('./hi/choices').then(({ hindi }) => hindi))
