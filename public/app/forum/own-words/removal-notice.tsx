import { me } from '../../lib/me'
import { AppealPanel } from '../../order/appeals/appeal-panel'
import { ownWordsText } from '../../texts/own-words'
import { Explanation } from '../../ui/explanation'
import { Notice } from '../../ui/page'
import type { Post } from '../posts/posts'

/** Tells an author that nobody else sees the post yet, and where to take it back. */
export function HeldNotice({ state }: { state: 'waiting' | 'refused' }) {
  const { held } = ownWordsText
  return (
    <Notice kind="info" title={held[state]}>
      <p>{held.lead}</p>
      <p>
        <a href={`/u/${me.value?.id}`} class="link">
          {held.open}
        </a>
      </p>
    </Notice>
  )
}

type Props = { id: string; removal?: Post['removal']; type: 'post' | 'comment' }

/** Tells an author that and why a post or comment was removed; to moderators, who have no `removal`, that it was. */
export function RemovalNotice({ id, removal, type }: Props) {
  const { removed } = ownWordsText
  return (
    <Notice kind="info" title={removed[type]}>
      {removal && <Explanation of={removal} />}
      <p>{removal ? removed.visibleToYou : removed.visible}</p>
      {removal && <AppealPanel resource={type} resourceId={id} />}
    </Notice>
  )
}
