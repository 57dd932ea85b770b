export type Severity = 'mild' | 'moderate' | 'severe'

/** Why a text is against the policy, as clients switch on it. */
export type Reason =
  | 'banned_word'
  | 'slur'
  | 'swearing'
  | 'unsearchable'
  | 'self_harm'
  | 'government_id'
  | 'link_spam'
  | 'repeated_characters'
  | 'phone_number'
  | 'email_address'

/** Something in a text that is against the policy, from `start` to before `end` in UTF-16 offsets. */
export type Finding = { reason: Reason; severity: Severity; start: number; end: number }
