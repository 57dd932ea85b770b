import type { ComponentChildren } from 'preact'
import { Key } from './shortcuts'

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
    <Part class={`grid grid-cols-2 gap-2 lg:contents ${isSticky ? STICKY : ''}`}>
      {about !== undefined && (
        <div class="col-span-full flex items-center justify-between gap-2 lg:basis-full">
          <p role="status" class="font-medium">
            {about}
          </p>
          {leave && toButton(leave)}
        </div>
      )}
      {actions.map(toButton)}
    </Part>
    {more.length > 0 && <Part class="flex flex-wrap gap-2 lg:contents">{more.map(toButton)}</Part>}
  </div>
)

const STICKY = 'bg-base-100 sticky bottom-[calc(var(--bar)+env(safe-area-inset-bottom))] z-5 -mx-3 p-3 md:bottom-0'

const Part = ({ class: className, children }: { class: string; children: ComponentChildren }) => (
  <div class={className}>{children}</div>
)

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
