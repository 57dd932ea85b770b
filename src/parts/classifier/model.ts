import { readFileSync } from 'node:fs'
import { imported } from '../../packaged'
import baseFile from './base.weights' with { type: 'file' }
import { BUCKETS, featuresOf, wordsThatCount } from './features'
import { LABELS, type Label, SELF_HARM } from './labels'

// A linear model: a weight for each feature and column. The columns are the labels, and "any of them", which has more to
// learn from; both count half for the score of a label, its logistic function.

export type Model = {
  /** `WIDTH` for each feature, and a last row, the bias. */
  weights: Float32Array<ArrayBuffer>
  /** For each row, how much it was learned: the sum of its squared slopes. */
  experience: Float32Array<ArrayBuffer>
}

const ANY = LABELS.length
export const WIDTH = ANY + 1
export const ROWS = BUCKETS + 1

export const emptyModel = (): Model => ({ weights: new Float32Array(ROWS * WIDTH), experience: new Float32Array(ROWS) })

/** Of each row that is packed: its place, and its weights and experience as 16-bit floats. */
const ROW_BYTES = 4 + 2 * (WIDTH + 1)

/** The rows that have a weight: their number, then all places, then all values. */
export function packWeights({ weights, experience }: Model): Uint8Array<ArrayBuffer> {
  const rowOf = (row: number) => weights.subarray(row * WIDTH, (row + 1) * WIDTH)
  const rows: number[] = []
  for (let at = 0; at < weights.length; at++)
    if (weights[at] !== 0 && rows.at(-1) !== Math.floor(at / WIDTH)) rows.push(Math.floor(at / WIDTH))
  const packed = new Uint8Array(4 + rows.length * ROW_BYTES)
  new Uint32Array(packed.buffer, 0, 1 + rows.length).set([rows.length, ...rows])
  const values = new Float16Array(packed.buffer, 4 + 4 * rows.length)
  for (const [at, row] of rows.entries()) values.set(rowOf(row), at * (WIDTH + 1))
  for (const [at, row] of rows.entries()) values[at * (WIDTH + 1) + WIDTH] = experience[row]!
  return packed
}

/** Adds what was packed to the model. Undefined for what `packWeights` did not make. */
function withPacked(model: Model, packed: Uint8Array): Model | undefined {
  const { weights, experience } = model
  const { buffer, byteOffset: from } = packed.byteOffset % 4 === 0 ? packed : packed.slice()
  const count = packed.length < 4 ? 0 : new DataView(buffer, from).getUint32(0, true)
  if (packed.length !== 4 + count * ROW_BYTES) return undefined
  const rows = new Uint32Array(buffer, from + 4, count)
  const values = new Float16Array(buffer, from + 4 + 4 * count, count * (WIDTH + 1))
  for (let at = 0; at < count; at++) {
    const row = rows[at]!
    if (row >= ROWS) return undefined
    for (let column = 0; column < WIDTH; column++) {
      const weight = values[at * (WIDTH + 1) + column]!
      // Nine times as much as anything in the base.
      if (!(Math.abs(weight) <= 100)) return undefined
      weights[row * WIDTH + column]! += weight
    }
    experience[row]! += values[at * (WIDTH + 1) + WIDTH]!
  }
  return model
}

let base: Model | undefined

/** What Quad comes with, made by `corpus/make-base.ts`. */
export function baseModel(): Model {
  base ??= withPacked(emptyModel(), readFileSync(imported(baseFile)))!
  return base
}

/** The base with what a campus has learned beyond it; undefined for weights that are damaged. */
export const campusModel = ({ weights, experience }: Model, delta: Uint8Array): Model | undefined =>
  withPacked({ weights: weights.slice(), experience: experience.slice() }, delta)

export const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum))

/** By column: the weights of the features, scaled, and the bias. */
export function sumsOf(weights: Float32Array, features: Uint32Array, scale = scaleOf(features.length)): Float32Array {
  const sums = new Float32Array(WIDTH)
  const bias = weights.length - WIDTH
  for (let column = 0; column < WIDTH; column++) {
    let sum = 0
    for (let at = 0; at < features.length; at++) sum += weights[features[at]! * WIDTH + column]!
    sums[column] = sum * scale + weights[bias + column]!
  }
  return sums
}

/** Long texts have more features: their sum is divided by the root of that number. Of short ones each says little. */
export const scaleOf = (features: number): number => 1 / Math.sqrt(60 + features)

/** A text that speaks of harming oneself is for help, not for removal. */
export const scoresForRemoval = (scores: Float32Array): Float32Array =>
  scores.map((score, at) => (at === SELF_HARM ? -1 : score))

/** By `LABELS`, from 0 to 1. */
export function scoresOf({ weights }: Model, features: Uint32Array): Float32Array {
  const sums = sumsOf(weights, features)
  return Float32Array.from(LABELS, (_, at) => logistic((sums[at]! + sums[ANY]!) / 2))
}

const MOST_REASONS = 5

/** The words of a text that counted most for a label. */
export function reasonsOf({ weights }: Model, text: string, label: Label): string[] {
  const at = LABELS.indexOf(label)
  return wordsThatCount(
    text,
    (feature) => weights[feature * WIDTH + at]! + weights[feature * WIDTH + ANY]!,
    MOST_REASONS,
  )
}

/** Of a long text each few sentences count for themselves: who hides an insult among kind words is found. */
export function scoresOfText(model: Model, text: string): Float32Array {
  const all = piecesOf(text).map((piece) => scoresOf(model, featuresOf(piece)))
  return all.reduce((highest, scores) => highest.map((score, at) => Math.max(score, scores[at]!)))
}

/** By model: of each row what counts for self-harm. Half a megabyte, in place of four, stays in the processor's cache. */
const helpWeights = new WeakMap<Model, Float32Array>()

/** Of `scoresOfText` the one that each text is asked for. */
export function helpScoreOf(model: Model, text: string): number {
  const weights = helpWeights.getOrInsertComputed(model, ({ weights: all }) =>
    Float32Array.from({ length: ROWS }, (_, row) => (all[row * WIDTH + SELF_HARM]! + all[row * WIDTH + ANY]!) / 2),
  )
  const scores = piecesOf(text).map((piece) => {
    const features = featuresOf(piece)
    let sum = 0
    for (let at = 0; at < features.length; at++) sum += weights[features[at]!]!
    return logistic(sum * scaleOf(features.length) + weights[BUCKETS]!)
  })
  return Math.max(...scores)
}

const LONG = 200
const PIECES = /[\s\S]{100,200}?(?:[.!?।\n]+|$)|[\s\S]{1,200}/g

const piecesOf = (text: string): string[] => (text.length < LONG ? [text] : (text.match(PIECES) ?? []))
