import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { invite } from '../../lib/navigation'
import { followingText } from '../../texts/following'
import { Icon } from '../../ui/icon'
import { follows, type Listed, mutes, type OwnLists } from './lists'

type Props<Kind> = { kind: Kind; target: string; class: string; hasName?: boolean }

/** Follows a post, a topic or a course, or no longer. Anonymous visitors are invited to join, and follow it when they are back. */
export function FollowButton({ kind, target, ...look }: Props<'post' | 'topic' | 'course'>) {
  const { follow, following, unfollowed, followed, followedTopic } = followingText.follow
  const act = { kind: 'follow', what: kind, target } as const
  return (
    <ListButton
      of={follows}
      each={{ kind, target }}
      icon="bell"
      names={[follow, following]}
      done={[unfollowed, kind === 'post' ? followed : followedTopic]}
      stranger={() => invite(act, kind === 'post' ? `/post/${target}` : undefined)}
      {...look}
    />
  )
}

/** Mutes a thread or a topic, or no longer. For those who are signed in. */
export function MuteButton({ kind, target, ...look }: Props<'post' | 'topic'>) {
  const { mute, muted, isUnmuted, isMuted } = followingText.mute
  const each = { kind, target }
  return <ListButton of={mutes} each={each} icon="quiet" names={[mute, muted]} done={[isUnmuted, isMuted]} {...look} />
}

/** Of the two, the first is of what is not listed, or not any more. */
type Words = readonly [off: string, on: string]
type ListProps = {
  of: OwnLists
  each: Listed
  icon: 'bell' | 'quiet'
  names: Words
  done: Words
  stranger?: () => void
  class: string
  hasName?: boolean
}

function ListButton(props: ListProps) {
  const { of, each, icon, names, done, stranger, class: className, hasName = false } = props
  useEffect(() => {
    of.load()
  }, [])
  const isOn = of.has(each)
  const press = async () => {
    if (!me.value) return stranger?.()
    const failure = await of.set(each, !isOn)
    if (failure) return announceFailure(failure)
    announce(done[isOn ? 0 : 1])
  }
  const name = names[isOn ? 1 : 0]
  return (
    <button
      type="button"
      class={`${className} ${isOn ? 'text-primary' : ''}`}
      aria-pressed={isOn}
      aria-label={name}
      onClick={press}
    >
      <Icon name={icon} filled={isOn && icon === 'bell'} />
      <span class={hasName ? '' : 'hidden sm:inline'}>{name}</span>
    </button>
  )
}
