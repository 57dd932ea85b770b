/**
 * Who chose what, packed into a number each: millions of them are sorted by user, which is the order of their tables,
 * before one is written. Written in the order of the posts, each would land on another page of the disk.
 */
export class Ballots {
  #packed: Float64Array
  #count = 0

  /** Of so many targets, whose numbers are less than that. */
  constructor(
    readonly capacity: number,
    readonly targets: number,
  ) {
    this.#packed = new Float64Array(Math.max(1, capacity))
  }

  get count(): number {
    return this.#count
  }

  add(rank: number, target: number, up: boolean): void {
    this.#packed[this.#count++] = (rank * this.targets + target) * 2 + Number(up)
  }

  /** Each once, by the rank of the user and then by target. */
  *sorted(): Generator<{ rank: number; target: number; up: boolean }> {
    const sorted = this.#packed.subarray(0, this.#count).sort()
    let last = -1
    for (const packed of sorted) {
      const pair = Math.floor(packed / 2)
      if (pair === last) continue
      last = pair
      yield { rank: Math.floor(pair / this.targets), target: pair % this.targets, up: packed % 2 === 1 }
    }
  }
}
