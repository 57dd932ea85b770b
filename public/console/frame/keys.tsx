import { Fragment } from 'preact'
import { Dialog } from '../../app/ui/dialog'
import { EVERYWHERE } from '../lib/pages'
import { keysAreOn, turnKeys } from '../order/moderation/desk-bar'
import { KEYS, type Keys } from '../order/reports/acts'
import { consoleText } from '../texts/console'
import { reportsText } from '../texts/reports'

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' }

/** The search also has a key that works in fields, and where single ones are off. */
export const opensSearch = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'

export const SEARCH_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { keys, act } = reportsText
  const { search, groups, words } = consoleText
  const everywhere: Record<string, string> = { ...groups, search: search.short, help: keys.help }
  const atDesk: Record<string, string> = { ...act, ...keys, open: reportsText.entry.open }
  const turn = ({ currentTarget }: { currentTarget: HTMLInputElement }) => turnKeys(currentTarget.checked)
  return (
    <Dialog title={keys.title} lead={keys.lead} onClose={onClose}>
      <KeyList keys={{ ...EVERYWHERE, search: [...EVERYWHERE.search, SEARCH_KEY] }} words={everywhere} />
      <h3 class="mt-4 font-semibold">
        {consoleText.ways.reports}, {consoleText.ways.held}
      </h3>
      <KeyList keys={{ ...KEYS, reasoned: ['⇧b', '⇧h'] }} words={atDesk} />
      <div class="mt-5 flex flex-wrap items-center justify-between gap-3">
        <label class="flex min-h-11 items-center gap-3">
          <input type="checkbox" class="toggle" checked={keysAreOn.value} onChange={turn} />
          {keys.use}
        </label>
        <button type="button" class="btn btn-outline" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  )
}

const KeyList = ({ keys, words }: { keys: Keys<string>; words: Record<string, string> }) => (
  <dl class="mt-2 grid grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
    {Object.entries(keys).map(([name, each]) => (
      <Fragment key={name}>
        <dt class="flex gap-1">
          {each.map((key) => (
            <kbd key={key} class="border-base-content/60 min-w-7 rounded border px-1.5 text-center font-mono text-sm">
              {NAMES[key] ?? key}
            </kbd>
          ))}
        </dt>
        <dd>{words[name]}</dd>
      </Fragment>
    ))}
  </dl>
)
