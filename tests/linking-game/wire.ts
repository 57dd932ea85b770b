// What whoever watches the network of the campus has: of every device each second in which it sent a request, whether it
// sent something up, and each second in which the server sent it something that it had not asked for.

export type Upload = {
  at: number
  account: string
  /** What the device asked for in the minute before, and how long before the last of it was. */
  asked: number
  pause: number
}

/** How an upload looks on the network. */
export const shapeOf = ({ asked, pause }: Upload): string =>
  `${Math.min(asked, 6)} ${Math.min(Math.floor(Math.log2(1 + pause / 1000)), 8)}`

export class Wire {
  readonly uploads: Upload[] = []
  readonly #frames = new Map<string, Set<number>>()
  readonly #reads = new Map<string, number[]>()

  sent(account: string, isUpload: boolean): void {
    const at = Date.now()
    const reads = this.#reads.get(account) ?? []
    this.#reads.set(account, reads)
    while ((reads[0] ?? at) < at - 60_000) reads.shift()
    if (isUpload) this.uploads.push({ at, account, asked: reads.length, pause: at - (reads.at(-1) ?? 0) })
    else reads.push(at)
  }

  received(account: string): void {
    const frames = this.#frames.get(account) ?? new Set()
    frames.add(secondOf(Date.now()))
    this.#frames.set(account, frames)
  }

  hasFrame = (account: string, at: number): boolean => this.#frames.get(account)?.has(secondOf(at)) ?? false

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

const secondOf = (at: number): number => Math.floor(at / 1000)
