import { type Signal, useSignal } from '@preact/signals'
import { FormDialog } from '../../../app/components/dialog'
import { FailureNotice, focusPageHeading } from '../../../app/components/page'
import { announce } from '../../../app/lib/announcements'
import type { Failure } from '../../../app/lib/api'
import { ListFilter } from '../../components/filters'
import { ActionBar, type BarAction } from '../../components/moderation/action-bar'
import { ReasonFields } from '../../components/moderation/reason-fields'
import { useKeys } from '../../components/moderation/shortcuts'
import { UndoBar } from '../../components/moderation/undo-bar'
import { Loaded, Nothing, Pager, Panel } from '../../components/panel'
import { decideHeld, decisions, type HeldEntry, readHeldQueue, undoRefusal, type Verdict } from '../../lib/held/held'
import { whyIn } from '../../lib/moderation/reasons'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { type Act, KEYS } from '../../lib/reports/acts'
import { decidedFirst } from '../../lib/reports/desk'
import { heldText } from '../../texts/held'
import { HeldDetail } from './held-detail'

const STATES = ['waiting', 'refused'] as const

/** What texts wait for: decided with the keys and the places of the reports. */
export function HeldPage() {
  const state = filterValue(useFilters().query, 'state', STATES)
  const queue = useListPage('console-held', (page) => readHeldQueue(state, page))
  const chosenId = useSignal<string | undefined>(undefined)
  const failure = useSignal<Failure | null>(null)
  const asked = useSignal<HeldEntry | undefined>(undefined)

  const entries = queue.data.value?.held ?? []
  const at = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosenId.value),
  )
  const chosen = entries[at]
  const step = (by: number) => {
    chosenId.value = entries[Math.min(entries.length - 1, Math.max(0, at + by))]?.id
    focusChosen()
  }
  const settle = async (answer: { success: true } | Failure, verdict: Verdict) => {
    failure.value = answer.success ? null : inWords(answer)
    if (answer.success) announce(heldText.done[verdict])
    const next = entries[at + 1] ?? entries[at - 1]
    await queue.load()
    chosenId.value = answer.success ? next?.id : chosen?.id
    // The entry is gone, and the focus with it.
    focusChosen()
  }
  const decide = async (entry: HeldEntry, verdict: Verdict) => settle(await decideHeld(entry, verdict), verdict)
  const undo = async () => {
    const refused = await undoRefusal()
    failure.value = refused ?? null
    if (!refused) announce(heldText.done.reopen)
    await queue.load()
  }
  const act = (name: Act, withReason: boolean) => {
    if (name === 'next' || name === 'previous') step(name === 'next' ? 1 : -1)
    else if (name === 'undo') undo()
    else if (chosen?.state !== 'waiting') return
    else if (name === 'resolved') decide(chosen, 'release')
    else if (name === 'banned' && withReason) asked.value = chosen
    else if (name === 'banned') decide(chosen, 'refuse')
  }
  useKeys(act)

  return (
    <Panel title={heldText.page.title}>
      <ListFilter
        class="self-start"
        name="state"
        label={heldText.page.status}
        values={STATES}
        words={heldText.page.states}
      />
      {failure.value && <FailureNotice failure={failure.value} />}
      <Loaded resource={queue}>
        {({ held, pagination }) =>
          held.length === 0 ? (
            <Empty isRefused={state === 'refused'} onAgain={() => queue.load()} />
          ) : (
            <>
              <ul aria-label={heldText.page.list} class="flex flex-col gap-3">
                {held.map((entry) => (
                  <li key={entry.id} class={`card p-3 sm:p-4 ${entry === chosen ? 'outline-primary outline-2' : ''}`}>
                    <HeldDetail
                      entry={entry}
                      isChosen={entry === chosen}
                      onChoose={() => (chosenId.value = entry.id)}
                      actions={<HeldActions entry={entry} onDecide={decide} onAsk={() => (asked.value = entry)} />}
                    />
                  </li>
                ))}
              </ul>
              <Pager pagination={pagination} />
            </>
          )
        }
      </Loaded>
      <LastDecision onUndo={undo} />
      {asked.value && <Reason key={asked.value.id} entry={asked} onDone={(answer) => settle(answer, 'refuse')} />}
    </Panel>
  )
}

const focusChosen = () =>
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>('button[aria-current=true]')
    if (!row) return focusPageHeading()
    row.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
  })

/** Names the moderator who was faster. */
function inWords(failure: Failure): Failure {
  const by = decidedFirst(failure)?.by
  return by ? { ...failure, code: '', message: heldText.decided(by) } : failure
}

type ActionsProps = {
  entry: HeldEntry
  onDecide: (entry: HeldEntry, verdict: Verdict) => void
  onAsk: () => void
}

/** In the order of those of reports: what takes away first, then what lets stand. */
function HeldActions({ entry, onDecide, onAsk }: ActionsProps) {
  const { act } = heldText
  if (entry.state === 'refused')
    return (
      <button type="button" class="btn btn-sm btn-outline" onClick={() => onDecide(entry, 'reopen')}>
        {act.reopen}
      </button>
    )
  const refuse: BarAction = {
    name: 'refuse',
    words: act.refuse,
    shortcut: KEYS.banned[0],
    look: 'btn-error',
    onPress: (withReason) => (withReason ? onAsk() : onDecide(entry, 'refuse')),
  }
  const release: BarAction = {
    name: 'release',
    words: act.release,
    shortcut: KEYS.resolved[0],
    onPress: () => onDecide(entry, 'release'),
  }
  const withReason: BarAction = {
    ...refuse,
    name: 'reason',
    words: act.withReason,
    shortcut: 'Shift+B',
    look: 'btn-ghost',
    opensDialog: true,
    onPress: onAsk,
  }
  return <ActionBar label={act.label} actions={[refuse, release]} more={[withReason]} isSticky={false} />
}

function Reason({
  entry,
  onDone,
}: {
  entry: Signal<HeldEntry | undefined>
  onDone: (answer: { success: true }) => void
}) {
  const open = useSignal(true)
  const { reason } = heldText
  const send = (values: FormData) => decideHeld(entry.peek()!, 'refuse', whyIn(values))
  return (
    <FormDialog
      open={open}
      title={reason.title}
      lead={reason.lead}
      confirm={heldText.act.refuse}
      isGrave
      send={send}
      onDone={(answer) => {
        entry.value = undefined
        onDone(answer)
      }}
    >
      {(form) => <ReasonFields form={form} hint={reason.hint} />}
    </FormDialog>
  )
}

/** Says what was decided last; a refusal can be taken back. */
function LastDecision({ onUndo }: { onUndo: () => void }) {
  const isRefusal = decisions.value.at(-1)?.verdict === 'refuse'
  return (
    <UndoBar words={heldText.act.undo} onUndo={onUndo}>
      {isRefusal && <p>{heldText.done.refuse}</p>}
    </UndoBar>
  )
}

const Empty = ({ isRefused, onAgain }: { isRefused: boolean; onAgain: () => void }) => (
  <Nothing>
    {isRefused ? (
      heldText.page.noneRefused
    ) : (
      <>
        <span class="block text-lg font-semibold">{heldText.page.empty}</span>
        {heldText.page.emptyHow}
      </>
    )}
    <button type="button" class="btn btn-sm btn-outline mx-auto mt-4 flex" onClick={onAgain}>
      {heldText.page.again}
    </button>
  </Nothing>
)
