import type { Settings } from '../settings/schemas'

// Bursts: many texts by one account, or the same text or links to one site by several, within minutes. A rule without
// state: what was written lately goes in, and what moderators should know comes out.

export const WITHIN_MS = 600_000
/** Bounds the memory, and the time of a comparison. */
export const MOST_RECENT = 1_000
/** Texts that an alert names. */
export const MOST_NAMED = 20

/** A text that was written. `hosts` are where its links lead, but for those that the settings allow. */
export type RecentText<Compared> = {
  id: string
  type: 'post' | 'comment'
  authorId: string
  at: number
  /** Undefined for a text that is too short to be a copy of another. */
  compared: Compared | undefined
  hosts: readonly string[]
}

export type FoundBurst<Compared> = {
  kind: 'account' | 'text' | 'link'
  about: string
  texts: readonly RecentText<Compared>[]
}

/** What is recent once the text is written; what was written while the clock was ahead is forgotten. */
export const addRecent = <Compared>(
  recent: readonly RecentText<Compared>[],
  written: RecentText<Compared>,
): RecentText<Compared>[] =>
  [...recent.filter(({ at }) => at > written.at - WITHIN_MS && at <= written.at), written].slice(-MOST_RECENT)

/** The bursts that the newest of the texts belongs to. */
export function burstsOfNewest<Compared>(
  recent: readonly RecentText<Compared>[],
  limits: Settings['bursts'],
  isSame: (one: Compared, other: Compared) => boolean,
): FoundBurst<Compared>[] {
  const newest = recent.at(-1)
  if (newest === undefined) return []
  const found: FoundBurst<Compared>[] = []
  const own = recent.filter(({ authorId }) => authorId === newest.authorId)
  if (limits.texts !== null && own.length >= limits.texts)
    found.push({ kind: 'account', about: newest.authorId, texts: own })
  const { compared } = newest
  if (compared !== undefined && limits.sameText !== null) {
    const same = recent.filter(
      (each) => each === newest || (each.compared !== undefined && isSame(each.compared, compared)),
    )
    if (accountsIn(same) >= limits.sameText) found.push({ kind: 'text', about: same[0]?.id ?? newest.id, texts: same })
  }
  for (const host of limits.sameLink === null ? [] : new Set(newest.hosts)) {
    const linking = recent.filter(({ hosts }) => hosts.includes(host))
    if (accountsIn(linking) >= (limits.sameLink ?? 0)) found.push({ kind: 'link', about: host, texts: linking })
  }
  return found
}

export const accountsIn = (texts: readonly { authorId: string }[]): number =>
  new Set(texts.map(({ authorId }) => authorId)).size
