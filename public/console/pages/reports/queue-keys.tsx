import { Dialog } from '../../../app/components/dialog'
import { keysAreOn, turnKeys } from '../../components/moderation/shortcuts'
import { type Act, KEYS } from '../../lib/reports/acts'
import { reportsText } from '../../texts/reports'

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }

export function QueueKeys({ onClose }: { onClose: () => void }) {
  const { keys, act } = reportsText
  const words: Record<Act, string> = { ...act, ...keys, open: reportsText.entry.open }
  const turn = ({ currentTarget }: { currentTarget: HTMLInputElement }) => turnKeys(currentTarget.checked)
  return (
    <Dialog title={keys.title} lead={keys.lead} onClose={onClose}>
      <dl class="mt-4 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {(Object.keys(KEYS) as Act[]).map((each) => (
          <Row key={each} names={KEYS[each]} words={words[each]} />
        ))}
        <Row names={['⇧b', '⇧h']} words={keys.reasoned} />
      </dl>
      <div class="mt-5 flex flex-wrap items-center justify-between gap-3">
        <label class="flex items-center gap-3">
          <input type="checkbox" class="toggle" checked={keysAreOn.value} onChange={turn} />
          {keys.use}
        </label>
        <button type="button" class="btn btn-outline" onClick={onClose}>
          {keys.close}
        </button>
      </div>
    </Dialog>
  )
}

function Row({ names, words }: { names: readonly string[]; words: string }) {
  return (
    <>
      <dt class="flex gap-1">
        {names.map((name) => (
          <kbd key={name} class="border-base-content/60 min-w-7 rounded border px-1.5 text-center font-mono text-sm">
            {NAMES[name] ?? name}
          </kbd>
        ))}
      </dt>
      <dd>{words}</dd>
    </>
  )
}
