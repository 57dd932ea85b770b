import { excerpt } from '../../lib/excerpt'
import type { PostSignal } from '../../lib/posts/posts'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { BookmarkButton } from '../bookmarks/bookmark-button'
import { Icon } from '../icon'
import { VoteButtons } from '../votes/vote-buttons'
import { Byline } from './byline'
import { PostLabels } from './post-labels'

/** A post in a list. The whole card links to the post, except its buttons. */
export function PostCard({ post: known }: { post: PostSignal }) {
  const post = known.value
  if (post === null) return null
  const count = (number: number) => counted(number, language.value)
  return (
    <li>
      <article class="bg-base-100 border-base-300 rounded-box hover:border-base-content/30 relative flex flex-col gap-3 border p-4 sm:p-5">
        <div class="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <div class="min-w-0 grow basis-64">
            <Byline by={post.postedBy} createdAt={post.createdAt} updatedAt={post.updatedAt} withCollege />
          </div>
          <PostLabels post={post} />
        </div>
        <div class="flex flex-col gap-1.5">
          <h2 dir="auto" class="line-clamp-3 text-lg leading-snug font-semibold">
            <a href={`/post/${post.id}`} class="after:absolute after:inset-0">
              {post.title}
            </a>
          </h2>
          <p dir="auto" class="text-base-content/85 line-clamp-3 whitespace-pre-line">
            {excerpt(post.content)}
          </p>
        </div>
        <div class="relative z-1 -ms-1 flex w-fit flex-wrap items-center gap-x-1 gap-y-2">
          <VoteButtons item={known} targetType="post" />
          <a
            href={`/post/${post.id}#comments`}
            class="btn btn-ghost btn-sm px-2 font-medium tabular-nums"
            aria-label={text.post.comments(post.commentsCount)}
          >
            <Icon name="comment" />
            {count(post.commentsCount)}
          </a>
          <BookmarkButton post={known} />
          <span class="text-base-content/80 flex items-center gap-1.5 px-2 text-sm tabular-nums">
            <Icon name="eye" />
            <span aria-hidden="true">{count(post.views)}</span>
            <span class="sr-only">{text.post.views(post.views)}</span>
          </span>
        </div>
      </article>
    </li>
  )
}
