import { useRef } from 'preact/hooks'
import { api, envelope, isAway } from '../../lib/api'
import { startOf } from '../../lib/dates'
import { me } from '../../lib/me'
import { go, loginPath } from '../../lib/navigation'
import { language } from '../../texts/catalogue'
import { pollsText } from '../../texts/polls'
import { FieldError, Refusal, SendForm, SubmitButton } from '../../ui/field'
import { type Post, type PostSignal, readPost } from '../posts/posts'

type Poll = NonNullable<Post['poll']>

const hasEnded = ({ closed, endsAt }: Poll) => closed || (endsAt !== null && Date.parse(endsAt) <= Date.now())

/** The choices, to pick one or with their votes, and how things stand. */
export function PollBox({ post }: { post: PostSignal }) {
  const said = useRef<HTMLParagraphElement>(null)
  const shown = post.value
  const poll = shown?.poll
  if (!shown || !poll) return null
  const isOpen = poll.endsAt !== null && !poll.voted && !hasEnded(poll) && shown.removal === undefined
  const vote = async (values: FormData) => {
    const answer = await envelope(api.posts({ id: shown.id }).poll.put({ option: Number(values.get('option')) }))
    // It has ended, or one has voted on another device: what is shown is not so any more.
    if (!answer.success && answer.code !== 'UNREACHABLE') await readPost(shown.id)
    return answer
  }
  const voted = ({ data }: { data: { poll: Poll } }) => {
    if (post.value) post.value = { ...post.value, poll: data.poll }
    said.current?.focus()
  }
  const name = `poll-${shown.id}`
  return (
    <SendForm class="flex flex-col" send={vote} onDone={voted}>
      <fieldset class="min-w-0">
        <legend class="sr-only">{pollsText.poll.title}</legend>
        {isOpen
          ? poll.options.map(({ text }, at) => (
              <label key={text} class="flex h-12 items-center gap-3">
                <input type="radio" name="option" value={at} required class="accent-primary size-5 shrink-0" />
                <Words text={text} />
              </label>
            ))
          : poll.options.map((option) => <Bar key={option.text} option={option} voters={poll.voters} />)}
      </fieldset>
      <FieldError name="option" id={name} />
      <Refusal />
      <div class="flex h-16 items-center gap-3">
        {isOpen && <VoteButton />}
        <p ref={said} tabIndex={-1} role="status" class="text-base-content/80 min-w-0 flex-1 text-sm leading-tight">
          {statusOf(poll)}
        </p>
      </div>
    </SendForm>
  )
}

/** Whoever is not signed in comes back here. */
const VoteButton = () =>
  me.value ? (
    <SubmitButton class={`btn-primary shrink-0 ${isAway.value ? 'btn-disabled' : ''}`}>
      {pollsText.poll.vote}
    </SubmitButton>
  ) : (
    <button type="button" class="btn btn-primary shrink-0" onClick={() => go(loginPath())}>
      {pollsText.poll.vote}
    </button>
  )

const Words = ({ text }: { text: string }) => (
  <span dir="auto" class="relative line-clamp-2 min-w-0 flex-1 leading-tight break-words">
    {text}
  </span>
)

function Bar({ option: { text, votes }, voters }: { option: Poll['options'][number]; voters: number | null }) {
  const part = votes === null || !voters ? 0 : Math.round((100 * votes) / voters)
  return (
    <div class="relative flex h-12 items-center gap-3 px-3">
      <span class="bg-base-200 absolute inset-x-0 inset-y-1 rounded-lg" />
      <span class="bg-primary/20 absolute inset-y-1 start-0 rounded-lg" style={{ width: `${part}%` }} />
      <Words text={text} />
      {votes !== null && (
        <span class="relative shrink-0 text-sm tabular-nums">
          {part}% · {pollsText.poll.votes(votes)}
        </span>
      )}
    </div>
  )
}

function statusOf(poll: Poll): string {
  const { poll: words } = pollsText
  const { endsAt, voted, voters } = poll
  if (endsAt === null) return words.waits
  // Its votes are counted within seconds of its end.
  if (hasEnded(poll)) return `${words.ended} ${voters !== null ? words.votes(voters) : poll.closed ? words.tooFew : ''}`
  const counts = voters === null ? words.later : words.counted(voters)
  const now = isAway.value ? words.away : voted ? `${words.voted} ${counts}` : words.final
  return `${now} ${words.ends(startOf(endsAt, Date.now(), language.value))}`
}
