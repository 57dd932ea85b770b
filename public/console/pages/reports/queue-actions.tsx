import { type Act, type Entry, KEYS, type Verdict, verdictsFor } from '../../lib/reports/queue'
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

/** The keyboard shortcut on a button; screen readers hear it by `aria-keyshortcuts`. */
export const Key = ({ name }: { name: string }) => (
  <span aria-hidden="true" class="hidden lg:inline">
    <kbd class="inline-block min-w-5 -translate-y-px rounded border border-current px-1 text-center font-mono text-xs font-normal">
      {name}
    </kbd>
  </span>
)
