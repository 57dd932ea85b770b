import { me } from '../../lib/me'
import { aliasesText } from '../../texts/aliases'
import { Avatar } from '../../ui/avatar'
import { SwitchLine } from '../../ui/field'
import type { AliasChoice, AliasOffer } from './alias-choice'

type Props = {
  choice: AliasChoice
  /** From writing to appearing: of a post, or of a comment. */
  within: 'hour' | 'quarter'
}

/**
 * Whether a text goes under a name for this thread, with its face, and when it appears. The face is there before it is
 * chosen: what a page loads for everybody tells nobody who chose.
 */
export function AliasFields({ choice, within }: Props) {
  const offer = choice.offer.value
  const isOn = choice.isOn.value
  const { choice: words } = aliasesText
  const isUsual = choice.isUsual.value
  const mayChoose = isUsual || offer?.state === 'available'
  // Switched off: what was kept in a draft can still be taken back.
  if (!isOn && !isUsual && (offer === undefined || offer.state === 'off')) return null
  // Above a keyboard there is little room.
  const isTold = within === 'hour' || (isOn && !isUsual)
  return (
    <div class="flex flex-col gap-3 py-1">
      <SwitchLine
        name="alias"
        label={words.label}
        hint={offer && !isUsual && (isTold || !mayChoose) && leftOf(offer)}
        checked={isOn}
        disabled={!isOn && !mayChoose}
        onInput={({ currentTarget }) => choice.choose(currentTarget.checked)}
      >
        {offer && (
          <span class="flex min-w-0 items-center gap-1.5 py-1">
            <Avatar name={offer.username} size={20} />
            <span class="truncate">{offer.username}</span>
          </span>
        )}
        {isTold && <span class="text-base-content/80 block text-sm">{words.lead}</span>}
      </SwitchLine>
      {isOn && isTold && (
        <p class="text-base-content/80 text-sm">
          {words.cannotHide} {within === 'hour' && words.moderators}
        </p>
      )}
      {isOn && (
        <SwitchLine
          name="atOnce"
          label={words.atOnce}
          hint={choice.isAtOnce.value ? words.atOnceHint : words[within]}
          checked={choice.isAtOnce.value}
          onInput={({ currentTarget }) => {
            choice.isAtOnce.value = currentTarget.checked
          }}
        />
      )}
      {offer && isUsual && !isOn && me.value && (
        <p class="text-warning text-sm font-medium">{words.both(me.value.username, offer.username)}</p>
      )}
    </div>
  )
}

function leftOf({ state, leftToday, leftThisWeek }: AliasOffer): string {
  const { choice: words } = aliasesText
  return state === 'available' ? words.left(Math.min(leftToday, leftThisWeek), leftThisWeek) : words.states[state]
}
