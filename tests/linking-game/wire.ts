// What whoever watches the network of the campus has: of every device each second in which it sent a request, whether it
// sent something up, and each second in which the server sent it something that it had not asked for.

export type Upload = {
  at: number
  account: string
  /** What the device asked for in the minute before, and how long before the last of it was. */
  asked: number
  pause: number
  /** What it asked for and sent in the seconds after. */
  askedAfter: number
  sentAfter: number
}

/** What a device does because of an answer comes as soon. */
const AFTER_MS = 3000

/** How an upload looks on the network. */
export const shapeOf = ({ asked, pause, askedAfter, sentAfter }: Upload): string =>
  [Math.min(asked, 6), Math.min(Math.floor(Math.log2(1 + pause / 1000)), 8), Math.min(askedAfter, 3), sentAfter].join(
    ' ',
  )

const secondOf = (at: number): number => Math.floor(at / 1000)

/** The seconds in which something happened to an account. */
class Seconds {
  readonly #seconds = new Map<string, Set<number>>()

  add(account: string): void {
    const seconds = this.#seconds.get(account) ?? new Set()
    this.#seconds.set(account, seconds.add(secondOf(Date.now())))
  }

  has = (account: string, at: number): boolean => this.#seconds.get(account)?.has(secondOf(at)) ?? false
}

type Latest = { reads: number[]; uploads: Upload[] }

export class Wire {
  readonly uploads: Upload[] = []
  /** When the server sent something unasked. */
  readonly frames = new Seconds()
  readonly reads = new Seconds()
  readonly #latest = new Map<string, Latest>()

  sent(account: string, isUpload: boolean): void {
    const at = Date.now()
    const { reads, uploads } = this.#latestOf(account, at)
    for (const upload of uploads) isUpload ? upload.sentAfter++ : upload.askedAfter++
    if (isUpload) {
      const upload = { at, account, asked: reads.length, pause: at - (reads.at(-1) ?? 0), askedAfter: 0, sentAfter: 0 }
      this.uploads.push(upload)
      uploads.push(upload)
    } else {
      reads.push(at)
      this.reads.add(account)
    }
  }

  #latestOf(account: string, at: number): Latest {
    const latest = this.#latest.get(account) ?? { reads: [], uploads: [] }
    this.#latest.set(account, latest)
    while ((latest.reads[0] ?? at) < at - 60_000) latest.reads.shift()
    while ((latest.uploads[0]?.at ?? at) < at - AFTER_MS) latest.uploads.shift()
    return latest
  }

  /** Of the uploads of an account in one moment the first, by both: what follows at once follows from it. */
  firsts(): Map<string, Upload> {
    return new Map(this.uploads.toReversed().map((upload) => [`${upload.account} ${upload.at}`, upload]))
  }

  /** The uploads after `from` and until `to`; they are in order of time. */
  between(from: number, to: number): Upload[] {
    const found: Upload[] = []
    for (let at = this.#after(from); at < this.uploads.length; at++) {
      const upload = this.uploads[at]
      if (upload === undefined || upload.at > to) break
      found.push(upload)
    }
    return found
  }

  #after(moment: number): number {
    let [low, high] = [0, this.uploads.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.uploads[middle]?.at ?? 0) <= moment) low = middle + 1
      else high = middle
    }
    return low
  }
}
