import { expect, test } from 'bun:test'
import { Random } from '../../../db/seed/context'
import { type Guessed, probabilityOf } from '../../linking-game/chance'

const TEN = Array.from({ length: 10 }, (_, n) => `candidate-${n}`)
const random = () => new Random(1, 'chance')

/** A name that an attack ranks in the same way as every other one: the first candidate is its guess. */
const nameOf = (account: string): Guessed => ({
  account,
  candidates: new Map(TEN.map((id, n) => [id, { share: 0.1, place: (n + 0.5) / 10 }])),
  guess: TEN[0] ?? '',
})

test('twenty accounts that are all found are found by no chance; the twenty names of one are one hit in ten', () => {
  const accounts = Array.from({ length: 20 }, (_, n) => nameOf(`account-${n}`))
  expect(probabilityOf(accounts, 20, 1, random())).toBeLessThan(0.001)
  const names = Array.from({ length: 20 }, () => nameOf('account'))
  const probability = probabilityOf(names, 20, 1, random())
  expect(probability).toBeGreaterThan(0.07)
  expect(probability).toBeLessThan(0.13)
})

test('as many hits and places as chance gives are probable; a place that is a little better, of many accounts, is not', () => {
  const accounts = Array.from({ length: 200 }, (_, n) => nameOf(`account-${n}`))
  expect(probabilityOf(accounts, 20, 100, random())).toBeGreaterThan(0.2)
  expect(probabilityOf(accounts, 20, 200 * 0.42, random())).toBeLessThan(0.001)
})

test('each name draws by its own shares, and never somebody whom nothing speaks for', () => {
  const name = nameOf('account')
  const alone = new Map(TEN.map((id, n) => [id, { share: n === 9 ? 1 : 0, place: n === 9 ? 0.5 : 0 }]))
  expect(probabilityOf([{ ...name, candidates: alone }], 1, 0.5, random())).toBeLessThan(0.01)
  expect(probabilityOf([{ ...name, candidates: alone, guess: 'candidate-9' }], 1, 0.5, random())).toBe(1)
})
