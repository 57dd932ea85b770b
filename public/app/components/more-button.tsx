import type { ComponentChildren } from 'preact'
import type { Listing } from '../lib/listing'
import { text } from '../texts/core'

/** A long list renders in steps. */
const MOST_FRAMES = 30

/** The list above the button. */
export const rowsAbove = (button: HTMLElement): Element | null | undefined =>
  button.closest(':has(> ul)')?.querySelector(':scope > ul')

/** Focuses the row as soon as it is rendered. */
export function focusRow(rows: Element, at: number, frames = MOST_FRAMES): void {
  const row = rows.children[at]
  if (row instanceof HTMLElement) {
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => focusRow(rows, at, frames - 1))
}

type Props<Item> = { list: Listing<Item>; class?: string; children?: ComponentChildren }

/** Loads more of a list and moves the focus to the first new row: the button disappears with the last page. */
export function MoreButton<Item>({ list, class: className = '', children = text.feed.more }: Props<Item>) {
  const { begun, ended, failure, loading } = list
  if (!begun.value || ended.value || failure.value) return null
  const press = async (event: Event & { currentTarget: HTMLElement }) => {
    const rows = rowsAbove(event.currentTarget)
    const rowCount = rows?.childElementCount ?? 0
    await list.more()
    if (rows && !failure.value) focusRow(rows, rowCount)
  }
  return (
    <button type="button" class={`btn btn-outline btn-sm ${className}`} aria-disabled={loading.value} onClick={press}>
      {children}
    </button>
  )
}
