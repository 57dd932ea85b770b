import { randomInt } from 'node:crypto'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { ADJECTIVES, ANIMALS_BY_EMOJI } from './pseudonym-words'

const FAMILIES = Object.values(ANIMALS_BY_EMOJI)
const [adjectives, animals] = [new Set(ADJECTIVES), new Set(FAMILIES.flat())]

/**
 * Draws a readable name such as `quiet-otter-4821`, which says nothing about the person. The family is drawn before the
 * animal, so that faces are equally frequent. `below` draws a whole number below its argument.
 */
export function pseudonym(below: (bound: number) => number = (bound) => randomInt(bound)): string {
  const adjective = ADJECTIVES[below(ADJECTIVES.length)]
  const family = FAMILIES[below(FAMILIES.length)]!
  return `${adjective}-${family[below(family.length)]}-${1000 + below(9000)}`
}

/** Nobody else sees the name of an account before it is onboarded, so drawing another links nothing. */
const DRAWS = 3

type Named = { username: string; status: 'ONBOARDING' | 'ACTIVE' | 'ALIAS'; nameDraws: number }

/**
 * How many times the account may still draw another name: three times until it is onboarded, and once afterwards if its
 * name is not on the list.
 */
export function namesLeft({ username, status, nameDraws }: Named): number {
  if (status === 'ONBOARDING') return Math.max(0, DRAWS - nameDraws)
  return isPseudonym(username) ? 0 : 1
}

/** Whether the name has the form of a pseudonym and its words are on the list. */
export function isPseudonym(name: string): boolean {
  const [, adjective = '', animal = ''] = /^([a-z]+)-([a-z]+)-[1-9]\d{3}$/.exec(name) ?? []
  return adjectives.has(adjective) && animals.has(animal)
}

/** Draws until nobody has the name. */
export function uniqueUsername(db: Connection, draw: () => string = pseudonym): string {
  for (;;) {
    const username = draw()
    if (sql(pick(users, 'id'))`SELECT id FROM users WHERE username = ${username}`.get(db) === undefined) return username
  }
}
