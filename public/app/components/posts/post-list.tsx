import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { me } from '../../lib/accounts/me'
import { excerpt } from '../../lib/excerpt'
import type { Listing } from '../../lib/listing'
import type { Post, PostSignal } from '../../lib/posts/posts'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { BookmarkButton } from '../bookmarks/bookmark-button'
import { Icon } from '../icon'
import { MoreButton } from '../more-button'
import { FailureNotice, PostSkeletons } from '../page'
import { VoteButtons } from '../votes/vote-buttons'
import { Byline, PostLabels } from './byline'

type Props = { list: Listing<PostSignal>; empty: ComponentChildren }

/** A list of posts that loads more on scrolling, and by a button for those who do not scroll. */
export function PostList({ list, empty }: Props) {
  const { items, begun, ended, loading, failure } = list
  const available = items.value.filter((post) => post.value !== null)
  const visible = available.slice(0, useGrowing(available.length))
  const isWhole = visible.length === available.length
  // Before the first paint, so that posts that were preloaded with the document are in the first frame.
  useLayoutEffect(() => {
    if (!list.begun.peek()) list.more()
  }, [list])
  return (
    <div class="flex flex-col gap-4">
      {visible.length > 0 && (
        <ul class="flex flex-col gap-4">
          {visible.map((post) => (
            <PostCard key={post.peek()?.id} post={post} />
          ))}
        </ul>
      )}
      {begun.value && visible.length === 0 && ended.value && empty}
      {failure.value && <FailureNotice failure={failure.value} title={text.feed.failed} retry={() => list.more()} />}
      {loading.value && <PostSkeletons count={begun.value ? 1 : 3} />}
      {ended.value && isWhole && visible.length > 0 && (
        <p class="text-base-content/80 py-4 text-center text-sm">{text.feed.end}</p>
      )}
      {begun.value && !ended.value && !failure.value && isWhole && <Onward list={list} />}
    </div>
  )
}

/** A screenful, and how many are added at a time without blocking input. */
const FIRST = 4
const STEP = 4

/** Grows a new list in steps, so that the first post does not wait for the last. A list seen before shows in full. */
function useGrowing(count: number): number {
  const [most, setMost] = useState(count > 0 ? Number.POSITIVE_INFINITY : FIRST)
  useEffect(() => {
    if (most >= count) return
    const next = setTimeout(() => setMost(most + STEP))
    return () => clearTimeout(next)
  }, [most, count])
  return most
}

/** Loads more when it comes near the screen. */
function Onward({ list }: { list: Listing<PostSignal> }) {
  const mark = useRef<HTMLDivElement>(null)
  const count = list.items.value.length
  // A page that does not fill the screen loads the next.
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) list.more()
      },
      { rootMargin: '600px' },
    )
    observer.observe(mark.current!)
    return () => observer.disconnect()
  }, [list, count])
  return (
    <div ref={mark} class="flex min-h-8 justify-center">
      <MoreButton list={list} />
    </div>
  )
}

const isOwn = ({ postedBy }: Post): boolean => postedBy !== null && postedBy.id === me.value?.id

/** A post in a list. The whole card links to the post, except its buttons. */
function PostCard({ post: known }: { post: PostSignal }) {
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
          <VoteButtons item={known} targetType="post" isOwn={isOwn(post)} />
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
