import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { readStorage, writeStorage } from '../../../app/lib/storage'
import { type Keys, keyAction } from '../reports/acts'

export type BarAction = {
  name: string
  words: string
  /** As `aria-keyshortcuts` has it: `b`, `Shift+B`. */
  shortcut: string
  look?: 'btn-error' | 'btn-outline' | 'btn-ghost'
  opensDialog?: boolean
  /** An action that is impossible here keeps its place, so that no other comes under the finger. */
  isPossible?: boolean
  onPress: (withReason: boolean) => void
}

/** The same removal, which asks for the reason first. */
export const withReason = (remove: BarAction, words: string, onPress: () => void): BarAction => ({
  ...remove,
  name: 'reason',
  words,
  shortcut: 'Shift+B',
  look: 'btn-ghost',
  opensDialog: true,
  onPress,
})

type Props = {
  label: string
  /** What the actions are about, where that is not the content beside them, and the way out of it. */
  about?: string
  leave?: BarAction
  actions: readonly BarAction[]
  more?: readonly BarAction[]
  /** Where several are on one page, none sticks. */
  isSticky?: boolean
}

/**
 * What a moderator can decide: the same places for every kind of content. On a phone the actions stick to the bottom of
 * the screen, and `more` stands after them in the page.
 */
export const ActionBar = ({ label, about, leave, actions, more = [], isSticky = true }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: these are not form fields
  <div role="group" aria-label={label} class="contents lg:flex lg:flex-wrap lg:gap-2 xl:grid xl:grid-cols-4">
    <div class={`grid grid-cols-2 gap-2 lg:contents ${isSticky ? STICKY : ''}`}>
      {about !== undefined && (
        <div class="col-span-full flex items-center justify-between gap-2 lg:basis-full">
          <p role="status" class="font-medium">
            {about}
          </p>
          {leave && toButton(leave)}
        </div>
      )}
      {actions.map(toButton)}
    </div>
    {more.length > 0 && <div class="flex flex-wrap gap-2 lg:contents">{more.map(toButton)}</div>}
  </div>
)

const STICKY = 'bg-base-100 sticky bottom-[calc(var(--bar)+env(safe-area-inset-bottom))] z-5 -mx-3 p-3 md:bottom-0'

const toButton = ({
  name,
  words,
  shortcut,
  look = 'btn-outline',
  opensDialog = false,
  isPossible = true,
  onPress,
}: BarAction) => (
  <button
    key={name}
    type="button"
    class={`btn max-lg:px-2 lg:btn-sm lg:px-1.5 xl:text-sm ${look}`}
    disabled={!isPossible}
    aria-keyshortcuts={shortcut}
    aria-haspopup={opensDialog ? 'dialog' : undefined}
    onClick={({ shiftKey }) => onPress(shiftKey)}
  >
    {words}
    <Key name={keyName(shortcut)} />
  </button>
)

/** As keyboards have it, on a narrow button. */
const keyName = (shortcut: string): string =>
  shortcut === 'Escape' ? 'Esc' : shortcut.replace(/^Shift\+(.*)/, (_, key: string) => `⇧${key.toLowerCase()}`)

type PLACESProps = {
  /** Above the actions that stick to the bottom of a phone; more where these say what they are about. */
  raised?: 'some' | 'more'
  isBusy?: boolean
  /** The page listens for the key. */
  hasKey?: boolean
  /** What the button says; without it there is nothing to undo. */
  words: string | undefined
  onUndo: () => void
  children: ComponentChildren
}

const PLACES = {
  some: 'bottom-[calc(var(--bar)+8.5rem)] md:bottom-32 lg:bottom-4',
  more: 'bottom-[calc(var(--bar)+11.75rem)] md:bottom-44 lg:bottom-4',
}

/** Says what was decided last, with the button that undoes it; there is nothing to see without words. */
export function UndoBar({ raised, isBusy = false, hasKey = true, words, onUndo, children }: PLACESProps) {
  const place = raised ? PLACES[raised] : 'bottom-4'
  return (
    <div
      class={
        children
          ? `on-neutral bg-neutral text-neutral-content rounded-box sticky z-10 mx-auto flex w-fit max-w-2xl flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4 py-3 text-sm shadow-lg ${place}`
          : 'sr-only'
      }
    >
      <div role="status" class="min-w-0 grow basis-48">
        {children}
      </div>
      {children && words !== undefined && (
        <button
          type="button"
          class="btn btn-sm"
          aria-keyshortcuts={hasKey ? 'u z' : undefined}
          aria-disabled={isBusy}
          onClick={onUndo}
        >
          {words}
          {hasKey && <Key name="u" />}
        </button>
      )}
    </div>
  )
}

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
    <kbd class="inline-block whitespace-nowrap min-w-5 -translate-y-px rounded border border-current px-1 text-center font-mono text-xs font-normal">
      {name}
    </kbd>
  </span>
)

/** In text fields and dialogs, keys are not shortcuts. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null)

/** Listens for these keys wherever the focus is. */
export function useKeys<Name extends string>(keys: Keys<Name>, act: (name: Name, withReason: boolean) => void): void {
  // With each render, because actions depend on what is shown; after the frame, a key would act on what was before.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBusy(event.target)) return
      const name = keyAction(event, keys)
      if (name === undefined || (event.key.startsWith('Arrow') && !isInList(event.target))) return
      // Not to the app either, where the slash leads out of the console.
      event.stopPropagation()
      if (!keysAreOn.value) return
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
