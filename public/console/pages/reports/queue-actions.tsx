import { ActionBar, type BarAction } from '../../components/moderation/action-bar'
import { Key } from '../../components/moderation/shortcuts'
import { type Act, type Entry, isPossible, KEYS, lastDecision } from '../../lib/reports/queue'
import type { QueueSession } from '../../lib/reports/queue-session'
import { noteText } from '../../lib/reports/queue-words'
import { reportsText } from '../../texts/reports'

type Props = { entry: Entry; onAct: (act: Act, withReason: boolean) => void }

const VERDICTS = ['banned', 'shadow_banned', 'resolved', 'ignored'] as const
const ABOUT_AUTHOR = ['suspend', 'block'] as const

export function QueueActions({ entry, onAct }: Props) {
  const { act } = reportsText
  const toAction = (name: (typeof VERDICTS)[number] | (typeof ABOUT_AUTHOR)[number]) => ({
    name,
    words: act[name],
    shortcut: KEYS[name][0],
    isPossible: isPossible(entry, name),
    onPress: (withReason: boolean) => onAct(name, withReason),
  })
  const remove: BarAction = { ...toAction('banned'), look: 'btn-error' }
  const withReason: BarAction = {
    ...toAction('banned'),
    name: 'reason',
    words: act.withReason,
    shortcut: 'Shift+B',
    look: 'btn-ghost',
    opensDialog: true,
    onPress: () => onAct('banned', true),
  }
  return (
    <ActionBar
      label={act.label}
      actions={[remove, ...VERDICTS.slice(1).map(toAction)]}
      more={[...ABOUT_AUTHOR.map((name) => ({ ...toAction(name), opensDialog: true })), withReason]}
    />
  )
}

/** Names the last decision, with the button that undoes it. */
export function UndoBar({ session }: { session: QueueSession }) {
  const { note } = session.queue.value
  const last = lastDecision(session.queue.value)
  const { act } = reportsText
  const isShown = note !== undefined
  const isFailure = note !== undefined && 'failure' in note
  return (
    <div
      class={
        isShown
          ? 'on-neutral bg-neutral text-neutral-content rounded-box sticky bottom-[calc(var(--bar)+8.5rem)] z-10 md:bottom-32 lg:bottom-4 mx-auto flex w-fit max-w-2xl flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-3 text-sm shadow-lg'
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
