// Which entries of a list are selected, to be decided about at once.

export type Selection = {
  ids: ReadonlySet<string>
  /** Where a range begins. */
  anchor: string | undefined
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

/** Selects what is not selected, and the other way round. */
export function toggled({ ids }: Selection, id: string): Selection {
  const rest = new Set(ids)
  if (!rest.delete(id)) rest.add(id)
  return { ids: rest, anchor: id }
}

/** Selects everything from where the last range began to this; only this where that is not in the list any more. */
export function extendedTo({ ids, anchor = '' }: Selection, order: readonly string[], id: string): Selection {
  const [from, to] = [order.indexOf(anchor), order.indexOf(id)]
  const range = from === -1 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...ids, ...range]), anchor: from === -1 ? id : anchor }
}
