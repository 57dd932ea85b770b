/** Chris Doty-Humphrey's sfc32: 128 bits of state, and 10 million draws take 50 ms (https://pracrand.sourceforge.net). */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** `stream` keeps draws apart: another draw for one purpose changes nothing for the others. */
  constructor(seed: number, stream: string) {
    const hash = BigInt(Bun.hash(`${seed} ${stream}`))
    this.#a = Number(hash & 0xffff_ffffn) | 0
    this.#b = Number(hash >> 32n) | 0
    this.#c = seed | 0
    for (let n = 0; n < 15; n++) this.bits()
  }

  /** 32 random bits as a signed integer. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum
  }

  /** At least 0, less than 1. */
  fraction(): number {
    return (this.bits() >>> 0) / 0x1_0000_0000
  }

  /** A whole number of at least 0, less than `bound`. */
  below(bound: number): number {
    return Math.floor(this.fraction() * bound)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Normally distributed about 0, standard deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.fraction())) * Math.cos(2 * Math.PI * this.fraction())
  }

  /** Half of the values are below `median`; `spread` stretches the tail. */
  logNormal(median: number, spread: number): number {
    return median * Math.exp(spread * this.normal())
  }

  /** A wait with this mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.fraction())
  }

  /** At least 1 and at most `most`: the rarer the larger (Pareto's distribution cut off). */
  heavyTailed(exponent: number, most: number): number {
    return Math.min(most, (1 - this.fraction()) ** (-1 / exponent))
  }
}

/** Answers indices of `weights`, each as often as its weight is large. */
export function weighted(weights: readonly number[]): (random: Random) => number {
  const sums: number[] = []
  let sum = 0
  for (const weight of weights) {
    sum += weight
    sums.push(sum)
  }
  return (random) => {
    const drawn = random.fraction() * sum
    const found = sums.findIndex((each) => drawn < each)
    return found === -1 ? weights.length - 1 : found
  }
}
