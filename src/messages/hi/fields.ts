import type * as english from '../en/fields'
import type { Translation } from '../template'

export const fields = {
  required: 'यह ज़रूरी है',
  invalid: 'यह सही नहीं है',
  text: 'यह टेक्स्ट होना चाहिए',
  number: 'यह संख्या होनी चाहिए',
  trueOrFalse: 'यह true या false होना चाहिए',
  list: 'यह लिस्ट होनी चाहिए',
  object: 'यह ऑब्जेक्ट होना चाहिए',
  uuid: 'यह UUID होना चाहिए',
  email: 'सही ईमेल डालें',
  url: 'यह http या https वाला URL होना चाहिए',
  time: 'यह ISO 8601 में दिन या समय होना चाहिए',
  instant: 'यह ISO 8601 में टाइम ज़ोन के साथ समय होना चाहिए',
  future: 'यह आने वाला समय होना चाहिए',
  cursor: 'यह किसी लिस्ट से मिला कर्सर होना चाहिए',
  choice: 'यह {choices} होना चाहिए',
  range: 'यह {min} से {max} तक की पूरी संख्या होनी चाहिए',
  length: '{min} से {max} अक्षर लिखें',
  minLength: { one: 'कम से कम {count} अक्षर लिखें', other: 'कम से कम {count} अक्षर लिखें' },
  maxLength: { one: 'ज़्यादा से ज़्यादा {count} अक्षर लिखें', other: 'ज़्यादा से ज़्यादा {count} अक्षर लिखें' },
  minItems: { one: 'कम से कम {count} चीज़ जोड़ें', other: 'कम से कम {count} चीज़ें जोड़ें' },
  maxItems: { one: 'ज़्यादा से ज़्यादा {count} चीज़ जोड़ें', other: 'ज़्यादा से ज़्यादा {count} चीज़ें जोड़ें' },
  texts: 'यह {min} से {max} टेक्स्ट की लिस्ट होनी चाहिए',
  uuids: 'यह {min} से {max} UUID की लिस्ट होनी चाहिए',
  duplicate: '“{value}” लिस्ट में दो बार है',
} as const satisfies Translation<typeof english.fields>
