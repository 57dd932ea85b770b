export type Severity = 'mild' | 'moderate' | 'severe'

/** Why a text is against the policy. Clients switch on it. */
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
  | 'link_domain'
  | 'new_account_link'

/** UTF-16 offsets into a text: from `start` to before `end`. */
export type Range = { start: number; end: number }

/** A part of a text that is against the policy. */
export type Finding = Range & { reason: Reason; severity: Severity }

/** The ranges of all matches of a global pattern. */
export const matchRanges = (text: string, pattern: RegExp): Range[] => [...text.matchAll(pattern)].map(matchRange)

export const matchRange = ({ index, 0: match }: RegExpExecArray): Range => ({ start: index, end: index + match.length })
