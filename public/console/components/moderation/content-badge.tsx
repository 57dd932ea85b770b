import type { PostState } from '../../lib/moderation/moderation'
import { moderationText } from '../../texts/moderation'

const LOOKS = { banned: 'badge-error', shadow_banned: 'badge-warning' }

export const ContentBadge = ({ state }: { state: PostState }) =>
  state === 'active' ? (
    <span class="text-base-content/80 text-sm">{moderationText.states.active}</span>
  ) : (
    <span class={`badge badge-soft text-sm whitespace-nowrap ${LOOKS[state]}`}>{moderationText.states[state]}</span>
  )
