/** `SEED=… bun run faults` makes the same choices again, as far as other processes allow. */
export const seed = Number(process.env.SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0

/** Numbers from 0 to 1 that depend on the seed and the name alone (Mulberry32). */
export class Random {
  #state: number

  constructor(name: string, from = seed) {
    this.#state = Number(BigInt.asUintN(32, BigInt(Bun.hash(`${from} ${name}`))))
  }

  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 to `limit`, without it. */
  below(limit: number) {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number) {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
