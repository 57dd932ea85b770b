/** As many comments are one list on the page: a list that is not on the screen is neither laid out nor painted. */
export const GROUP = 20

type Grouped = { group: number }

/** Numbers comments that come together, after the groups that the level has. */
export function numberGroups(level: readonly Grouped[], added: readonly Grouped[]): void {
  const next = level.reduce((most, { group }) => Math.max(most, group + 1), 0)
  added.forEach((each, at) => {
    each.group = next + Math.floor(at / GROUP)
  })
}

/**
 * The comments of a level, those with one number together. A group in which nothing has changed is the same array as
 * before, so that only what has changed is rendered again.
 */
export function inGroups<Item extends Grouped>(items: readonly Item[], before: readonly Item[][]): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && last[0]!.group === item.group) last.push(item)
    else groups.push([item])
  }
  return groups.map((group) => before.find((each) => isSame(each, group)) ?? group)
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

/** As many groups are one part of a long thread: what is asked of each group at each frame is asked of few parts. */
const GROUPS_IN_PART = 16

/** The groups of a level in parts, which stay as they are while groups are added before or after them. */
export function inParts<Item extends Grouped>(groups: readonly Item[][]): Item[][][] {
  const parts: Item[][][] = []
  const partOf = ([item]: readonly Item[]) => Math.floor(item!.group / GROUPS_IN_PART)
  for (const group of groups) {
    const last = parts.at(-1)
    if (last && partOf(last[0]!) === partOf(group)) last.push(group)
    else parts.push([group])
  }
  return parts
}
