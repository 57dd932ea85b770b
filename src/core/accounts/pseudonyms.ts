import { randomInt } from 'node:crypto'
import { ADJECTIVES, ANIMALS_BY_EMOJI } from './pseudonym-words'

const ANIMALS = Object.values(ANIMALS_BY_EMOJI).flat()
const [adjectives, animals] = [new Set(ADJECTIVES), new Set(ANIMALS)]

/**
 * Draws a readable name such as `quiet-otter-4821`, which says nothing about the person. `below` draws a whole number
 * below its argument.
 */
export function pseudonym(below: (bound: number) => number = (bound) => randomInt(bound)): string {
  return `${ADJECTIVES[below(ADJECTIVES.length)]}-${ANIMALS[below(ANIMALS.length)]}-${1000 + below(9000)}`
}

/** Whether the name has the form of a pseudonym and its words are on the list. */
export function isPseudonym(name: string): boolean {
  const [, adjective = '', animal = ''] = /^([a-z]+)-([a-z]+)-[1-9]\d{3}$/.exec(name) ?? []
  return adjectives.has(adjective) && animals.has(animal)
}
