import { useSignal } from '@preact/signals'
import { api, envelope } from '../../../app/lib/api'
import { choiceLabel } from '../../../app/lib/choice-label'
import { me } from '../../../app/lib/me'
import { EventLine } from '../../../app/parts/events/event-line'
import { Markdown } from '../../../app/ui/markdown-view'
import { Time } from '../../../app/ui/time'
import { EditsButton } from '../../forum/edits/edits-button'
import { HiddenPicture } from '../../forum/pictures/hidden-picture'
import { told } from '../../lib/page'
import { Readings, Reporter } from '../../parts/classifier/readings'
import { moderationText } from '../../texts/moderation'
import { reportsText } from '../../texts/reports'
import { PollChoices } from '../../ui/poll-choices'
import { RowForm } from '../../ui/record-dialog'
import { ContentBadge } from '../moderation/content'
import { Key } from '../moderation/desk-bar'
import { ReasonField } from '../moderation/reason-fields'
import { type Act, KEYS } from './acts'
import { type Escalation, mayWithdraw } from './decisions'
import { claimedBy } from './desk'
import { type Entry, entryId } from './queue'
import { QueueActions } from './queue-actions'
import { QueueContext } from './queue-context'

type Props = {
  entry: Entry
  /** What is selected; then the decisions are about that. */
  selected: readonly Entry[]
  isWide: boolean
  onAct: (act: Act, withReason: boolean) => void
}

/** The reported content, its reports, and the decisions; these come first where there is room beside the list. */
export function QueueEntry({ entry, selected, isWide, onAct }: Props) {
  const { type, target, moderationState } = entry
  const words = reportsText.entry
  const other = me.value && claimedBy(entry, me.value.id, Date.now())
  const isBulk = selected.length > 0
  const actions = <QueueActions entries={isBulk ? selected : [entry]} isBulk={isBulk} onAct={onAct} />
  const openWords = [words.open, ' ', <Key key="key" name={KEYS.open[0]} />]
  return (
    <article class="flex min-w-0 flex-col gap-4">
      {isWide && <div class="border-base-300 bg-base-100 sticky top-15 z-5 border-b py-3">{actions}</div>}
      {isWide && <h2 class="text-xl font-semibold">{target.title || words[type]}</h2>}
      <p class="text-base-content/80 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span class="badge bg-base-200 border-0 text-sm">{words[type]}</span>
        {moderationState === 'deleted' && <span class="badge badge-warning text-sm">{words.deleted}</span>}
        {(moderationState === 'banned' || moderationState === 'shadow_banned') && (
          <ContentBadge state={moderationState} />
        )}
        {moderationState !== 'deleted' && (
          <>
            {type === 'Post' ? (
              <a href={`/console/posts/${target.id}`} class={TEXT_BUTTON} aria-keyshortcuts={KEYS.open[0]}>
                {openWords}
              </a>
            ) : (
              <button
                type="button"
                class={TEXT_BUTTON}
                aria-keyshortcuts={KEYS.open[0]}
                onClick={() => onAct('open', false)}
              >
                {openWords}
              </button>
            )}
            <EditsButton
              key={target.id}
              class={TEXT_BUTTON}
              target={{ type: type === 'Post' ? 'post' : 'comment', id: target.id }}
            />
          </>
        )}
      </p>
      {(entry.isGone || other) && (
        <p role="status" class="badge badge-warning h-auto min-h-6 py-0.5 text-sm">
          {entry.isGone ? words.gone(other) : words.claimed(other ?? '')}
        </p>
      )}
      <EscalationLine entry={entry} />
      <QueueContext entry={entry} isBelow={isWide}>
        <EventLine of={target} />
        <Words of={target.content} />
        <PollChoices of={target.poll} />
        <HiddenPicture of={target.picture} />
        <Readings of={entry.readings} />
      </QueueContext>
      <Reports of={entry} isBelow={isWide} />
      {!isWide && !isBulk && actions}
    </article>
  )
}

/** As tall as a finger. */
const TEXT_BUTTON = 'link tap'

/** Longer texts fold, so that the reports stay on the screen. */
const LONG = 1200

function Words({ of }: { of: string | null }) {
  const words = reportsText.entry
  const isWhole = useSignal(of === null || of.length <= LONG)
  if (of === null) return <p class="text-base-content/80 italic">{words.erased}</p>
  return (
    <div class="flex flex-col gap-2">
      <p class="sr-only">{words.asReported}</p>
      <div class={isWhole.value ? '' : 'max-h-72 overflow-hidden'}>
        <Markdown text={of} />
      </div>
      {!isWhole.value && (
        <button type="button" class="btn btn-sm btn-outline self-start" onClick={() => (isWhole.value = true)}>
          {words.whole}
        </button>
      )}
    </div>
  )
}

/** `isBelow`: under a heading of the entry. */
function Reports({ of: { reports, reportCount, reasons }, isBelow }: { of: Entry; isBelow: boolean }) {
  const words = reportsText.entry
  const Title = isBelow ? 'h3' : 'h2'
  return (
    <section class="card">
      <div class="bg-base-200 rounded-t-box flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 sm:px-4">
        <Title class="font-semibold">{words.reports(reportCount)}</Title>
        {reasons.length > 1 && (
          <ul aria-label={words.reasons} class="flex flex-wrap gap-x-3 text-sm">
            {reasons.map(({ reason, count }) => (
              <li key={reason}>{words.times(choiceLabel(reason), count)}</li>
            ))}
          </ul>
        )}
      </div>
      <ul class="divide-base-300 divide-y">
        {reports.map((report) => (
          <li key={report.id} class="flex flex-col gap-0.5 p-3 sm:px-4">
            <p class="flex flex-wrap items-baseline justify-between gap-x-4">
              <span class="font-semibold">{choiceLabel(report.reason)}</span>
              <span class="text-base-content/80 text-sm">
                <Reporter of={report} /> · <Time of={report.createdAt} />
              </span>
            </p>
            {report.message !== report.reason && (
              <p dir="auto" class="whitespace-pre-line empty:hidden">
                {report.message}
              </p>
            )}
          </li>
        ))}
      </ul>
      {reportCount > reports.length && (
        <p class="text-base-content/80 border-base-300 border-t p-3 text-sm sm:px-4">
          {words.more(reportCount - reports.length)}
        </p>
      )}
    </section>
  )
}

/** That superadmins alone decide about the entry, why, and how one hands it over or takes that back. */
function EscalationLine({ entry }: { entry: Entry }) {
  const words = moderationText.escalation
  // What was done here, before the queue is read again.
  const done = useSignal<Escalation | null | undefined>(undefined)
  const escalated = done.value === undefined ? entry.escalated : done.value
  const id = entryId(entry)
  const withdraw = async () => {
    const request = envelope(api.moderation.escalations({ resourceId: id }).delete())
    if (await told(request, words.withdrawn)) done.value = null
  }
  if (escalated === null)
    return (
      <RowForm
        class="btn-sm btn-ghost self-start"
        aria-haspopup="dialog"
        words={words.escalate}
        title={words.title}
        lead={words.lead}
        send={(values) =>
          envelope(api.moderation.escalations({ resourceId: id }).put({ reason: String(values.get('reason')) }))
        }
        done={words.done}
        onDone={(answer) => (done.value = answer.data.escalation)}
      >
        <ReasonField label={words.reason} required />
      </RowForm>
    )
  return (
    <div class="bg-base-200 rounded-box flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-3 py-2 sm:px-4">
      <div class="min-w-0 grow basis-56">
        <p class="font-semibold">{words.waits(escalated.by?.username ?? words.somebody)}</p>
        <p dir="auto" class="break-words whitespace-pre-line">
          {escalated.reason}
        </p>
      </div>
      {me.value && mayWithdraw(escalated, me.value) && (
        <button type="button" class="btn btn-sm btn-outline" onClick={withdraw}>
          {words.withdraw}
        </button>
      )}
    </div>
  )
}
