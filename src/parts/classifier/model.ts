import { readFileSync } from 'node:fs'
import defaults from './base.json' with { type: 'json' }
import baseFile from './base.weights' with { type: 'file' }
import { BUCKETS, featuresOf, wordsThatCount } from './features'
import { LABELS, type Label } from './labels'

// A linear model: a weight for each feature and label. A text's score for a label is the logistic function of the sum of
// the weights of its features, over the root of their number.

/** For each feature `LABELS.length` weights; the last row is the bias. */
export type Model = { weights: Float32Array; defaults: Record<Label, Thresholds> }
export type Thresholds = { hold: number; notice: number }

const WIDTH = LABELS.length
const ROWS = BUCKETS + 1

export const emptyWeights = (width = WIDTH): Float32Array<ArrayBuffer> => new Float32Array(ROWS * width)

/** The rows that are not zero: their number, their places, and their weights as 16-bit floats. */
export function packWeights(weights: Float32Array): Uint8Array<ArrayBuffer> {
  const rows = [...Array(ROWS).keys()].filter((row) =>
    weights.subarray(row * WIDTH, (row + 1) * WIDTH).some((weight) => weight !== 0),
  )
  const packed = new Uint8Array(4 + rows.length * (4 + 2 * WIDTH))
  new Uint32Array(packed.buffer, 0, 1)[0] = rows.length
  new Uint32Array(packed.buffer, 4, rows.length).set(rows)
  const values = new Float16Array(packed.buffer, 4 + 4 * rows.length, rows.length * WIDTH)
  for (const [at, row] of rows.entries()) values.set(weights.subarray(row * WIDTH, (row + 1) * WIDTH), at * WIDTH)
  return packed
}

/** Adds packed weights to others. @throws RangeError for what `packWeights` did not make */
export function addPacked(weights: Float32Array, packed: Uint8Array): void {
  const { buffer } = packed.slice()
  const [count = 0] = new Uint32Array(buffer, 0, 1)
  const rows = new Uint32Array(buffer, 4, count)
  const values = new Float16Array(buffer, 4 + 4 * count, count * WIDTH)
  if (packed.length !== 4 + count * (4 + 2 * WIDTH)) throw new RangeError('These are no weights')
  for (let at = 0; at < count; at++) {
    const row = rows[at]!
    if (row >= ROWS) throw new RangeError('These are no weights')
    for (let label = 0; label < WIDTH; label++) weights[row * WIDTH + label]! += values[at * WIDTH + label]!
  }
}

let base: Model | undefined

/** What Quad comes with: `make-base.ts` made it. */
export function baseModel(): Model {
  if (base === undefined) {
    const weights = emptyWeights()
    addPacked(weights, readFileSync(baseFile))
    base = { weights, defaults: defaults.thresholds }
  }
  return base
}

/** The base with what a campus has learned beyond it. @throws RangeError as `addPacked` */
export function campusModel({ weights, ...base }: Model, delta: Uint8Array): Model {
  const sum = weights.slice()
  addPacked(sum, delta)
  return { ...base, weights: sum }
}

export const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** By label: the weights of the features, scaled, and the bias. */
export function sumsOf(
  weights: Float32Array,
  features: Uint32Array,
  scale = scaleOf(features),
  width = WIDTH,
): Float32Array {
  const sums = new Float32Array(width)
  for (let at = 0; at < features.length; at++)
    for (let label = 0, from = features[at]! * width; label < width; label++) sums[label]! += weights[from + label]!
  for (let label = 0; label < width; label++) sums[label] = sums[label]! * scale + weights[BUCKETS * width + label]!
  return sums
}

/** Long texts have more features: their sum is divided by the root of that number. */
export const scaleOf = (features: Uint32Array): number => 1 / Math.sqrt(Math.max(1, features.length))

/** By `LABELS`, from 0 to 1. */
export function scoresOf({ weights }: Model, features: Uint32Array): Float32Array {
  return sumsOf(weights, features).map(logistic)
}

const MOST_REASONS = 5

/** The words of a text that counted most for a label. */
export function reasonsOf({ weights }: Model, text: string, label: Label): string[] {
  const at = LABELS.indexOf(label)
  return wordsThatCount(text, (feature) => weights[feature * WIDTH + at]!, MOST_REASONS)
}

export const scoresOfText = (model: Model, text: string): Float32Array => scoresOf(model, featuresOf(text))
