import { me } from '../../lib/accounts/me'
import type { Post } from '../../lib/posts/posts'
import { postsText } from '../../texts/posts'
import { DialogButton } from '../dialog-button'

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
