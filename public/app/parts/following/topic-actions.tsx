import { useEffect } from 'preact/hooks'
import { isEventsTopic } from '../../../../src/lib/text/events-topic'
import { me } from '../../lib/me'
import { eventsText } from '../../texts/events'
import { Icon } from '../../ui/icon'
import { FollowButton, MuteButton } from './following-buttons'
import { mutes } from './lists'

const ACTION = 'btn btn-ghost px-2 font-medium'

/** So much of the chip before it is seen, too. */
const CHIP_BEFORE = 64

/** Somebody who comes by a link sees on a phone which topic it is. */
function showChip(): void {
  const chip = document.querySelector<HTMLElement>('.topics [aria-current="true"]')
  const rail = chip?.closest('ul')
  if (chip && rail) rail.scrollLeft = chip.offsetLeft - rail.offsetLeft - CHIP_BEFORE
}

/** Above the posts of one topic. Loaded with the first of them. */
export function TopicActions({ topic }: { topic: string }) {
  useEffect(showChip, [topic])
  return (
    <div class="-ms-2 flex flex-wrap gap-1">
      <FollowButton kind="topic" target={topic} class={ACTION} hasName />
      {me.value && <MuteButton kind="topic" target={topic} class={ACTION} hasName />}
      {isEventsTopic(topic) && (
        <a href="/agenda" class={ACTION}>
          <Icon name="calendar" />
          {eventsText.agenda.title}
        </a>
      )}
    </div>
  )
}

/** For the feed, which folds what is muted. */
export const startFolding = mutes.load
