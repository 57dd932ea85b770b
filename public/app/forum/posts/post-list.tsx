import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { choiceLabel } from '../../lib/choice-label'
import { excerpt } from '../../lib/excerpt'
import { useGrowing } from '../../lib/growing'
import type { Listing } from '../../lib/listing'
import { isMine } from '../../lib/me'
import { EventLine } from '../../parts/events/event-line'
import { muted } from '../../parts/following/muted'
import { language } from '../../texts/catalogue'
import { text } from '../../texts/core'
import { counted } from '../../texts/numbers'
import { Icon } from '../../ui/icon'
import { MoreButton, showMore } from '../../ui/more-button'
import { FailureNotice, PostSkeletons } from '../../ui/page'
import { BookmarkButton } from '../bookmarks/bookmark-button'
import { PostPicture } from '../pictures/post-picture'
import { PollPart } from '../polls/poll-part'
import { VoteButtons } from '../votes/vote-buttons'
import { Byline } from './byline'
import { type PostSignal, postId } from './posts'

type Props = { list: Listing<PostSignal>; empty: ComponentChildren }

/** A list of posts that loads more on scrolling, and by a button for those who do not scroll. */
export function PostList({ list, empty }: Props) {
  const { items, begun, ended, loading, failure } = list
  const available = items.value.filter((post) => post.value !== null)
  // A list seen before shows in full.
  const first = available.length > 0 ? Number.POSITIVE_INFINITY : FIRST
  const visible = available.slice(0, useGrowing(available.length, first, STEP))
  const isWhole = visible.length === available.length
  // A list seen before is laid out in full once, so that it is scrolled to where it was.
  const [isMeasured, setIsMeasured] = useState(visible.length === 0)
  useEffect(() => setIsMeasured(true), [])
  // Before the first paint, so that posts that were preloaded with the document are in the first frame.
  useLayoutEffect(() => {
    if (!list.begun.peek()) list.more()
  }, [list])
  return (
    <div class="flex flex-col gap-2 sm:gap-3">
      {visible.length > 0 && (
        <ul class={`flex flex-col gap-1.5 sm:gap-3 ${isMeasured ? 'cards' : ''}`}>
          {visible.map((post) => (
            <PostCard key={post.peek()?.id} post={post} isPinned={list.pinned.includes(postId(post))} />
          ))}
        </ul>
      )}
      {begun.value && visible.length === 0 && ended.value && empty}
      {failure.value && (
        <FailureNotice failure={failure.value} title={text.feed.failed} retry={showMore(() => list.more())} />
      )}
      {loading.value && <PostSkeletons count={begun.value ? 1 : 3} />}
      {ended.value && isWhole && visible.length > 0 && (
        <p class="text-base-content/80 py-4 text-center text-sm">{text.feed.end}</p>
      )}
      {begun.value && !ended.value && isWhole && <Onward list={list} />}
    </div>
  )
}

/** A screenful, and how many are added at a time without blocking input. */
const FIRST = 4
const STEP = 4

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

/** Beneath a title that takes two lines on a phone there is no room for the text. */
const SHORT_TITLE = 30

/** What stands for something muted. */
function Folded({ onShow }: { onShow: () => void }) {
  return (
    <li class="text-base-content/80 flex min-h-11 flex-wrap items-center gap-2 px-4 text-sm italic">
      {text.post.muted}
      <button type="button" class="btn btn-ghost btn-sm" onClick={onShow}>
        {text.post.showMuted}
      </button>
    </li>
  )
}

/** A post in a list. The whole card links to the post, except its buttons. */
function PostCard({ post: known, isPinned }: { post: PostSignal; isPinned: boolean }) {
  const post = known.value
  const isShown = useSignal(false)
  if (post === null) return null
  const topic = choiceLabel(post.topic)
  const isShort = post.title.length <= SHORT_TITLE
  if (!isShown.value && !isMine(post.postedBy) && muted.value?.isPostMuted(post))
    return <Folded onShow={() => (isShown.value = true)} />
  return (
    <li class={post.picture ? 'card [content-visibility:visible]' : 'card'}>
      <article class="relative px-4 pt-2 pb-0.5 sm:px-5 sm:pt-4 sm:pb-2">
        <h2 dir="auto" class="line-clamp-2 leading-snug font-semibold text-wrap sm:text-lg">
          {isPinned && <span class="badge me-1.5">{text.post.pinned}</span>}
          {post.question && <span class="badge me-1.5">{text.post[post.question]}</span>}
          <a href={`/post/${post.id}`} class="after:absolute after:inset-0">
            {post.title}
          </a>
        </h2>
        <EventLine of={post} />
        <p
          dir="auto"
          class={`text-base-content/80 text-sm sm:mt-1 sm:text-base ${isShort ? 'line-clamp-1' : 'hidden'} sm:line-clamp-2`}
        >
          {excerpt(post.content)}
        </p>
        {post.poll && <PollPart post={known} />}
        {post.picture && <PostPicture of={post.picture} sizes="(width < 48rem) 90vw, 40rem" class="my-2 max-h-96" />}
        <Byline by={post.postedBy} of={post} topic={topic} withCollege />
        <div class="card-acts">
          <VoteButtons item={known} targetType="post" isOwn={isMine(post.postedBy)} />
          <a
            href={`/post/${post.id}#comments`}
            class="btn btn-ghost btn-sm tabular-nums"
            aria-label={text.post.comments(post.commentsCount)}
          >
            <Icon name="comment" />
            {counted(post.commentsCount, language.value)}
          </a>
          <BookmarkButton post={known} />
          {post.course && (
            <a
              href={`/course/${post.course.id}`}
              class="btn btn-ghost btn-sm max-sm:order-1 max-sm:-me-3 max-sm:ms-auto"
              title={post.course.name}
            >
              {post.course.code}
            </a>
          )}
          {post.isPrivate && (
            <span class="text-warning flex items-center gap-1 px-1 text-sm">
              <Icon name="lock" class="size-4" />
              <span class="sr-only sm:not-sr-only">{text.post.private}</span>
            </span>
          )}
          {!post.course && <span class="card-topic sm:hidden">{topic}</span>}
        </div>
      </article>
    </li>
  )
}
