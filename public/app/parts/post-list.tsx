import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Listing } from '../listing'
import type { PostSignal } from '../posts'
import { text } from '../texts/core'
import { FailureNotice } from './failure-notice'
import { PostCard } from './post-card'
import { PostSkeletons } from './skeleton'

type Props = { list: Listing<PostSignal>; empty: ComponentChildren }

/** Posts that go on as one reads, with a button for those who do not scroll. */
export function PostList({ list, empty }: Props) {
  const { items, begun, ended, loading, failure } = list
  const shown = items.value.filter((post) => post.value !== null)
  return (
    <div class="flex flex-col gap-4">
      {shown.length > 0 && (
        <ul class="flex flex-col gap-4">
          {shown.map((post) => (
            <PostCard key={post.peek()?.id} post={post} />
          ))}
        </ul>
      )}
      {begun.value && shown.length === 0 && ended.value && empty}
      {failure.value && <FailureNotice failure={failure.value} title={text.feed.failed} retry={() => list.more()} />}
      {loading.value && <PostSkeletons count={begun.value ? 1 : 3} />}
      {ended.value && shown.length > 0 && <p class="text-base-content/80 py-4 text-center text-sm">{text.feed.end}</p>}
      {!ended.value && !failure.value && <Onward list={list} />}
    </div>
  )
}

/** Asks for more when it comes near the screen. */
function Onward({ list }: { list: Listing<PostSignal> }) {
  const mark = useRef<HTMLDivElement>(null)
  const count = list.items.value.length
  // A page that does not fill the screen asks for the next.
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
      {list.begun.value && !list.loading.value && (
        <button type="button" class="btn btn-outline btn-sm" onClick={() => list.more()}>
          {text.feed.more}
        </button>
      )}
    </div>
  )
}
