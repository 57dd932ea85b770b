import type { Settings } from '../settings/schemas'
import { type ComparedText, isSame, Signatures } from './alike'

// What was written lately, and the bursts in it: many texts by one account, or the same text or links to one site by
// several, within minutes.

export const WITHIN_MS = 600_000
/** Bounds the memory, and the time of a comparison. */
export const MOST_RECENT = 1_000

/** A text that was written. `hosts` are where its links lead, but for those that the settings allow. */
export type RecentText = {
  id: string
  type: 'post' | 'comment'
  authorId: string
  at: number
  /** Undefined for a text that is too short to be a copy of another. */
  compared: ComparedText | undefined
  hosts: readonly string[]
}

export type FoundBurst = { kind: 'account' | 'text' | 'link'; about: string; texts: readonly RecentText[] }

type Group = `account ${string}` | `link ${string}`

const groupsOf = ({ authorId, hosts }: RecentText): Group[] => [
  `account ${authorId}`,
  ...hosts.map((host): Group => `link ${host}`),
]

/** What was written lately: all of it, by account, by linked site, and the copies of a text. */
export class RecentTexts {
  /** In the order of writing, from `#next` on; the newest takes the place of the oldest. */
  readonly #places: (RecentText | undefined)[] = Array.from({ length: MOST_RECENT })
  readonly #signatures = new Signatures(MOST_RECENT)
  readonly #groups = new Map<Group, Set<RecentText>>()
  #oldest = 0
  #next = 0
  #latest = 0

  /** What was written while the clock was ahead is forgotten. */
  add(text: RecentText): void {
    if (text.at < this.#latest) this.forget(({ at }) => at > text.at)
    this.#latest = text.at
    while (this.#oldest < this.#next) {
      const oldest = this.#places[this.#oldest % MOST_RECENT]
      const isRecent = oldest !== undefined && oldest.at > text.at - WITHIN_MS
      if (isRecent && this.#next - this.#oldest < MOST_RECENT) break
      this.#remove(this.#oldest++ % MOST_RECENT)
    }
    const place = this.#next++ % MOST_RECENT
    this.#places[place] = text
    if (text.compared !== undefined) this.#signatures.put(place, text.compared)
    for (const group of groupsOf(text)) this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(text))
  }

  forget(matches: (text: RecentText) => boolean): void {
    for (const [place, text] of this.#places.entries()) if (text !== undefined && matches(text)) this.#remove(place)
  }

  of(group: Group): RecentText[] {
    return [...(this.#groups.get(group) ?? [])]
  }

  copiesOf(compared: ComparedText): RecentText[] {
    const isCopy = (text: RecentText | undefined) => text?.compared !== undefined && isSame(text.compared, compared)
    return this.#inOrder(this.#signatures.near(compared).filter((place) => isCopy(this.#places[place])))
  }

  all(): RecentText[] {
    return this.#inOrder([...this.#places.keys()])
  }

  #inOrder(places: readonly number[]): RecentText[] {
    const next = this.#next % MOST_RECENT
    const inOrder = [...places.filter((place) => place >= next), ...places.filter((place) => place < next)]
    return inOrder.flatMap((place) => this.#places[place] ?? [])
  }

  #remove(place: number): void {
    const text = this.#places[place]
    if (text === undefined) return
    this.#places[place] = undefined
    for (const name of groupsOf(text)) {
      const group = this.#groups.get(name)
      group?.delete(text)
      if (group?.size === 0) this.#groups.delete(name)
    }
  }
}

/** The bursts that the newest of the texts belongs to. */
export function burstsOf(newest: RecentText, recent: RecentTexts, limits: Settings['bursts']): FoundBurst[] {
  const { texts, sameText, sameLink } = limits
  const { authorId, compared, hosts } = newest
  const found: FoundBurst[] = []
  const own = recent.of(`account ${authorId}`)
  if (texts !== null && own.length >= texts) found.push({ kind: 'account', about: authorId, texts: own })
  const same = compared === undefined || sameText === null ? [] : recent.copiesOf(compared)
  const [first] = same
  if (first && accountsIn(same) >= (sameText ?? 0)) found.push({ kind: 'text', about: first.id, texts: same })
  for (const host of sameLink === null ? [] : new Set(hosts)) {
    const linking = recent.of(`link ${host}`)
    if (accountsIn(linking) >= (sameLink ?? 0)) found.push({ kind: 'link', about: host, texts: linking })
  }
  return found
}

export const accountsIn = (texts: readonly { authorId: string }[]): number =>
  new Set(texts.map(({ authorId }) => authorId)).size
