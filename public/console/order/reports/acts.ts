import type { Entry, Verdict } from './queue'

// What a moderator can do at the desk, and by which keys.

/** The verdicts that the moderation state allows; comments are not hidden silently. */
export function verdictsFor({ type, moderationState }: Pick<Entry, 'type' | 'moderationState'>): Verdict[] {
  const bans: Verdict[] =
    moderationState === 'active' || moderationState === 'shadow_banned'
      ? ['banned', ...(type === 'Post' && moderationState === 'active' ? (['shadow_banned'] as const) : [])]
      : []
  return [...bans, 'resolved', 'ignored']
}

/** The keys of each action. */
export const KEYS = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  select: ['m'],
  none: ['Escape'],
  banned: ['b'],
  shadow_banned: ['h'],
  resolved: ['r'],
  ignored: ['i'],
  suspend: ['s'],
  block: ['x'],
  recent: ['a'],
  undo: ['u', 'z'],
  open: ['o'],
} as const

export type Act = keyof typeof KEYS
export type AboutEntry = Exclude<Act, 'next' | 'previous' | 'select' | 'none' | 'undo'>

export const isVerdict = (act: Act): act is Verdict =>
  act === 'banned' || act === 'shadow_banned' || act === 'resolved' || act === 'ignored'

/** Deleted content cannot be opened, a deleted account cannot be sanctioned, and what is gone is decided. */
export function isPossible(entry: Entry, act: AboutEntry): boolean {
  if (entry.isGone && act !== 'open') return false
  if (act === 'open') return entry.moderationState !== 'deleted'
  if (act === 'suspend' || act === 'block' || act === 'recent') return entry.author !== null
  return verdictsFor(entry).includes(act)
}

export type Keys<Name extends string> = Readonly<Record<Name, readonly string[]>>
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/**
 * The action of a pressed key. On keyboards without Latin letters, the position of the key counts. A key that is held
 * down moves through the list but decides only once.
 */
export function keyAction<Name extends string>(pressed: Pressed, keys: Keys<Name>): Name | undefined {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return undefined
  const letter = /^Key([A-Z])$/.exec(pressed.code)?.[1]
  const isLatin = pressed.key.length > 1 || pressed.key <= '~'
  const key = pressed.key.length === 1 ? (isLatin || !letter ? pressed.key : letter).toLowerCase() : pressed.key
  const act = (Object.keys(keys) as Name[]).find((each) => keys[each].includes(key))
  if (act === undefined || act === 'next' || act === 'previous') return act
  return pressed.repeat ? undefined : act
}

// Which entries of a list are selected, to be decided about at once.

type Selection = {
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
