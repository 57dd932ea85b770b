import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { failureMessage } from '../../lib/failures'
import { followingText } from '../../texts/following'
import { Icon } from '../../ui/icon'
import { loadMutes, mutes, setMuted } from './mutes'

type Props = { kind: 'post' | 'topic'; target: string; title?: string; class: string; hasName?: boolean }

/** Mutes a thread or a topic, or no longer. For those who are signed in. */
export function MuteButton({ kind, target, title, class: className, hasName = false }: Props) {
  useEffect(() => {
    loadMutes()
  }, [])
  const words = followingText.mute
  const { posts = [], topics = [] } = mutes.value ?? {}
  const isOn = kind === 'topic' ? topics.includes(target) : posts.some(({ postId }) => postId === target)
  const press = async () => {
    const failure = await setMuted({ kind, target, title: title ?? null }, !isOn)
    announce(failure ? failureMessage(failure) : isOn ? words.isUnmuted : words.isMuted)
  }
  return (
    <button
      type="button"
      class={`${className} ${isOn ? 'text-primary' : ''}`}
      aria-pressed={isOn}
      aria-label={isOn ? words.muted : words.mute}
      onClick={press}
    >
      <Icon name="quiet" />
      <span class={hasName ? '' : 'hidden sm:inline'}>{isOn ? words.muted : words.mute}</span>
    </button>
  )
}
