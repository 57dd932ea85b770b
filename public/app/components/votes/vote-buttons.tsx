import type { Signal } from '@preact/signals'
import { me } from '../../lib/accounts/me'
import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { invite } from '../../lib/navigation'
import { type Votable, type VoteType, vote } from '../../lib/votes/votes'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { Icon } from '../icon'

type Props<Item extends Votable> = {
  item: Signal<Item | null>
  targetType: 'post' | 'comment'
  /** Shows the votes on one's own words without offering one: the API would count it. */
  isOwn?: boolean
}

/** Anonymous visitors are invited to join; their vote is cast when they are back. */
export function VoteButtons<Item extends Votable>({ item, targetType, isOwn = false }: Props<Item>) {
  const votable = item.value
  if (votable === null) return null
  const press = async (type: VoteType) => {
    if (!me.value) {
      const act = { kind: 'vote', targetType, targetId: votable.id, voteType: type } as const
      return targetType === 'post' ? invite(act, `/post/${votable.id}`) : invite(act)
    }
    const failure = await vote(item, targetType, type)
    if (failure) announce(failureMessage(failure))
  }
  const { userVote, upvoteCount, downvoteCount } = votable
  const button = (type: VoteType) => (
    <button
      type="button"
      class={`btn btn-ghost btn-sm btn-square rounded-full ${userVote === type ? (type === 'upvote' ? 'text-primary' : 'text-error') : ''}`}
      aria-label={text.post[type]}
      aria-pressed={userVote === type}
      onClick={() => press(type)}
    >
      <Icon name={type === 'upvote' ? 'up' : 'down'} filled={userVote === type} />
    </button>
  )
  return (
    <div class={`bg-base-200 flex items-center rounded-full ${isOwn ? 'min-h-8' : ''}`}>
      {isOwn ? <Icon name="up" class="ms-2 size-4" /> : button('upvote')}
      <span class="min-w-5 text-center text-sm font-semibold tabular-nums">
        <span aria-hidden="true">{counted(upvoteCount - downvoteCount, language.value)}</span>
        <span class="sr-only">{text.post.votes(upvoteCount, downvoteCount)}</span>
      </span>
      {isOwn ? <span class="me-2" /> : button('downvote')}
    </div>
  )
}
