import { me } from '../../lib/accounts/me'
import { choiceLabel } from '../../lib/choice-label'
import { ownWordsText } from '../../texts/own-words'
import { AppealPanel } from '../appeals/appeal-panel'
import { Notice } from '../page'

type Removal = { reason: string | null; rule: string | null; at: string | null }

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

type Props = { id: string; removal?: Removal | undefined; type: 'post' | 'comment' }

/** Tells an author that and why a post or comment was removed; to moderators, who have no `removal`, that it was. */
export function RemovalNotice({ id, removal, type }: Props) {
  const { removed } = ownWordsText
  return (
    <Notice kind="info" title={removed[type]}>
      {removal?.rule && <p>{removed.rule(choiceLabel(removal.rule))}</p>}
      {removal?.reason && <p dir="auto">{removed.reason(choiceLabel(removal.reason))}</p>}
      <p>{removal ? removed.visibleToYou : removed.visible}</p>
      {removal && <AppealPanel resource={type} resourceId={id} />}
    </Notice>
  )
}
