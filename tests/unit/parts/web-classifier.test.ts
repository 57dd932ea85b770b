import { expect, test } from 'bun:test'
import { labelName, reachedAt } from '../../../public/console/parts/classifier/classifier'

const point = (score: number, removed: number, kept: number) => ({ score, removed, kept })

test('a score is said by the last step of the curve that it reaches, beside all that there are', () => {
  const curve = [point(0, 100, 120), point(0.85, 61, 3), point(0.9, 40, 1)]
  expect(reachedAt(curve, 0.86)).toEqual(['3 of 120', '61 of 100'])
  expect(reachedAt(curve, 0.95)).toEqual(['1 of 120', '40 of 100'])
  expect(reachedAt(curve, 0)).toEqual(['120 of 120', '100 of 100'])
})

test('without decisions, or without their number, nothing is said', () => {
  expect(reachedAt([point(0, 0, 0), point(0.9, 0, 0)], 0.9)).toBeUndefined()
  expect(reachedAt([point(0.9, 1, 1)], 0.9)).toBeUndefined()
})

test('a label of a later server is shown as it is sent', () => {
  expect([labelName('self-harm'), labelName('gambling')]).toEqual(['Self-harm', 'gambling'])
})
