import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { api, envelope, type ResponseData } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { go } from '../../lib/navigation'
import { similarText } from '../../texts/similar'
import { ActButton } from '../../ui/act-button'
import { follows } from '../following/lists'

/** At most one request in this time. */
const PAUSE_MS = 400
const LIST = 'card invisible absolute inset-x-0 bottom-full z-10 mb-1 p-3 shadow-lg group-focus-within:visible'
/** Shorter titles say too little. */
const LEAST_WORDS = 3

const request = (title: string, signal: AbortSignal) =>
  envelope(api.search.similar.get({ query: { title }, fetch: { signal } }))
type Similar = ResponseData<ReturnType<typeof request>>['posts']

/** Threads that ask what the title asks, over what is above it, which is chosen already, for as long as the title or one of them has the focus. */
export function SimilarThreads({ title }: { title: string }) {
  const found = useSignal<Similar>([])
  const asked = useRef({ at: 0, by: new AbortController() })
  useEffect(() => {
    const isShort = title.trim().split(/\s+/).length < LEAST_WORDS
    if (isShort) found.value = []
    const ask = async () => {
      const by = new AbortController()
      asked.current = { at: Date.now(), by }
      const answer = await request(title, by.signal)
      if (answer.success && !by.signal.aborted) found.value = answer.data.posts
    }
    const timer = isShort ? undefined : setTimeout(ask, Math.max(0, asked.current.at + PAUSE_MS - Date.now()))
    return () => {
      clearTimeout(timer)
      asked.current.by.abort()
    }
  }, [title])
  const words = similarText.similar
  const follow = async ({ id: target }: Similar[number]) => {
    const failure = await follows.set({ kind: 'post', target }, true)
    if (failure) return announceFailure(failure)
    announce(words.followed)
    go(`/post/${target}`)
  }
  return (
    <section
      aria-live="polite"
      aria-label={words.title}
      class={found.value.length === 0 ? 'sr-only' : LIST}
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.value.length > 0 && <p class="text-base-content/80 text-sm font-medium">{words.title}</p>}
      <ul class="divide-base-300 flex flex-col divide-y">
        {found.value.map((post) => (
          <li key={post.id} class="flex items-center gap-3">
            <a
              href={`/post/${post.id}`}
              target="_blank"
              rel="noopener"
              dir="auto"
              class="link link-hover flex min-h-11 min-w-0 grow items-center py-2 break-words"
            >
              <span class="line-clamp-2 min-w-0">{post.title}</span>
              <span class="sr-only">{words.newTab}</span>
            </a>
            <ActButton class="btn btn-ghost shrink-0 px-2 font-medium" act={() => follow(post)}>
              {words.same}
            </ActButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
