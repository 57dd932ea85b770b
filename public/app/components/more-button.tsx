import type { ComponentChildren } from 'preact'
import type { Listing } from '../lib/listing'
import { text } from '../texts/core'

/** A long list is drawn in steps. */
const MOST_FRAMES = 30

/** The list that a button stands beneath. */
export const rowsAbove = (button: HTMLElement): Element | null | undefined =>
  button.closest(':has(> ul)')?.querySelector(':scope > ul')

/** Gives the focus to that row, as soon as it is drawn. */
export function focusRow(rows: Element, at: number, frames = MOST_FRAMES): void {
  const row = rows.children[at]
  if (row instanceof HTMLElement) {
    row.tabIndex = -1
    row.focus({ preventScroll: true })
  } else if (frames > 0) requestAnimationFrame(() => focusRow(rows, at, frames - 1))
}

type Props<Item> = { list: Listing<Item>; class?: string; children?: ComponentChildren }

/** Asks for more of a list; who presses it goes on at the first row that comes, as it goes with the last of them. */
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
