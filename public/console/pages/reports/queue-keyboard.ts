import { useEffect } from 'preact/hooks'
import { type Act, keyAction } from '../../lib/reports/queue'
import { keysAreOn } from './queue-keys'

/** Where letters are written, or a dialog asks something, keys are not for the queue. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)

/** Does what the keys of the queue ask for, wherever on the page the focus is. */
export function useKeys(act: (name: Act, withReason: boolean) => void): void {
  // With each drawing: what a key does depends on what is shown.
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

/** Elsewhere the arrows move the page. */
const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('li > button[aria-current]')
