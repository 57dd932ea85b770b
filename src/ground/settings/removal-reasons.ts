import { type Static, Type } from '@sinclair/typebox'
import { namedObject } from '../../lib/text/schema'

// Why moderators remove posts and comments, in words that they need not write each time: each in both languages, with
// the rule that it stands on. The author reads the words in the language of the reader.

export const MAX_REMOVAL_REASONS = 20
export const MAX_REASON_LENGTH = 300

const words = Type.String({ minLength: 1, maxLength: MAX_REASON_LENGTH })

/** In each language. */
export const presetText = namedObject('PresetText', { en: words, hi: words })
export type PresetText = Static<typeof presetText>

export const removalReasons = Type.Array(
  Type.Object({
    /** One of the report reasons; null for a reason that stands on none. */
    rule: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()]),
    ...presetText.properties,
  }),
  { maxItems: MAX_REMOVAL_REASONS },
)
export type RemovalReason = Static<typeof removalReasons>[number]

export const STANDARD_REASONS: RemovalReason[] = [
  {
    rule: 'spam',
    en: 'It’s an ad, or the same thing posted again and again.',
    hi: 'यह विज्ञापन है, या एक ही बात बार-बार पोस्ट की गई है।',
  },
  {
    rule: 'harassment',
    en: 'It attacks a person. Argue with ideas, not people.',
    hi: 'यह किसी व्यक्ति पर हमला है। बहस विचारों से करें, लोगों से नहीं।',
  },
  {
    rule: 'harassment',
    en: 'It shows who someone is: a name, number, address or photo without consent.',
    hi: 'इससे पता चलता है कि कोई कौन है: बिना सहमति के नाम, नंबर, पता या फ़ोटो।',
  },
  {
    rule: 'hate',
    en: 'It puts people down for their caste, religion, gender, region or the like.',
    hi: 'यह लोगों को उनकी जाति, धर्म, लिंग, इलाके या ऐसी किसी बात के लिए नीचा दिखाता है।',
  },
  { rule: 'violence', en: 'It threatens people or calls for violence.', hi: 'इसमें धमकी है या हिंसा के लिए उकसावा।' },
  {
    rule: 'self-harm',
    en: 'It could lead someone to hurt themselves. If you’re struggling, please talk to someone.',
    hi: 'इससे कोई खुद को नुक़सान पहुँचा सकता है। अगर आप परेशान हैं, तो किसी से बात करें।',
  },
  {
    rule: 'sexual content',
    en: 'It’s sexual. This isn’t the place for it.',
    hi: 'यह यौन सामग्री है। यह जगह उसके लिए नहीं है।',
  },
  {
    rule: 'misinformation',
    en: 'It presents something false as fact, and that can harm people.',
    hi: 'इसमें ग़लत बात सच की तरह कही गई है, जिससे लोगों को नुक़सान हो सकता है।',
  },
  { rule: 'impersonation', en: 'It pretends to come from someone else.', hi: 'यह किसी और के नाम से लिखा गया है।' },
]

/** As it is stored with a decision, so that a later change of the setting changes no decision. */
export const toPresetText = (stored: string | null): PresetText | null => (stored === null ? null : JSON.parse(stored))
