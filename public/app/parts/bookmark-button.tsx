import { announce } from '../announcements'
import { wordsOf } from '../failures'
import { me } from '../me'
import { go, loginPath } from '../navigation'
import { type PostSignal, toggleBookmark } from '../posts'
import { text } from '../texts/core'
import { Icon } from './icon'

/** Keeps the post among one's saved ones, or no longer. */
export function BookmarkButton({ post }: { post: PostSignal }) {
  const bookmarked = post.value?.bookmarked === true
  const press = async () => {
    if (!me.value) return go(loginPath())
    const failure = await toggleBookmark(post)
    if (failure) announce(wordsOf(failure))
  }
  return (
    <button
      type="button"
      class={`btn btn-ghost btn-sm px-2 font-medium ${bookmarked ? 'text-primary' : ''}`}
      aria-pressed={bookmarked}
      aria-label={text.post.save}
      onClick={press}
    >
      <Icon name="bookmark" filled={bookmarked} />
      <span class="hidden sm:inline">{bookmarked ? text.post.saved : text.post.save}</span>
    </button>
  )
}
