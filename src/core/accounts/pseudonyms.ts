import { randomInt } from 'node:crypto'
import { adjectives, animals } from 'unique-names-generator'

const plain = (words: readonly string[]): string[] => words.filter((word) => /^[a-z]{3,10}$/.test(word))
const firsts = plain(adjectives)
const seconds = plain(animals)

/** A readable name such as `quiet-otter-4821`, drawn at random: nothing of the person is in it. */
export function pseudonym(below: (bound: number) => number = (bound) => randomInt(bound)): string {
  return `${firsts[below(firsts.length)]}-${seconds[below(seconds.length)]}-${1000 + below(9000)}`
}
