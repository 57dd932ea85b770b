import { KEYS, lastDecision } from '../../lib/reports/queue'
import type { QueueSession } from '../../lib/reports/queue-session'
import { noteText } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'
import { Key } from './queue-actions'

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
          ? 'bg-neutral text-neutral-content rounded-box sticky bottom-4 z-5 mx-auto flex w-fit max-w-2xl flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-3 text-sm shadow-lg'
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
