import { announce } from '../../lib/announcements'
import { unreachable } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { useLoaded } from '../../lib/loading'
import { go } from '../../lib/navigation'
import { AliasName } from '../../parts/aliases/alias-name'
import { heldText } from '../../texts/held'
import { ConfirmButton } from '../../ui/dialog'
import { Explanation } from '../../ui/explanation'
import { Markdown } from '../../ui/markdown-view'
import { FailureNotice } from '../../ui/page'
import { Time } from '../../ui/time'
import { keepCopy } from '../pictures/kept'
import { PostPicture } from '../pictures/post-picture'
import { type HeldText, heldNews, heldPath, readHeld, reopenAsDraft, takeBack } from './held'

type Props = {
  /** Only the comments on this post. */
  postId?: string
}

/** One's texts that wait for a moderator or were refused; nothing while there are none. */
export function HeldList({ postId }: Props) {
  const { held: words } = heldText
  const { data, failure, load } = useLoaded(readHeld, String(heldNews.value))
  const shown = data.value?.held.filter((each) => postId === undefined || each.postId === postId) ?? []
  if (failure.value) return <FailureNotice failure={failure.value} title={words.failed} retry={load} />
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="held" class="flex flex-col gap-3">
      <div>
        <h2 id="held" tabIndex={-1} class={postId === undefined ? 'text-xl font-semibold' : 'font-semibold'}>
          {words.title}
        </h2>
        <p class="text-base-content/80 text-sm">{words.lead}</p>
      </div>
      <ul class="flex flex-col gap-3">
        {shown.map((each) => (
          <Held key={each.id} held={each} isInThread={postId !== undefined} onChange={load} />
        ))}
      </ul>
    </section>
  )
}

type HeldProps = { held: HeldText; isInThread: boolean; onChange: () => Promise<void> }

function Held({ held, isInThread, onChange }: HeldProps) {
  const { type, title, content, state, createdAt } = held
  const { held: words } = heldText
  const isRefused = state === 'refused'
  const leave = async (then: () => void) => {
    const failure = await takeBack(held)
    if (failure) return announceFailure(failure)
    then()
  }
  const edit = async () => {
    const picture = held.picture ? await keepCopy(held.picture.id).catch(() => undefined) : ''
    if (picture === undefined) return announceFailure(unreachable())
    await leave(() => go(reopenAsDraft(held, picture)))
  }
  const remove = () =>
    leave(async () => {
      announce(words.removed)
      await onChange()
      // The text is gone, and the focus with it.
      ;(document.getElementById('held') ?? document.querySelector('h1'))?.focus()
    })
  return (
    <li class="card flex flex-col gap-2 p-4">
      <p class="text-base-content/80 flex flex-wrap items-center gap-x-2 text-sm">
        <span class={`badge text-sm ${isRefused ? 'badge-warning' : 'badge-primary'}`}>{words.states[state]}</span>
        {!isInThread && (
          <a href={heldPath(held)} class="link">
            {words.types[type]}
          </a>
        )}
        <Time of={createdAt} />
      </p>
      {held.alias !== null && <AliasName name={held.alias} />}
      {title !== null && (
        <p dir="auto" class="font-medium break-words">
          {title}
        </p>
      )}
      <Markdown text={content} />
      {held.picture && <PostPicture of={held.picture} sizes="20rem" class="max-h-60 max-w-60" />}
      <div class="text-sm">
        <Explanation of={held} />
      </div>
      <div class="flex flex-wrap gap-2">
        <button type="button" class="btn btn-outline btn-sm" onClick={edit}>
          {isRefused ? words.rewrite : words.takeBack}
        </button>
        <ConfirmButton
          class="btn btn-ghost btn-sm"
          question={words.deleteQuestion}
          consequence={words.deleteConsequence}
          confirm={words.delete}
          onConfirm={remove}
        />
      </div>
    </li>
  )
}
