import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { invite } from '../../lib/navigation'
import { followingText } from '../../texts/following'
import { Icon } from '../../ui/icon'
import { type Followed, isFollowed, loadFollows, setFollowed } from './follows'

type Props = Followed & { class: string; hasName?: boolean }

/** Follows a post, a topic or a course, or no longer. Anonymous visitors are invited to join, and follow it when they are back. */
export function FollowButton({ kind, target, class: className, hasName = false }: Props) {
  useEffect(() => {
    loadFollows()
  }, [])
  const words = followingText.follow
  const isOn = isFollowed({ kind, target })
  const press = async () => {
    if (!me.value)
      return invite({ kind: 'follow', what: kind, target }, kind === 'post' ? `/post/${target}` : undefined)
    const failure = await setFollowed({ kind, target }, !isOn)
    if (failure) return announceFailure(failure)
    announce(isOn ? words.unfollowed : kind === 'post' ? words.followed : words.followedTopic)
  }
  return (
    <button
      type="button"
      class={`${className} ${isOn ? 'text-primary' : ''}`}
      aria-pressed={isOn}
      aria-label={isOn ? words.following : words.follow}
      onClick={press}
    >
      <Icon name="bell" filled={isOn} />
      <span class={hasName ? '' : 'hidden sm:inline'}>{isOn ? words.following : words.follow}</span>
    </button>
  )
}
