import type { PostState } from '../../lib/moderation/moderation'
import { deskContent } from '../../texts/desk-content'

const LOOKS = { banned: 'badge-error', shadow_banned: 'badge-warning' }

/** The moderation state of a post or a comment; a badge where something is unusual. */
export const ContentBadge = ({ state }: { state: PostState }) =>
  state === 'active' ? (
    <span class="text-base-content/80 text-sm">{deskContent.states.active}</span>
  ) : (
    <span class={`badge badge-soft text-sm whitespace-nowrap ${LOOKS[state]}`}>{deskContent.states[state]}</span>
  )
