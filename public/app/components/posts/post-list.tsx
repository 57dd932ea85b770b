import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Listing } from '../../lib/listing'
import type { PostSignal } from '../../lib/posts/posts'
import { text } from '../../texts/core'
import { FailureNotice } from '../failure-notice'
import { MoreButton } from '../more-button'
import { PostSkeletons } from '../skeleton'
import { PostCard } from './post-card'

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
