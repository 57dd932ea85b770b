import { Random } from './random'
import { REPLIES, SENTENCES, SLOTS, TITLES } from './words'

/** Lengths that posts and comments may have. */
const LONGEST_POST = 10_000
const LONGEST_COMMENT = 1000

/** So many different sentences; filling patterns anew for each of millions of texts would take most of the time. */
const POOL = 2000

/** Texts in the manner of a campus, with lengths as they are met: most are short, a few fill the page. */
export class Texts {
  readonly #random: Random
  readonly #sentences: readonly string[]
  readonly #replies: readonly string[]

  constructor(seed: number) {
    this.#random = new Random(seed, 'texts')
    this.#sentences = Array.from({ length: POOL }, () => this.#filled(SENTENCES))
    this.#replies = Array.from({ length: POOL }, () => this.#filled(REPLIES))
  }

  title(topic: string): string {
    const known = TITLES.find(([name]) => name === topic) ?? this.#random.pick(TITLES)
    return this.#filled(known[1])
  }

  /** Half of the posts are longer than 230 characters, one in a hundred than 1,900. */
  post(): string {
    const length = Math.min(LONGEST_POST, this.#random.logNormal(230, 0.9))
    let text = this.#random.pick(this.#sentences)
    while (text.length < length) text += (this.#random.chance(0.15) ? '\n\n' : ' ') + this.#random.pick(this.#sentences)
    return text.length > LONGEST_POST ? text.slice(0, LONGEST_POST).trimEnd() : text
  }

  /** Half of the comments are longer than 70 characters. */
  comment(): string {
    const length = this.#random.logNormal(70, 0.9)
    let text = this.#random.pick(length < 40 ? this.#replies : this.#sentences)
    while (text.length < length && text.length < LONGEST_COMMENT) text += ` ${this.#random.pick(this.#sentences)}`
    return text.length > LONGEST_COMMENT ? text.slice(0, LONGEST_COMMENT).trimEnd() : text
  }

  #filled(patterns: readonly string[]): string {
    const pattern = this.#random.pick(patterns)
    const text = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => this.#random.pick(SLOTS[slot] ?? [slot]))
    return `${text[0]?.toUpperCase()}${text.slice(1)}`
  }
}
