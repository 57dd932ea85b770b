import { useEffect } from 'preact/hooks'
import { type Act, keyAction } from '../../lib/reports/queue'
import { keysAreOn } from './queue-keys'

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
