// What whoever watches the network of the campus has: of every device each moment in which it sent
// something up, and each second in which the server sent it something that it had not asked for.

export type Upload = { at: number; account: string }

const secondOf = (at: number) => Math.floor(at / 1000)

/** The seconds in which something happened to an account. */
class Seconds {
  readonly #seconds = new Map<string, Set<number>>()

  add(account: string) {
    const seconds = this.#seconds.get(account) ?? new Set()
    this.#seconds.set(account, seconds.add(secondOf(Date.now())))
  }

  has = (account: string, at: number) => this.#seconds.get(account)?.has(secondOf(at)) ?? false
}

export class Wire {
  readonly uploads: Upload[] = []
  /** When the server sent something unasked. */
  readonly frames = new Seconds()

  uploaded(account: string) {
    this.uploads.push({ at: Date.now(), account })
  }

  /** Of the uploads of an account in one moment the first, by both: what follows at once follows from it. */
  firsts(): Map<string, Upload> {
    return new Map(this.uploads.toReversed().map((upload) => [`${upload.account} ${upload.at}`, upload]))
  }

  /** The uploads after `from` and until `to`; they are in order of time. */
  between(from: number, to: number): Upload[] {
    const found: Upload[] = []
    for (let at = firstFrom(this.uploads, (upload) => upload.at > from); at < this.uploads.length; at++) {
      const upload = this.uploads[at]
      if (upload === undefined || upload.at > to) break
      found.push(upload)
    }
    return found
  }
}

/** Where those of a sorted list begin that are so; its length if there are none. */
export function firstFrom<T>(list: readonly T[], isSo: (each: T) => boolean) {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(list[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
