import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { me } from '../../lib/me'
import { useAliasChoice } from '../../parts/aliases/alias-choice'
import { postsText } from '../../texts/posts'
import { useLate } from '../../ui/late'
import { cachedPost } from '../posts/posts'
import { delayedComments } from './delayed'
import type { Voice } from './requests'
import type { Thread } from './thread'

/** The own name for this thread, where the post or a comment that is loaded shows one. */
function aliasShownIn(thread: Thread): string | undefined {
  const author = cachedPost(thread.postId)?.value?.postedBy
  return author?.alias === 'own' ? author.username : thread.tree.value.alias.value
}

const isWaitingIn = ({ postId }: Thread): boolean =>
  delayedComments.value.some((each) => each.alias && each.postId === postId)

type VoiceChoice = ReturnType<typeof useVoice>

/** As whom somebody is about to comment. `kept` is what a draft says of the name; without a thread nothing is to be chosen. */
export function useVoice(thread: Thread | undefined, kept: string | undefined) {
  /** As moderator; chosen each time: neither kept with the draft nor for the next comment. */
  const official = useSignal(false)
  const alias = useAliasChoice(thread?.postId, kept, () =>
    thread ? { name: aliasShownIn(thread), isWaiting: isWaitingIn(thread) } : {},
  )
  /** What is sent; waits until it is known which name one has here. */
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

type Props = { voice: VoiceChoice; isWriting: boolean }

const load = () => import('../../parts/aliases/alias-fields').then(({ AliasFields }) => AliasFields)

/** As whom one comments, once one writes. The same is loaded for all who do: it tells nobody who has a second name. */
export function VoiceFields({ voice: { official, alias }, isWriting }: Props) {
  const AliasFields = useLate(load, isWriting)
  useEffect(() => {
    if (isWriting) alias.load()
  }, [isWriting])
  if (!isWriting) return null
  const mayBeOfficial = (me.value?.role ?? 'user') !== 'user'
  return (
    <>
      {mayBeOfficial && (
        <label class="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            class="toggle"
            checked={official.value}
            onChange={({ currentTarget }) => (official.value = currentTarget.checked)}
          />
          {postsText.writing.official}
        </label>
      )}
      {AliasFields && !official.value && <AliasFields choice={alias} within="quarter" />}
    </>
  )
}
