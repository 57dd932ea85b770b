import type { Signal } from '@preact/signals'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { invite } from '../../lib/navigation'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { Icon } from '../../ui/icon'
import { type Votable, type VoteType, vote } from './votes'

type Props<Item extends Votable> = {
  item: Signal<Item | null>
  targetType: 'post' | 'comment'
  /** Shows the votes on one's own words without offering one: the API would count it. */
  isOwn?: boolean
}

const STILL = '(prefers-reduced-motion: reduce)'

const TICK_MS = 200

/**
 * The arrow moves once in its direction, and rests for the remainder of an animation that is taken away before it ends:
 * Chromium restyles and draws a page at each frame of an animation's last 40 ms.
 */
function tick(button: HTMLElement, type: VoteType): void {
  if (matchMedia(STILL).matches) return
  const [rest, moved] = ['none', `translateY(${type === 'upvote' ? -4 : 4}px) scale(1.15)`]
  // The button, not its picture: only that moves without restyling a frame at a time.
  const move = button.animate(
    { transform: [rest, moved, rest, rest], offset: [0, 0.1, 0.2, 1], easing: ['ease-out', 'ease-in-out', 'linear'] },
    TICK_MS * 5,
  )
  setTimeout(() => move.cancel(), TICK_MS * 2)
}

/** Anonymous visitors are invited to join; their vote is cast when they are back. */
export function VoteButtons<Item extends Votable>({ item, targetType, isOwn = false }: Props<Item>) {
  const votable = item.value
  if (votable === null) return null
  const press = async (type: VoteType, pressed: HTMLElement) => {
    if (!me.value) {
      const act = { kind: 'vote', targetType, targetId: votable.id, voteType: type } as const
      return targetType === 'post' ? invite(act, `/post/${votable.id}`) : invite(act)
    }
    tick(pressed, type)
    const failure = await vote(item, targetType, type)
    if (failure) announceFailure(failure)
  }
  const { userVote, upvoteCount, downvoteCount } = votable
  const button = (type: VoteType) => (
    <button
      type="button"
      class={`vote ${type === 'upvote' ? 'aria-pressed:text-up' : 'aria-pressed:text-down'}`}
      aria-label={text.post[type]}
      aria-pressed={userVote === type}
      onClick={({ currentTarget }) => press(type, currentTarget)}
    >
      <Icon name={type === 'upvote' ? 'up' : 'down'} filled={userVote === type} />
    </button>
  )
  return (
    <div class="votes">
      {isOwn ? <Icon name="up" class="ms-3 me-1 size-5" /> : button('upvote')}
      <span class="votes-count">
        <span aria-hidden="true">{counted(upvoteCount - downvoteCount, language.value)}</span>
        <span class="sr-only">{text.post.votes(upvoteCount, downvoteCount)}</span>
      </span>
      {isOwn ? <span class="me-3" /> : button('downvote')}
    </div>
  )
}
