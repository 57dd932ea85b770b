import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Dialog } from '../../../app/components/dialog'
import { readStorage, writeStorage } from '../../../app/lib/storage'
import { type Act, KEYS, keyAction } from '../../lib/reports/queue'
import { reportsText } from '../../texts/reports'

const KEY = 'quad.desk-keys'

/** Whether single keys decide. They can be turned off for speech input and accidental presses (WCAG 2.2 §2.1.4). */
const keysAreOn = signal(readStorage(KEY) !== 'off')

const NAMES: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑' }

export function QueueKeys({ onClose }: { onClose: () => void }) {
  const { keys, act } = reportsText
  const words: Record<Act, string> = { ...act, ...keys, open: reportsText.entry.open }
  const turn = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    keysAreOn.value = currentTarget.checked
    writeStorage(KEY, currentTarget.checked ? null : 'off')
  }
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

/** In text fields and dialogs, keys are not shortcuts. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)

/** Listens for shortcuts wherever the focus is. */
export function useKeys(act: (name: Act, withReason: boolean) => void): void {
  // After each render, because actions depend on what is shown.
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!keysAreOn.value || event.defaultPrevented || isBusy(event.target)) return
      const name = keyAction(event)
      if (name === undefined || (event.key.startsWith('Arrow') && !isInList(event.target))) return
      event.preventDefault()
      act(name, event.shiftKey)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}

/** Elsewhere arrow keys scroll the page. */
const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('li > button[aria-current]')
