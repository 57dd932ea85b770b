// `bun src/parts/classifier/make-base.ts` makes `base.weights` from the sentences in `corpus/`: the same bytes each time.
import { join } from 'node:path'
import { BUCKETS, featuresOf } from './features'
import { LABELS } from './labels'
import { descend, type Example } from './learn'
import { emptyExperience, packWeights, ROWS, scaleOf, WIDTH } from './model'

/** A sentence written for this, and what it is. Those of a group say the same. */
export type Sentence = { text: string; labels: readonly string[]; group: string; language: string }

const LANGUAGES = ['english', 'hinglish', 'hindi'] as const

export async function corpus(): Promise<Sentence[]> {
  const files = LANGUAGES.map(async (language) => {
    const lines = (await Bun.file(join(import.meta.dir, 'corpus', `${language}.jsonl`)).text()).trim().split('\n')
    return lines.map((line): Sentence => ({ ...JSON.parse(line), language }))
  })
  return (await Promise.all(files)).flat()
}

/** What weighs less in all columns is left out of the file. */
const LEAST_WEIGHT = 1

export async function baseWeights(sentences: readonly Pick<Sentence, 'text' | 'labels'>[]) {
  const texts = sentences.map(({ text, labels }) => ({ features: featuresOf(text), labels }))
  const counts = new Uint32Array(BUCKETS)
  for (const { features } of texts) for (const feature of features) counts[feature]!++
  const examples = texts.map(
    ({ features, labels }): Example => ({
      features: features.filter((feature) => counts[feature]! > 1),
      scale: scaleOf(features),
      offset: new Float32Array(WIDTH),
      targets: Float32Array.from([...LABELS.map((label) => Number(labels.includes(label))), Number(labels.length > 0)]),
      weight: 1,
    }),
  )
  const training = { epochs: 12, rate: 1, dropout: 0.3, experience: emptyExperience() }
  const learned = await descend(examples, training, async () => {})
  for (let row = 0; row < ROWS; row++) {
    const weights = learned.weights.subarray(row * WIDTH, (row + 1) * WIDTH)
    if (weights.every((weight) => Math.abs(weight) < LEAST_WEIGHT)) weights.fill(0)
  }
  return learned
}

if (import.meta.main)
  await Bun.write(join(import.meta.dir, 'base.weights'), packWeights(await baseWeights(await corpus())))
