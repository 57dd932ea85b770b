import type { ComponentChildren } from 'preact'
import type { Listing } from '../lib/listing'
import { text } from '../texts/core'

/** A long list renders in steps. */
const MOST_FRAMES = 30

/** Focuses the first row that was not there before, as soon as it is rendered. */
function focusNewRow(place: Element, before: ReadonlySet<Element>, frames = MOST_FRAMES): void {
  const row = [...place.querySelectorAll('li')].find((each) => !before.has(each))
  if (row) {
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => focusNewRow(place, before, frames - 1))
}

/** Shows more of a list and moves the focus to the first new row: what was pressed disappears with the last of them. */
export const showMore =
  (show: () => unknown) =>
  async ({ currentTarget: pressed }: { currentTarget: HTMLElement }): Promise<void> => {
    const place = pressed.closest(':has(ul)') ?? document.body
    const before = new Set(place.querySelectorAll('li'))
    await show()
    if ([pressed, document.body].includes(document.activeElement as HTMLElement)) focusNewRow(place, before)
  }

type Props<Item> = { list: Listing<Item>; class?: string; children?: ComponentChildren }

/** Loads more of a list; stays, with the focus, where that fails. */
export function MoreButton<Item>({ list, class: className = '', children = text.feed.more }: Props<Item>) {
  const { begun, ended, loading } = list
  if (!begun.value || ended.value) return null
  return (
    <button
      type="button"
      class={`btn btn-outline btn-sm ${className}`}
      aria-disabled={loading.value}
      onClick={showMore(() => list.more())}
    >
      {children}
    </button>
  )
}
