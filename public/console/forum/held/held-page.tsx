import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { announce } from '../../../app/lib/announcements'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { FormDialog } from '../../../app/ui/dialog'
import { Explanation } from '../../../app/ui/explanation'
import { Markdown } from '../../../app/ui/markdown-view'
import { FailureNotice, focusPageHeading } from '../../../app/ui/page'
import { Time } from '../../../app/ui/time'
import { PersonLink } from '../../campus/accounts/person-link'
import { filterValue, useFilters, useListPage } from '../../lib/page'
import { ActionBar, type BarAction, UndoBar, useKeys, withReason } from '../../order/moderation/desk-bar'
import { ReasonFields } from '../../order/moderation/reason-fields'
import { whyIn } from '../../order/moderation/reasons'
import { type Act, KEYS } from '../../order/reports/acts'
import { decidedFirst } from '../../order/reports/desk'
import { Readings } from '../../parts/classifier/readings'
import { consoleText } from '../../texts/console'
import { heldText } from '../../texts/held'
import { ListFilter } from '../../ui/filters'
import { Loaded, NothingWaits, Pager, Panel } from '../../ui/panel'
import { PollChoices } from '../../ui/poll-choices'
import { HiddenPicture } from '../pictures/hidden-picture'
import { DOUBTS, decideHeld, decisions, type HeldEntry, undoRefusal, type Verdict } from './held'

const STATES = ['waiting', 'refused'] as const

/** What texts wait for: decided with the keys and the places of the reports. */
export function HeldPage() {
  const state = filterValue(useFilters().query, 'state', STATES)
  const queue = useListPage('console-held', (page) =>
    envelope(api.moderation.held.get({ query: { state, page, limit: 20 } })),
  )
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
  useKeys(KEYS, act)

  return (
    <Panel>
      <ListFilter
        class="self-start"
        name="state"
        label={consoleText.words.state}
        values={STATES}
        words={heldText.page.states}
      />
      {failure.value && <FailureNotice failure={failure.value} />}
      <Loaded resource={queue}>
        {({ held, pagination }) =>
          held.length === 0 ? (
            <NothingWaits
              none={state === 'refused' ? heldText.page.noneRefused : undefined}
              words={heldText.page}
              onAgain={() => queue.load()}
            />
          ) : (
            <>
              <ul aria-label={consoleText.ways.held} class="flex flex-col gap-3">
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
  return (
    <ActionBar
      label={act.label}
      actions={[refuse, release]}
      more={[withReason(refuse, act.withReason, onAsk)]}
      isSticky={false}
    />
  )
}

type ReasonProps = { entry: Signal<HeldEntry | undefined>; onDone: (answer: { success: true }) => void }

function Reason({ entry, onDone }: ReasonProps) {
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
      <ReasonFields hint={reason.hint} />
    </FormDialog>
  )
}

/** Says what was decided last; a refusal can be taken back. */
function LastDecision({ onUndo }: { onUndo: () => void }) {
  const isRefusal = decisions.value.at(-1)?.verdict === 'refuse'
  return (
    <UndoBar words={consoleText.words.undo} onUndo={onUndo}>
      {isRefusal && <p>{heldText.done.refuse}</p>}
    </UndoBar>
  )
}

type Props = { entry: HeldEntry; isChosen: boolean; onChoose: () => void; actions: ComponentChildren }

/** A held text with what it stands beside, why it waits, and the decisions. */
function HeldDetail({ entry, isChosen, onChoose, actions }: Props) {
  const { type, title, content, doubts, author, postId, postTitle, parentContent, isPrivate, createdAt } = entry
  const { types, entry: words } = heldText
  return (
    <article class="flex min-w-0 flex-col gap-3">
      <button
        type="button"
        aria-current={isChosen}
        class="flex flex-col gap-1 text-start"
        onClick={onChoose}
        onFocus={onChoose}
      >
        <span dir="auto" class="leading-snug font-semibold break-words">
          {title ?? words.on(postTitle ?? '')}
        </span>
        <span class="text-base-content/80 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span class="badge bg-base-200 border-0 text-sm">{types[type]}</span>
          {DOUBTS.filter((doubt) => doubts.includes(doubt)).map((doubt) => (
            <span key={doubt} class="badge badge-warning text-sm">
              {heldText.doubts[doubt]}
            </span>
          ))}
          <Time of={createdAt} />
        </span>
      </button>
      <p class="text-base-content/80 flex flex-wrap items-center gap-x-2 text-sm">
        {words.by} <PersonLink person={author} />
        {isPrivate && <span>{words.college}</span>}
        {postId && (
          <a href={`/console/posts/${postId}`} class="link">
            {words.on(postTitle ?? '')}
          </a>
        )}
      </p>
      {parentContent && (
        <blockquote class="border-base-300 text-base-content/80 line-clamp-4 border-s-4 ps-3 text-sm" dir="auto">
          <span class="sr-only">{words.answers}: </span>
          {parentContent}
        </blockquote>
      )}
      <Markdown text={content} />
      <PollChoices of={entry.poll} />
      <HiddenPicture of={entry.picture} />
      <Readings of={entry.readings} />
      <div class="text-sm">
        <Explanation of={entry} />
      </div>
      {actions}
    </article>
  )
}
