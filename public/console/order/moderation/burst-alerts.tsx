import { useEffect } from 'preact/hooks'
import type { Data } from '../../../../client/api'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { FailureNotice, focusPageHeading, Notice } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { Resource, useAct } from '../../lib/page'
import { moderationText } from '../../texts/moderation'

/** The queue below stays on the screen. */
const SHOWN = 2

/** Many texts within minutes, until a moderator has dismissed each alert; nothing where there is none. */
export function BurstAlerts() {
  const { failure, act } = useAct()
  const { alert } = moderationText
  useEffect(() => {
    bursts.load()
  }, [])
  const found = bursts.data.value?.bursts ?? []
  if (found.length === 0) return null
  const dismiss = async (id: string) => {
    if (!(await act(dismissBurst(id)))) return
    announce(alert.dismissed)
    // The alert is gone, and the focus with it.
    focusPageHeading()
  }
  const rows = (some: readonly Burst[]) => (
    <ul class="divide-base-300 divide-y">
      {some.map((burst) => (
        <AlertRow key={burst.id} burst={burst} onDismiss={() => dismiss(burst.id)} />
      ))}
    </ul>
  )
  return (
    <Notice kind="info" title={alert.title}>
      {failure.value && <FailureNotice failure={failure.value} />}
      {rows(found.slice(0, SHOWN))}
      {found.length > SHOWN && (
        <details>
          <summary class="cursor-pointer py-3 font-medium">{alert.more(found.length - SHOWN)}</summary>
          {rows(found.slice(SHOWN))}
        </details>
      )}
    </Notice>
  )
}

function wordsOf({ kind, author, domain, accounts, texts }: Burst): string {
  const { alert } = moderationText
  if (kind === 'account') return alert.account(author?.username ?? alert.someone, texts)
  return kind === 'text' ? alert.text(accounts) : alert.link(domain ?? '', accounts)
}

function AlertRow({ burst, onDismiss }: { burst: Burst; onDismiss: () => void }) {
  const { alert } = moderationText
  const { author, named, until } = burst
  const words = wordsOf(burst)
  return (
    <li class="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
      <div class="flex min-w-0 grow basis-64 flex-col gap-1">
        <p class="font-medium wrap-anywhere">{words}</p>
        <p class="text-sm">
          <Time of={until} />
        </p>
        <Texts named={named} />
      </div>
      <div class="flex flex-wrap gap-2">
        {author && (
          <a href={`/console/people/${author.id}`} class="btn btn-sm btn-outline">
            {alert.author}
            <span class="sr-only"> {author.username}</span>
          </a>
        )}
        <button type="button" class="btn btn-sm btn-outline" onClick={onDismiss}>
          {alert.dismiss}
          <span class="sr-only"> {words}</span>
        </button>
      </div>
    </li>
  )
}

function Texts({ named }: Pick<Burst, 'named'>) {
  const { alert } = moderationText
  if (named.length === 0) return <p class="text-sm">{alert.nothingLeft}</p>
  return (
    <details>
      <summary class="cursor-pointer py-3">{alert.see}</summary>
      <ul class="flex flex-wrap gap-x-4">
        {named.map(({ id, postId, type }, index) => (
          <li key={id}>
            <a href={`/console/posts/${postId}`} class="link inline-flex min-h-11 items-center">
              {type === 'post' ? alert.postNumber(index + 1) : alert.commentNumber(index + 1)}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

type Burst = Data<typeof api.moderation.bursts.get>['bursts'][number]

export const bursts = new Resource(() => envelope(api.moderation.bursts.get()))

/** Dismisses the alert; where another moderator was faster, it is gone as well. */
async function dismissBurst(id: string): Promise<{ success: true } | Failure> {
  const answer = await envelope(api.moderation.bursts({ id }).delete())
  await bursts.load()
  return answer.success || answer.code !== 'NOT_FOUND' ? answer : { success: true }
}
