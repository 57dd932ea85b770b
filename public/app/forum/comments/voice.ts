import { type Signal, useSignal } from '@preact/signals'
import { type AliasChoice, useAliasChoice } from '../../parts/aliases/alias-choice'
import { cachedPost } from '../posts/posts'
import { delayedComments } from './delayed'
import type { Voice } from './requests'
import type { Thread } from './thread'

/** As whom somebody is about to comment. */
export type VoiceChoice = {
  /** As moderator; chosen each time: neither kept with the draft nor for the next comment. */
  official: Signal<boolean>
  alias: AliasChoice
  /** What is sent; waits until it is known which name one has here. */
  take: () => Promise<Voice>
  /** For the next comment. */
  reset: () => void
}

/** The own name for this thread, where the post or a comment that is loaded shows one. */
function aliasShownIn(thread: Thread): string | undefined {
  const author = cachedPost(thread.postId)?.value?.postedBy
  return author?.alias === 'own' ? author.username : thread.tree.value.alias.value
}

const isWaitingIn = ({ postId }: Thread): boolean =>
  delayedComments.value.some((each) => each.alias && each.postId === postId)

/** `kept` is what a draft says of the name; without a thread nothing is to be chosen. */
export function useVoice(thread: Thread | undefined, kept: string | undefined): VoiceChoice {
  const official = useSignal(false)
  const alias = useAliasChoice(thread?.postId, kept, () =>
    thread ? { name: aliasShownIn(thread), isWaiting: isWaitingIn(thread) } : {},
  )
  const take = async (): Promise<Voice> => {
    if (official.peek()) return { official: true }
    await alias.load()
    if (alias.isOn.peek()) return { alias: true, isDelayed: !alias.isAtOnce.peek() }
    return alias.offer.peek() === undefined ? {} : { alias: false }
  }
  const reset = () => {
    official.value = false
    alias.reset()
  }
  return { official, alias, take, reset }
}
