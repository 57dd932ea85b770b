import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { textsReady } from '../../texts/catalogue'
import { heldNews, mayHaveHeld } from './held'

/** One's comments on the post that nobody else sees, loaded for those who have some. */
export function HeldComments({ postId }: { postId: string }) {
  const list = useSignal<ComponentType<{ postId: string }> | undefined>(undefined)
  const isWanted = heldNews.value > 0 || mayHaveHeld()
  useEffect(() => {
    if (!isWanted) return
    import('./held-list')
      .then(async ({ HeldList }) => {
        await textsReady()
        list.value = HeldList
      })
      .catch(() => undefined)
  }, [isWanted])
  const List = list.value
  return List ? <List postId={postId} /> : null
}
