import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { choiceLabel } from '../../lib/choice-label'
import { type Pins, PLACES, type Place, pinPost, ROOM, readPins, unpinPost } from '../../lib/posts/pins'
import type { Post } from '../../lib/posts/posts'
import { pinsText } from '../../texts/pins'
import { Dialog, DialogButtons } from '../dialog'
import { FailureNotice, LineSkeletons } from '../page'

type Props = { post: Post; open: Signal<boolean> }

/** What is pinned where this post could be, and a place for it there. */
export function PinDialog({ post, open }: Props) {
  const pins = useSignal<Pins | Failure | null>(null)
  const refusal = useSignal<Failure | null>(null)
  const words = pinsText.pins
  const read = async () => {
    pins.value = await readPins(post.topic)
  }
  useEffect(() => {
    read()
  }, [])
  const change = async (asked: Promise<{ success: true } | Failure>, done: string) => {
    const answer = await asked
    refusal.value = answer.success ? null : answer
    if (answer.success) announce(done)
    await read()
  }
  const close = () => {
    open.value = false
  }
  const now = pins.value
  return (
    <Dialog title={words.title} lead={words.lead} focusTitle onClose={close}>
      <div class="mt-4 flex flex-col gap-5">
        {now === null ? (
          <LineSkeletons />
        ) : 'code' in now ? (
          <FailureNotice failure={now} retry={read} />
        ) : (
          PLACES.map((place) => (
            <OnePlace
              key={place}
              place={place}
              title={place === 'campus' ? words.campus : words.topic(choiceLabel(post.topic))}
              post={post}
              pinned={now[place]}
              onPin={() => change(pinPost(post.id, place), words.done)}
              onUnpin={(id) => change(unpinPost(id), words.undone)}
            />
          ))
        )}
        {refusal.value && <FailureNotice failure={refusal.value} />}
      </div>
      <DialogButtons>
        <button type="button" class="btn btn-ghost" onClick={close}>
          {words.close}
        </button>
      </DialogButtons>
    </Dialog>
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
