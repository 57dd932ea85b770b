import type { BannedWord } from '../../lib/policy/words'
import { policyText } from '../../texts/policy'

const LOOKS = { mild: 'badge-outline', moderate: 'badge-neutral', severe: 'badge-error' }

export const SeverityBadge = ({ severity }: Pick<BannedWord, 'severity'>) => (
  <span class={`badge badge-sm ${LOOKS[severity]}`}>{policyText.severities[severity]}</span>
)
