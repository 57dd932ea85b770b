import { signal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { readStorage, writeStorage } from '../../../app/lib/storage'
import { type Act, keyAction } from '../../lib/reports/acts'

const KEY = 'quad.desk-keys'

/** Whether single keys decide. They can be turned off for speech input and accidental presses (WCAG 2.2 §2.1.4). */
export const keysAreOn = signal(readStorage(KEY) !== 'off')

export function turnKeys(isOn: boolean): void {
  keysAreOn.value = isOn
  writeStorage(KEY, isOn ? null : 'off')
}

/** The keyboard shortcut on a button; screen readers hear it by `aria-keyshortcuts`. */
export const Key = ({ name }: { name: string }) => (
  <span aria-hidden="true" class="hidden lg:inline">
    <kbd class="inline-block min-w-5 -translate-y-px rounded border border-current px-1 text-center font-mono text-xs font-normal">
      {name}
    </kbd>
  </span>
)

/** In text fields and dialogs, keys are not shortcuts. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null)

/** Listens for shortcuts wherever the focus is. */
export function useKeys(act: (name: Act, withReason: boolean) => void): void {
  // With each render, because actions depend on what is shown; after the frame, a key would act on what was before.
  useLayoutEffect(() => {
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
