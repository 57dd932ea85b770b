import { Key } from '../../components/moderation/shortcuts'
import { type Act, type Entry, KEYS, lastDecision, type Verdict, verdictsFor } from '../../lib/reports/queue'
import type { QueueSession } from '../../lib/reports/queue-session'
import { noteText } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'

type Props = { entry: Entry; onAct: (act: Act, withReason: boolean) => void }

const LOOKS: Partial<Record<Act, string>> = { banned: 'btn-error', suspend: 'btn-outline', block: 'btn-outline' }

export function QueueActions({ entry, onAct }: Props) {
  const { act } = reportsText
  const verdicts = verdictsFor(entry)
  const [bans, closings] = [verdicts.filter(isBan), verdicts.filter((verdict) => !isBan(verdict))]
  const button = (name: Act & keyof typeof act) => (
    <button
      key={name}
      type="button"
      class={`btn btn-sm ${LOOKS[name] ?? 'btn-outline'}`}
      aria-keyshortcuts={KEYS[name][0]}
      aria-haspopup={name === 'suspend' || name === 'block' ? 'dialog' : undefined}
      onClick={({ shiftKey }) => onAct(name, shiftKey)}
    >
      {act[name]}
      <Key name={KEYS[name][0]} />
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are not form fields
    <div role="group" aria-label={act.label} class="flex flex-wrap gap-2">
      {[...bans, ...closings].map(button)}
      {entry.author && (['suspend', 'block'] as const).map(button)}
      {bans.includes('banned') && (
        <button
          type="button"
          class="btn btn-sm btn-ghost"
          aria-haspopup="dialog"
          aria-keyshortcuts="Shift+B"
          onClick={() => onAct('banned', true)}
        >
          {act.withReason}
          <Key name="⇧b" />
        </button>
      )}
    </div>
  )
}

const isBan = (verdict: Verdict): boolean => verdict === 'banned' || verdict === 'shadow_banned'

/** Names the last decision, with the button that undoes it. */
export function UndoBar({ session }: { session: QueueSession }) {
  const { note } = session.queue.value
  const last = lastDecision(session.queue.value)
  const { act } = reportsText
  const isShown = note !== undefined
  const isFailure = note?.kind === 'refused' || note?.kind === 'stuck'
  return (
    <div
      class={
        isShown
          ? 'on-neutral bg-neutral text-neutral-content rounded-box sticky bottom-4 z-5 mx-auto flex w-fit max-w-2xl flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-3 text-sm shadow-lg'
          : 'sr-only'
      }
    >
      <div role="status" class="min-w-0 grow basis-48">
        {note && <p role={isFailure ? 'alert' : undefined}>{noteText(note)}</p>}
      </div>
      {isShown && last && (
        <button
          type="button"
          class="btn btn-sm"
          aria-keyshortcuts={KEYS.undo.join(' ')}
          aria-disabled={session.undoing.value}
          onClick={() => session.undo()}
        >
          {note.kind === 'decided' || note.kind === 'stuck' ? act.undo : act.undoBefore}
          <Key name={KEYS.undo[0]} />
        </button>
      )}
    </div>
  )
}
