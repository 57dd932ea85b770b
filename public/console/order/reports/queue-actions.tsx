import { reportsText } from '../../texts/reports'
import { ActionBar, type BarAction, UndoBar, withReason } from '../moderation/desk-bar'
import { type Act, isPossible, KEYS } from './acts'
import { type Entry, lastDecision } from './queue'
import type { QueueSession } from './queue-session'
import { noteText } from './queue-words'

type OnAct = (act: Act, withReason: boolean) => void
type Props = { entry: Entry; onAct: OnAct }

const VERDICTS = ['banned', 'shadow_banned', 'resolved', 'ignored'] as const
const ABOUT_AUTHOR = ['suspend', 'block', 'recent'] as const

/** The same decisions, in the same places, about everything that is selected. */
export function SelectionActions({ entries, onAct }: { entries: readonly Entry[]; onAct: OnAct }) {
  const { act, group } = reportsText
  const toAction = (name: (typeof VERDICTS)[number]): BarAction => ({
    name,
    words: act[name],
    shortcut: KEYS[name][0],
    isPossible: entries.some((entry) => isPossible(entry, name)),
    onPress: (withReason) => onAct(name, withReason),
  })
  const remove: BarAction = { ...toAction('banned'), look: 'btn-error' }
  return (
    <ActionBar
      label={group.label}
      about={group.selected(entries.length)}
      leave={{
        name: 'none',
        words: group.none,
        shortcut: 'Escape',
        look: 'btn-ghost',
        onPress: () => onAct('none', false),
      }}
      actions={[remove, ...VERDICTS.slice(1).map(toAction)]}
      more={[withReason(remove, act.withReason, () => onAct('banned', true))]}
    />
  )
}

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
  return (
    <ActionBar
      label={act.label}
      actions={[remove, ...VERDICTS.slice(1).map(toAction)]}
      more={[
        withReason(remove, act.withReason, () => onAct('banned', true)),
        ...ABOUT_AUTHOR.map((name) => ({ ...toAction(name), opensDialog: true })),
      ]}
    />
  )
}

/** Names the last decision, with the button that undoes it. */
export function LastDecision({ session, isAboveMore }: { session: QueueSession; isAboveMore: boolean }) {
  const { note } = session.queue.value
  const { act } = reportsText
  const isUndoable = lastDecision(session.queue.value) !== undefined
  const undoWords = note?.kind === 'decided' || note?.kind === 'stuck' ? act.undo : act.undoBefore
  return (
    <UndoBar
      raised={isAboveMore ? 'more' : 'some'}
      isBusy={session.undoing.value}
      words={isUndoable ? undoWords : undefined}
      onUndo={() => session.undo()}
    >
      {note && <p role={'failure' in note ? 'alert' : undefined}>{noteText(note)}</p>}
    </UndoBar>
  )
}
