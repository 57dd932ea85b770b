import { catalogue } from './catalogue'

/** Labels of the topics, report reasons and feedback types that Quad comes with, by the value that is stored. */
export const choicesText = catalogue({
  choices: {
    'Ask Campus': ['Ask Campus', 'कैंपस से पूछें'],
    'Serious Discussion': ['Serious Discussion', 'गंभीर चर्चा'],
    'Career Advice': ['Career Advice', 'करियर सलाह'],
    Showcase: ['Showcase', 'शोकेस'],
    'Off-topic': ['Off-topic', 'इधर-उधर की'],
    'Community Event': ['Events', 'इवेंट'],
    'Rant / Vent': ['Rant / Vent', 'भड़ास'],
    'Help / Support': ['Help / Support', 'मदद'],
    'Feedback / Suggestion': ['Feedback / Suggestion', 'सुझाव'],
    'News / Update': ['News / Update', 'ख़बर / अपडेट'],
    'Guide / Resource': ['Guide / Resource', 'गाइड / रिसोर्स'],
    spam: ['Spam', 'स्पैम'],
    harassment: ['Harassment', 'परेशान करना'],
    hate: ['Hate', 'नफ़रत'],
    violence: ['Violence', 'हिंसा'],
    'self-harm': ['Self-harm', 'ख़ुद को नुकसान'],
    'sexual content': ['Sexual content', 'अश्लील सामग्री'],
    misinformation: ['Misinformation', 'ग़लत जानकारी'],
    impersonation: ['Impersonation', 'किसी और का नाम लेना'],
    feedback: ['Feedback', 'सुझाव'],
    bug: ['Bug', 'बग'],
    feature: ['Feature request', 'नया फ़ीचर'],
    other: ['Other', 'कुछ और'],
  },
})
