import { randomInt } from 'node:crypto'
import { storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { type Asked, type Meaning, meaningOf } from './campus-words'
import { matches, type Reader } from './queries'
import { readerFor, readTitles } from './service'
import { all, any, half } from './terms'
import { readyToSearch } from './upkeep'
import { weightOf } from './windows'

// Threads whose titles ask the same as one that is being written. Rare words that both have count for it, what only
// one of them has against it, and most what each has instead of something of the other: `wifi` and `water`.

const MOST_SIMILAR = 3
const LEAST_SCORE = 0.5
const BESIDE = 0.5
const INSTEAD = 3.5
/** Titles that are compared; drawn anew each time, as what is hidden counts. */
const READ = 150
const DRAWN_READ = 40
/** So many rows tell a common word from a rare one. */
const COUNTED = 64
const RAREST = weightOf(0, COUNTED)
/** More meanings make too many combinations. */
const MOST_MEANINGS = 6
/** Of a word that only the other title has. */
const USUAL_WEIGHT = 0.7

type Weights = ReadonlyMap<string, number>

/** At most three titles of threads that the viewer may read, as a student; the nearest first. */
export async function similarPosts(viewer: Viewer | null, title: string) {
  const asked = meaningOf(title)
  const meanings = [...asked.meanings.values()].sort((one, other) => other.weight - one.weight).slice(0, MOST_MEANINGS)
  if (!meanings.some(isStrong)) return []
  // As a student: what an administrator reads of another college is audited, and so not shown at every key.
  const reader = readerFor(viewer && { ...viewer, role: 'user' }, 'posts')
  await readyToSearch('posts')
  const forms = meanings.map(({ forms }) => any(forms.map((form) => `"${form}"`)))
  const weights = new Map(meanings.map(({ name, weight }, at) => [name, weight * rarity(reader, forms[at] ?? '')]))
  // Those with all of it first: of two common words, the newest with either are not those with both.
  const rows = [all(forms), half(forms)].flatMap((match) =>
    matches(reader, titled(match), READ - randomInt(DRAWN_READ)).all(storage.reader),
  )
  const ids = new Set(rows.flatMap(({ id, isFound }) => (isFound === 1 ? [id] : [])))
  return readTitles([...ids])
    .map((post) => ({ post, score: likeness(asked, meaningOf(post.title), weights) }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_SIMILAR)
    .map(({ post }) => post)
}

const titled = (match: string): string => `{title} : (${match})`

/** From 0.4 for a word of every title to 1, among those that the reader finds. */
function rarity(reader: Reader, form: string): number {
  const rows = matches(reader, titled(form), COUNTED).all(storage.reader)
  const count = rows.filter(({ isFound }) => isFound === 1).length
  return 0.4 + (0.6 * weightOf(count, COUNTED)) / RAREST
}

/** From 0, for titles that ask for different things, to 1. */
function likeness(one: Asked, other: Asked, weights: Weights): number {
  if (isOther(one.numbers, other.numbers) || isOther(one.kinds, other.kinds)) return 0
  const weightIn = ({ name, weight }: Meaning) => weights.get(name) ?? weight * USUAL_WEIGHT
  const [own, others] = [alone(one, other), alone(other, one)]
  const both = sum([...one.meanings.values()].filter(({ name }) => other.meanings.has(name)).map(weightIn))
  const beside = Math.max(sum(own.map(weightIn)), sum(others.map(weightIn)))
  const instead = Math.min(...[own, others].map((each) => sum(each.filter(isStrong).map(weightIn))))
  return both / (both + BESIDE * beside + INSTEAD * instead || 1)
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const alone = ({ meanings }: Asked, other: Asked): Meaning[] =>
  [...meanings.values()].filter(({ name }) => !other.meanings.has(name))
const isStrong = ({ weight }: Meaning): boolean => weight === 1

const isOther = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && other.size > 0 && one.isDisjointFrom(other)
