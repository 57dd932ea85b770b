import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { FailureNotice, LineSkeletons } from '../../../app/components/page'
import { Time } from '../../../app/components/time'
import { me } from '../../../app/lib/accounts/me'
import { announce } from '../../../app/lib/announcements'
import { choiceLabel } from '../../../app/lib/choice-label'
import { go } from '../../../app/lib/navigation'
import { useKeys } from '../../components/moderation/shortcuts'
import { Nothing, Pager } from '../../components/panel'
import { useLastPage } from '../../lib/page'
import { findPostId, type QueueFilter } from '../../lib/reports/decisions'
import { claimedBy, holdClaim } from '../../lib/reports/desk'
import { watchQueue } from '../../lib/reports/live-queue'
import {
  type AboutEntry,
  type Act,
  chosenEntry,
  type Entry,
  entryId,
  isPossible,
  type Queue,
} from '../../lib/reports/queue'
import type { QueueSession } from '../../lib/reports/queue-session'
import { entryName, refusalMessage } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'
import { UndoBar } from './queue-actions'
import { QueueEntry } from './queue-entry'
import { type Ban, QueueReason, QueueSanction } from './queue-sanction'

/** Whether the entry fits beside the list. */
const wide = matchMedia('(min-width: 64rem)')
const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})

type Question = { entry: Entry } & ({ kind: 'reason'; verdict: Ban } | { kind: 'suspend' | 'block' })
type Asked = Question & { serial: number }

type Props = { session: QueueSession; filter: QueueFilter; page: number; onHelp: () => void }

/** The queue: its list, the open entry, and the shortcuts. */
export function QueueView({ session, filter, page, onHelp }: Props) {
  const question = useSignal<Asked | undefined>(undefined)
  const { queue, failure, pages } = session
  const { type, reason, order } = filter
  useEffect(() => {
    session.open(filter, page)
  }, [session, type, reason, order, page])
  useEffect(() => watchQueue((changes) => session.heard(changes)), [session])
  useLastPage(page, pages.value?.totalPages)

  const ask = (next: Question) => {
    question.value = { serial: (question.value?.serial ?? 0) + 1, ...next }
  }
  const about = (entry: Entry, name: AboutEntry, withReason: boolean) => {
    if (name === 'open') openPost(entry)
    else if (name === 'suspend' || name === 'block') entry.author && ask({ kind: name, entry })
    else if (withReason && (name === 'banned' || name === 'shadow_banned'))
      ask({ kind: 'reason', verdict: name, entry })
    else session.decide(entry, { verdict: name })
  }
  const act = (name: Act, withReason: boolean) => {
    const entry = chosenEntry(queue.value)
    if (name === 'next' || name === 'previous') session.step(name === 'next' ? 1 : -1)
    else if (name === 'help') onHelp()
    else if (name === 'undo') session.undo()
    else if (entry && isPossible(entry, name)) about(entry, name, withReason)
  }
  useKeys(act)

  const chosen = chosenEntry(queue.value)
  const chosenId = chosen && entryId(chosen)
  useEffect(() => {
    if (chosenId === undefined) return
    return holdClaim(chosenId, queue.peek().isPassing, (claim) => session.claimed(chosenId, claim))
  }, [session, chosenId])
  const isEmpty = pages.value !== undefined && queue.value.total === 0 && queue.value.entries.length === 0
  const choose = (id: string) => session.choose(!isWide.value && id === queue.value.chosen ? undefined : id)
  const detail = (entry: Entry) => <QueueEntry entry={entry} isWide={isWide.value} onAct={act} />
  return (
    <>
      {failure.value && <FailureNotice failure={failure.value} retry={() => session.load()} />}
      {queue.value.entries.length === 0 && !isEmpty && !failure.value && <LineSkeletons />}
      {isEmpty && <Empty isNarrow={(type ?? reason) !== undefined} onAgain={() => session.load()} />}
      <div class="grid grid-cols-1 items-start gap-x-6 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <QueueList queue={queue.value} onChoose={choose}>
          {isWide.value ? undefined : detail}
        </QueueList>
        {isWide.value && chosen && <div key={chosen.target.id}>{detail(chosen)}</div>}
      </div>
      {pages.value && queue.value.total > 0 && <Pager pagination={{ ...pages.value, total: queue.value.total }} />}
      <UndoBar session={session} />
      {question.value && <QuestionDialog key={question.value.serial} question={question.value} session={session} />}
    </>
  )
}

function QuestionDialog({ question, session }: { question: Asked; session: QueueSession }) {
  const { entry } = question
  if (question.kind === 'reason')
    return (
      <QueueReason
        verdict={question.verdict}
        rules={entry.reasons.map(({ reason }) => reason)}
        onReason={(why) => session.decide(entry, { verdict: question.verdict, why })}
      />
    )
  return (
    entry.author && (
      <QueueSanction
        entry={entry}
        author={entry.author}
        kind={question.kind}
        onDone={(verdict, sanction) => session.decide(entry, { verdict, sanction })}
      />
    )
  )
}

const Empty = ({ isNarrow, onAgain }: { isNarrow: boolean; onAgain: () => void }) => (
  <Nothing>
    {isNarrow ? (
      reportsText.page.noMatches
    ) : (
      <>
        <span class="block text-lg font-semibold">{reportsText.page.empty}</span>
        {reportsText.page.emptyHow}
      </>
    )}
    <button type="button" class="btn btn-sm btn-outline mx-auto mt-4 flex" onClick={onAgain}>
      {reportsText.page.again}
    </button>
  </Nothing>
)

async function openPost(entry: Entry): Promise<void> {
  const id = await findPostId(entry)
  if (typeof id === 'string') go(`/console/posts/${id}`)
  else announce(refusalMessage(id))
}

type QueueListProps = {
  queue: Queue
  onChoose: (id: string) => void
  /** Rendered below the open entry where there is no room beside the list. */
  children?: ((entry: Entry) => ComponentChildren) | undefined
}

/** The open entries. One that the queue chooses itself takes the focus. */
function QueueList({ queue, onChoose, children }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null)
  const turn = useRef(queue.turn)
  // Only when the queue has moved on, not when a row was pressed.
  useLayoutEffect(() => {
    if (turn.current === queue.turn) return
    turn.current = queue.turn
    const row = list.current?.querySelector<HTMLElement>('[aria-current=true]') ?? document.querySelector('h1')
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [queue.turn])
  return (
    <ul
      ref={list}
      aria-label={reportsText.page.list}
      class="bg-card rounded-box divide-base-300 divide-y overflow-clip empty:hidden lg:sticky lg:top-22 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto"
    >
      {queue.entries.map((entry) => {
        const isChosen = entryId(entry) === queue.chosen
        return (
          <li key={entryId(entry)} class={isChosen ? 'bg-primary/10' : ''}>
            <button
              type="button"
              aria-current={isChosen}
              aria-expanded={children ? isChosen : undefined}
              class="flex w-full -outline-offset-2 scroll-my-20 flex-col gap-1 p-3 text-start sm:px-4 lg:scroll-my-2"
              onClick={() => onChoose(entryId(entry))}
            >
              <Brief entry={entry} />
            </button>
            {children && isChosen && <div class="bg-base-100 p-3 sm:px-4">{children(entry)}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function Brief({ entry }: { entry: Entry }) {
  const { type, reportCount, reasons, reports } = entry
  const words = reportsText.entry
  const [newest] = reports
  const other = me.value && claimedBy(entry, me.value.id, Date.now())
  return (
    <>
      <span class="line-clamp-2 leading-snug font-semibold">{entryName(entry)}</span>
      <span class="text-base-content/80 flex flex-wrap items-center gap-x-2 text-sm">
        <span class={reportCount > 1 ? 'text-error font-semibold' : ''}>{words.reports(reportCount)}</span>
        <span>{words[type]}</span>
        {newest && <Time of={newest.createdAt} />}
        {other && <span class="badge badge-warning text-sm">{words.claimed(other)}</span>}
        <span class="line-clamp-1 basis-full">{reasons.map(({ reason }) => choiceLabel(reason)).join(', ')}</span>
      </span>
    </>
  )
}
