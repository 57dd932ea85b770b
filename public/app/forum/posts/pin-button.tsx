import { me } from '../../lib/me'
import { postsText } from '../../texts/posts'
import { DialogButton } from '../../ui/dialog-button'
import type { Post } from './posts'

const load = () => import('./pin-dialog').then(({ PinDialog }) => PinDialog)

/** For moderators, and for posts that nobody removed. */
export function PinButton({ post, class: className }: { post: Post; class: string }) {
  if (!me.value || me.value.role === 'user' || post.moderationState !== 'active') return null
  return (
    <DialogButton class={className} load={load} given={{ post }}>
      {postsText.page.pin}
    </DialogButton>
  )
}
