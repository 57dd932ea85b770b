import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { invite } from '../../lib/navigation'
import { text } from '../../texts/core'
import { Icon } from '../../ui/icon'
import { type PostSignal, toggleBookmark } from '../posts/posts'

export function BookmarkButton({ post }: { post: PostSignal }) {
  const bookmarked = post.value?.bookmarked === true
  const press = async () => {
    if (!me.value)
      return post.value ? invite({ kind: 'save', postId: post.value.id }, `/post/${post.value.id}`) : undefined
    const failure = await toggleBookmark(post)
    if (failure) announceFailure(failure)
  }
  return (
    <button
      type="button"
      class={`btn btn-ghost btn-sm px-2 font-medium ${bookmarked ? 'text-primary' : ''}`}
      aria-pressed={bookmarked}
      onClick={press}
    >
      <Icon name="bookmark" filled={bookmarked} />
      <span class="sr-only sm:not-sr-only">{text.post.save}</span>
    </button>
  )
}
