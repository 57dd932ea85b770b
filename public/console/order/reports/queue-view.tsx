import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../../app/lib/announcements'
import { choiceLabel } from '../../../app/lib/choice-label'
import { me } from '../../../app/lib/me'
import { go } from '../../../app/lib/navigation'
import { FailureNotice, LineSkeletons } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { useLastPage } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { reportsText } from '../../texts/reports'
import { NothingWaits, Pager } from '../../ui/panel'
import { useKeys } from '../moderation/desk-bar'
import { type AboutEntry, type Act, isPossible, isVerdict, KEYS } from './acts'
import { filterKey, findPostId, type QueueFilter } from './decisions'
import { claimedBy, holdClaim } from './desk'
import { watchQueue } from './live-queue'
import { chosenEntry, type Entry, entryId, type Verdict } from './queue'
import { LastDecision, QueueActions } from './queue-actions'
import { type Asked, type Question, QuestionDialog } from './queue-dialogs'
import { QueueEntry } from './queue-entry'
import type { QueueSession } from './queue-session'
import { entryName, refusalMessage } from './queue-words'

/** Whether the entry fits beside the list. */
const wide = matchMedia('(min-width: 64rem)')
const isWide = signal(wide.matches)
wide.addEventListener('change', () => {
  isWide.value = wide.matches
})

type Props = { session: QueueSession; filter: QueueFilter; page: number }

/** The queue: its list, the open entry, and the shortcuts. */
export function QueueView({ session, filter, page }: Props) {
  const question = useSignal<Asked | undefined>(undefined)
  const { queue, failure, pages } = session
  useEffect(() => {
    session.open(filter, page)
  }, [session, filterKey(filter), page])
  useEffect(() => watchQueue((changes) => session.heard(changes)), [session])
  useLastPage(page, pages.value?.totalPages)

  const ask = (next: Question) => {
    question.value = { serial: (question.value?.serial ?? 0) + 1, ...next }
  }
  const about = (entry: Entry, name: AboutEntry, withReason: boolean) => {
    if (name === 'open') openPost(entry)
    else if (name === 'suspend' || name === 'block' || name === 'recent') entry.author && ask({ kind: name, entry })
    else if (withReason && (name === 'banned' || name === 'shadow_banned'))
      ask({ kind: 'reason', verdict: name, entry, all: [] })
    else session.decide(entry, { verdict: name })
  }
  const selected = session.selected()
  const aboutAll = (verdict: Verdict, withReason: boolean) => {
    const all = selected.filter((entry) => isPossible(entry, verdict))
    const [first] = all
    if (first === undefined) return
    if (withReason && (verdict === 'banned' || verdict === 'shadow_banned'))
      ask({ kind: 'reason', verdict, entry: first, all })
    else session.decideAll(all, verdict)
  }
  const act = (name: Act, withReason: boolean) => {
    const entry = chosenEntry(queue.value)
    if (name === 'next' || name === 'previous') {
      const by = name === 'next' ? 1 : -1
      if (withReason) session.stepSelecting(by)
      else session.step(by)
    } else if (name === 'select') entry && session.select(entryId(entry))
    else if (name === 'none') session.selectNone()
    else if (isVerdict(name) && selected.length > 0) aboutAll(name, withReason)
    else if (name === 'undo') session.undo()
    else if (entry && isPossible(entry, name)) about(entry, name, withReason)
  }
  useKeys(KEYS, act)

  const chosen = chosenEntry(queue.value)
  const chosenId = chosen && entryId(chosen)
  useEffect(() => {
    if (chosenId === undefined) return
    return holdClaim(chosenId, queue.peek().isPassing, (claim) => session.claimed(chosenId, claim))
  }, [session, chosenId])
  const isEmpty = pages.value !== undefined && queue.value.total === 0 && queue.value.entries.length === 0
  const choose = (id: string) => session.choose(!isWide.value && id === queue.value.chosen ? undefined : id)
  const detail = (entry: Entry) => <QueueEntry entry={entry} selected={selected} isWide={isWide.value} onAct={act} />
  return (
    <>
      {failure.value && <FailureNotice failure={failure.value} retry={() => session.load()} />}
      {queue.value.entries.length === 0 && !isEmpty && !failure.value && <LineSkeletons />}
      {isEmpty && (
        <NothingWaits
          none={filterKey(filter) === filterKey({ order: filter.order }) ? undefined : consoleText.words.noneFound}
          words={reportsText.page}
          onAgain={() => session.load()}
        />
      )}
      <div class="grid grid-cols-1 items-start gap-x-6 lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <QueueList session={session} onChoose={choose}>
          {isWide.value ? undefined : detail}
        </QueueList>
        {isWide.value && chosen && <div key={chosen.target.id}>{detail(chosen)}</div>}
      </div>
      {!isWide.value && selected.length > 0 && <QueueActions entries={selected} isBulk onAct={act} />}
      {pages.value && queue.value.total > 0 && <Pager pagination={{ ...pages.value, total: queue.value.total }} />}
      <LastDecision session={session} isAboveMore={selected.length > 0} />
      {question.value && <QuestionDialog key={question.value.serial} question={question.value} session={session} />}
    </>
  )
}

async function openPost(entry: Entry): Promise<void> {
  const id = await findPostId(entry)
  if (typeof id === 'string') go(`/console/posts/${id}`)
  else announce(refusalMessage(id))
}

type QueueListProps = {
  session: QueueSession
  onChoose: (id: string) => void
  /** Rendered below the open entry where there is no room beside the list. */
  children?: ((entry: Entry) => ComponentChildren) | undefined
}

/** The open entries. One that the queue chooses itself takes the focus. */
function QueueList({ session, onChoose, children }: QueueListProps) {
  const queue = session.queue.value
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
    // What gets the focus stays above the actions that stick to the bottom of a phone.
    <ul
      ref={list}
      aria-label={reportsText.page.list}
      class="bg-card rounded-box divide-base-300 divide-y overflow-clip empty:hidden max-lg:[&_:is(a,button,input)]:scroll-mb-40 lg:sticky lg:top-22 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto"
    >
      {queue.entries.map((entry) => {
        const isChosen = entryId(entry) === queue.chosen
        return (
          <li key={entryId(entry)} class={`flex flex-wrap ${isChosen ? 'bg-primary/10' : ''}`}>
            <label class="flex min-h-11 min-w-11 items-start justify-center pt-3">
              <input
                type="checkbox"
                class="accent-primary size-5"
                aria-label={reportsText.group.select(entryName(entry))}
                aria-keyshortcuts={KEYS.select[0]}
                checked={session.selection.value.ids.has(entryId(entry))}
                onClick={({ shiftKey }) => session.select(entryId(entry), shiftKey)}
              />
            </label>
            <button
              type="button"
              aria-current={isChosen}
              aria-expanded={children ? isChosen : undefined}
              class="flex min-w-0 flex-1 -outline-offset-2 scroll-my-20 flex-col gap-1 py-3 ps-1 pe-3 text-start sm:pe-4 lg:scroll-my-2"
              onClick={() => onChoose(entryId(entry))}
            >
              <Brief entry={entry} />
            </button>
            {children && isChosen && <div class="bg-base-100 w-full p-3 sm:px-4">{children(entry)}</div>}
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
