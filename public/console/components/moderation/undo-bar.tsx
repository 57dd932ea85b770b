import type { ComponentChildren } from 'preact'
import { Key } from './shortcuts'

type Props = {
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
export function UndoBar({ raised, isBusy = false, hasKey = true, words, onUndo, children }: Props) {
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
