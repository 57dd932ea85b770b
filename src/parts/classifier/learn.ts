import { BUCKETS } from './features'
import { LABELS, type Label, SELF_HARM } from './labels'
import {
  emptyModel,
  logistic,
  type Model,
  packWeights,
  scaleOf,
  scoresForRemoval,
  scoresOf,
  sumsOf,
  WIDTH,
} from './model'

// Logistic regression, trained online by AdaGrad (https://jmlr.org/papers/v12/duchi11a.html). Everything is in a fixed
// order and by a generator with a fixed seed, so that the same examples give the same weights.

export type Example = {
  /** Those that may be learned, of as many as `scale` says. */
  features: Uint32Array
  scale: number
  /** By column: what is added to the weights of the features. */
  offset: Float32Array
  /** By column: 1, 0, or NaN for what it does not teach. */
  targets: Float32Array
  weight: number
}
type Training = {
  epochs: number
  rate: number
  dropout: number
  /** Of each row: the more it has been learned before, the less it moves. */
  experience: Float32Array
}

type Pause = () => Promise<void>

/** The mean of the weights in the second half of the epochs. */
export async function descend(
  examples: readonly Example[],
  { epochs, rate, dropout, experience: before }: Training,
  pause: Pause,
): Promise<Model> {
  const { rows, packed } = await withFewRows(examples, pause)
  const bias = (rows.length - 1) * WIDTH
  const weights = new Float32Array(rows.length * WIDTH)
  const mean = weights.slice()
  const squares = weights.map((_, at) => FIRST_SQUARE + before[rows[Math.floor(at / WIDTH)]!]!)
  const step = (at: number, slope: number) => {
    squares[at]! += slope * slope
    weights[at]! -= (rate * slope) / Math.sqrt(squares[at]!)
  }
  const random = seeded()
  const counted = Math.floor(epochs / 2)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { features, scale: full, offset, targets, weight } of shuffled(packed, random)) {
      await pause()
      const kept = features.filter(() => random() >= dropout)
      const scale = full / (1 - dropout)
      const sums = sumsOf(weights, kept, scale)
      for (let column = 0; column < WIDTH; column++) {
        const slope = (logistic(sums[column]! + offset[column]!) - targets[column]!) * weight
        if (Number.isNaN(slope)) continue
        step(bias + column, slope)
        for (let at = 0; at < kept.length; at++) step(kept[at]! * WIDTH + column, slope * scale)
      }
    }
    if (epoch >= epochs - counted) for (let at = 0; at < mean.length; at++) mean[at]! += weights[at]! / counted
  }
  const learned = emptyModel()
  for (const [at, row] of rows.entries()) {
    await pause()
    const own = squares.subarray(at * WIDTH, (at + 1) * WIDTH)
    learned.weights.set(mean.subarray(at * WIDTH, (at + 1) * WIDTH), row * WIDTH)
    learned.experience[row] = own.reduce((sum, square) => sum + square, 0) / WIDTH - FIRST_SQUARE - before[row]!
  }
  return learned
}

/** So that the first step is no leap. */
const FIRST_SQUARE = 0.1

/** The examples with the features numbered from 0 on, which row of the model each number is, and that of the bias. */
async function withFewRows(examples: readonly Example[], pause: Pause) {
  const numbers = new Map<number, number>()
  const packed: Example[] = []
  for (const example of examples) {
    await pause()
    const numbered = (feature: number) => numbers.getOrInsertComputed(feature, () => numbers.size)
    packed.push({ ...example, features: example.features.map(numbered) })
  }
  return { rows: [...numbers.keys(), BUCKETS], packed }
}

/** A linear congruential generator (Numerical Recipes): from 0 to below 1. */
function seeded(seed = 1): () => number {
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed / 2 ** 32
  }
}

const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

/** What a moderator decided about a text. `labels` is empty where it was kept, and where nobody said why it was removed. */
export type Decision = {
  features: Uint32Array
  labels: readonly Label[]
  isKept: boolean
  author: string
  moderator: string
}

const TRAINING = { epochs: 8, rate: 3, dropout: 0.3 }
/** What the base has learned counts for so many times what moderators decide. */
const BASE_COUNTS = 10

/**
 * What the decisions add to the base, packed: made from all of them each time, in their order, so that the same decisions
 * give the same bytes, and what is gone is unlearned. `pause` is awaited between short steps.
 */
export async function learn(base: Model, decisions: readonly Decision[], pause: Pause): Promise<Uint8Array> {
  const isLearned = await saidByMany(decisions, pause)
  const weights = weightsOf(decisions)
  const examples: Example[] = []
  for (const [at, decision] of decisions.entries()) {
    await pause()
    examples.push({
      features: decision.features.filter((feature) => isLearned[feature] === 1),
      scale: scaleOf(decision.features.length),
      offset: sumsOf(base.weights, decision.features),
      targets: targetsOf(base, decision),
      weight: weights[at]!,
    })
  }
  const experience = base.experience.map((square) => square * BASE_COUNTS)
  return packWeights(await descend(examples, { ...TRAINING, experience }, pause))
}

/** A feature is learned when so many authors have used it: what few say would tell who they are. */
const FEWEST_AUTHORS = 5

async function saidByMany(decisions: readonly Decision[], pause: Pause): Promise<Uint8Array> {
  const authors = new Uint32Array(BUCKETS)
  for (const own of Map.groupBy(decisions, ({ author }) => author).values()) {
    await pause()
    for (const feature of new Set(own.flatMap(({ features }) => [...features]))) authors[feature]!++
  }
  return Uint8Array.from(authors, (count) => Number(count >= FEWEST_AUTHORS))
}

/** What all decisions about one author, or of one moderator, count for at most: so many, or as much as all others. */
const MOST = { author: 3, moderator: 100 }

/** Less for those of whom there are many; and removals, which are fewer, count as much together as what was kept. */
function weightsOf(decisions: readonly Decision[]): number[] {
  const authors = Map.groupBy(decisions, ({ author }) => author)
  const moderators = Map.groupBy(decisions, ({ moderator }) => moderator)
  const weights = decisions.map(({ author, moderator }) => {
    const [about, by] = [authors.get(author)!.length, moderators.get(moderator)!.length]
    return Math.min(1, MOST.author / about) * Math.min(1, Math.max(MOST.moderator, decisions.length - by) / by)
  })
  const sum = (isKept: boolean) =>
    decisions.reduce((total, decision, at) => total + (decision.isKept === isKept ? weights[at]! : 0), 0)
  const rarer = sum(true) < sum(false)
  const balance = Math.min(MOST_BALANCE, sum(!rarer) / Math.max(1, sum(rarer)))
  return weights.map((weight, at) => (decisions[at]!.isKept === rarer ? weight * balance : weight))
}
const MOST_BALANCE = 3

/** What is kept is none of the labels, of which self-harm is left out: who speaks of it is helped, and not removed. */
function targetsOf(base: Model, { features, labels, isKept }: Decision): Float32Array {
  const targets = new Float32Array(WIDTH).fill(isKept ? 0 : Number.NaN)
  targets[WIDTH - 1] = Number(!isKept)
  if (isKept) targets[SELF_HARM] = Number.NaN
  const scores = scoresForRemoval(scoresOf(base, features))
  const likeliest = LABELS[scores.indexOf(Math.max(...scores))]!
  if (!isKept) for (const label of labels.length > 0 ? labels : [likeliest]) targets[LABELS.indexOf(label)] = 1
  return targets
}
