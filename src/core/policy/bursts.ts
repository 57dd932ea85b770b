import type { Settings } from '../settings/schemas'

// Bursts: many texts by one account, or the same text or links to one site by several, within minutes.

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

type Group = `account ${string}` | `link ${string}`

const groupsOf = ({ authorId, hosts }: { authorId: string; hosts: readonly string[] }): Group[] => [
  `account ${authorId}`,
  ...hosts.map((host): Group => `link ${host}`),
]

/** What was written lately, the oldest first, and what of it is by one account or leads to one site. */
export class RecentTexts<Compared> {
  readonly #texts = new Set<RecentText<Compared>>()
  readonly #groups = new Map<Group, Set<RecentText<Compared>>>()
  #latest = 0

  /** What was written while the clock was ahead is forgotten. */
  add(text: RecentText<Compared>): void {
    if (text.at < this.#latest) this.forget(({ at }) => at > text.at)
    this.#latest = text.at
    for (const oldest of this.#texts) {
      if (oldest.at > text.at - WITHIN_MS && this.#texts.size < MOST_RECENT) break
      this.#remove(oldest)
    }
    this.#texts.add(text)
    for (const group of groupsOf(text)) this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(text))
  }

  forget(matches: (text: RecentText<Compared>) => boolean): void {
    for (const text of [...this.#texts].filter(matches)) this.#remove(text)
  }

  of(group: Group): RecentText<Compared>[] {
    return [...(this.#groups.get(group) ?? [])]
  }

  [Symbol.iterator](): IterableIterator<RecentText<Compared>> {
    return this.#texts.values()
  }

  #remove(text: RecentText<Compared>): void {
    this.#texts.delete(text)
    for (const name of groupsOf(text)) {
      const group = this.#groups.get(name)
      group?.delete(text)
      if (group?.size === 0) this.#groups.delete(name)
    }
  }
}

/** The bursts that the newest of the texts belongs to. */
export function burstsOf<Compared>(
  newest: RecentText<Compared>,
  recent: RecentTexts<Compared>,
  limits: Settings['bursts'],
  isSame: (one: Compared, other: Compared) => boolean,
): FoundBurst<Compared>[] {
  const found: FoundBurst<Compared>[] = []
  const own = recent.of(`account ${newest.authorId}`)
  if (limits.texts !== null && own.length >= limits.texts)
    found.push({ kind: 'account', about: newest.authorId, texts: own })
  const { compared } = newest
  if (compared !== undefined && limits.sameText !== null) {
    const same: RecentText<Compared>[] = []
    for (const each of recent) if (each.compared !== undefined && isSame(each.compared, compared)) same.push(each)
    if (accountsIn(same) >= limits.sameText) found.push({ kind: 'text', about: same[0]?.id ?? newest.id, texts: same })
  }
  for (const host of limits.sameLink === null ? [] : new Set(newest.hosts)) {
    const linking = recent.of(`link ${host}`)
    if (accountsIn(linking) >= (limits.sameLink ?? 0)) found.push({ kind: 'link', about: host, texts: linking })
  }
  return found
}

export const accountsIn = (texts: readonly { authorId: string }[]): number =>
  new Set(texts.map(({ authorId }) => authorId)).size
