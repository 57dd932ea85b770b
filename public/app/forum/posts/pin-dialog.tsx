import { type Signal, useSignal } from '@preact/signals'
import { announce } from '../../lib/announcements'
import { api, envelope, type Failure } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { pinsText } from '../../texts/pins'
import { FailureNotice } from '../../ui/page'
import { ReadingDialog } from '../../ui/reading-dialog'
import type { Post } from './posts'

const PLACES = ['campus', 'topic'] as const
type Place = (typeof PLACES)[number]

/** How many posts each place has room for. */
const ROOM: Record<Place, number> = { campus: 3, topic: 1 }

type Pins = Record<Place, readonly Post[]>

/** What is pinned above the feed, and above the posts of a topic. */
async function readPins(topic: string): Promise<{ success: true; data: Pins } | Failure> {
  const [campus, ofTopic] = await Promise.all([
    envelope(api.posts.pinned.get({ query: {} })),
    envelope(api.posts.pinned.get({ query: { topic } })),
  ])
  if (!campus.success) return campus
  if (!ofTopic.success) return ofTopic
  return { success: true, data: { campus: campus.data.posts, topic: ofTopic.data.posts } }
}

type Props = { post: Post; open: Signal<boolean> }

/** What is pinned where this post could be, and a place for it there. */
export function PinDialog({ post, open }: Props) {
  const refusal = useSignal<Failure | null>(null)
  const words = pinsText.pins
  const change = async (asked: Promise<{ success: true } | Failure>, done: string) => {
    const answer = await asked
    refusal.value = answer.success ? null : answer
    if (answer.success) announce(done)
  }
  return (
    <ReadingDialog open={open} words={words} read={() => readPins(post.topic)}>
      {(pins, readAnew) => (
        <>
          {PLACES.map((place) => (
            <OnePlace
              key={place}
              place={place}
              title={place === 'campus' ? words.campus : words.topic(choiceLabel(post.topic))}
              post={post}
              pinned={pins[place]}
              onPin={() => change(envelope(api.posts({ id: post.id }).pin.put({ place })), words.done).then(readAnew)}
              onUnpin={(id) => change(envelope(api.posts({ id }).pin.delete()), words.undone).then(readAnew)}
            />
          ))}
          {refusal.value && <FailureNotice failure={refusal.value} />}
        </>
      )}
    </ReadingDialog>
  )
}

type PlaceProps = {
  place: Place
  title: string
  post: Post
  pinned: readonly Post[]
  onPin: () => void
  onUnpin: (id: string) => void
}

function OnePlace({ place, title, post, pinned, onPin, onUnpin }: PlaceProps) {
  const words = pinsText.pins
  return (
    <section class="flex flex-col gap-1">
      <h3 class="flex justify-between gap-4 font-semibold">
        {title} <span class="text-base-content/80 font-normal">{words.taken(pinned.length, ROOM[place])}</span>
      </h3>
      {pinned.length === 0 && <p class="text-base-content/80">{words.none}</p>}
      <ul>
        {pinned.map((each) => (
          <li key={each.id} class="flex items-center justify-between gap-3">
            <span dir="auto" class={`min-w-0 break-words ${each.id === post.id ? 'font-medium' : ''}`}>
              {each.title}
            </span>
            <button
              type="button"
              class="btn btn-ghost btn-sm"
              aria-label={words.unpinOne(each.title)}
              onClick={() => onUnpin(each.id)}
            >
              {words.unpin}
            </button>
          </li>
        ))}
      </ul>
      {!pinned.some(({ id }) => id === post.id) && (
        <button type="button" class="btn btn-outline self-start" aria-label={`${words.here}: ${title}`} onClick={onPin}>
          {words.here}
        </button>
      )}
    </section>
  )
}
