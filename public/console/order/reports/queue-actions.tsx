import { consoleText } from '../../texts/console'
import { reportsText } from '../../texts/reports'
import { ActionBar, type BarAction, UndoBar, withReason } from '../moderation/desk-bar'
import { type Act, isPossible, KEYS } from './acts'
import { type Entry, lastDecision, type Verdict } from './queue'
import type { QueueSession } from './queue-session'
import { noteText } from './queue-words'

type Props = {
  entries: readonly Entry[]
  /** About everything that is selected: the same decisions in the same places, none about an author. */
  isBulk: boolean
  onAct: (act: Act, withReason: boolean) => void
}

export function QueueActions({ entries, isBulk, onAct }: Props) {
  const { act, group } = reportsText
  const toAction = (name: Verdict | 'suspend' | 'block' | 'recent'): BarAction => ({
    name,
    words: act[name],
    shortcut: KEYS[name][0],
    isPossible: entries.some((entry) => isPossible(entry, name)),
    onPress: (withReason) => onAct(name, withReason),
  })
  const remove: BarAction = { ...toAction('banned'), look: 'btn-error' }
  const actions = [remove, ...(['shadow_banned', 'resolved', 'ignored'] as const).map(toAction)]
  const reasoned = withReason(remove, act.withReason, () => onAct('banned', true))
  const ofAuthor = (['suspend', 'block', 'recent'] as const).map((name) => ({ ...toAction(name), opensDialog: true }))
  if (!isBulk) return <ActionBar label={act.label} actions={actions} more={[reasoned, ...ofAuthor]} />
  const none = () => onAct('none', false)
  const leave = { name: 'none', words: group.none, shortcut: 'Escape', look: 'btn-ghost', onPress: none } as const
  const about = group.selected(entries.length)
  return <ActionBar label={group.label} about={about} leave={leave} actions={actions} more={[reasoned]} />
}

/** Names the last decision, with the button that undoes it. */
export function LastDecision({ session, isAboveMore }: { session: QueueSession; isAboveMore: boolean }) {
  const { note } = session.queue.value
  const { act } = reportsText
  const undoWords = note?.kind === 'decided' || note?.kind === 'stuck' ? consoleText.words.undo : act.undoBefore
  return (
    <UndoBar
      raised={isAboveMore ? 'more' : 'some'}
      isBusy={session.undoing.value}
      words={lastDecision(session.queue.value) && undoWords}
      onUndo={() => session.undo()}
    >
      {note && <p role={'failure' in note ? 'alert' : undefined}>{noteText(note)}</p>}
    </UndoBar>
  )
}
