// `bun src/parts/classifier/make-base.ts` makes `base.weights` from the sentences in `corpus/`: the same bytes each time.
import { join } from 'node:path'
import { BUCKETS, featuresOf } from './features'
import { LABELS } from './labels'
import { descend, type Example } from './learn'
import { emptyWeights, packWeights, scaleOf } from './model'

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

/** One column for each label, and one for "any of them", which has more to learn from. */
const WIDTH = LABELS.length + 1
const NOTHING = new Float32Array(WIDTH)
const TRAINING = { epochs: 12, rate: 1, dropout: 0.3 }

/** What counts for less is left out of the file. */
const LEAST_WEIGHT = 0.5

/** The weights of "any of them" count as much as those of a label itself. */
export async function baseWeights(sentences: readonly Pick<Sentence, 'text' | 'labels'>[]): Promise<Float32Array> {
  const texts = sentences.map(({ text, labels }) => ({ features: featuresOf(text), labels }))
  const counts = new Uint32Array(BUCKETS)
  for (const { features } of texts) for (const feature of features) counts[feature]!++
  const examples = texts.map(
    ({ features, labels }): Example => ({
      features: features.filter((feature) => counts[feature]! > 1),
      scale: scaleOf(features),
      offset: NOTHING,
      targets: Float32Array.from([...LABELS.map((label) => Number(labels.includes(label))), Number(labels.length > 0)]),
      weight: 1,
    }),
  )
  const learned = await descend(examples, WIDTH, TRAINING, async () => {})
  const any = LABELS.length
  const weights = emptyWeights().map((_, at) => {
    const row = Math.floor(at / LABELS.length) * WIDTH
    return (learned[row + (at % LABELS.length)]! + learned[row + any]!) / 2
  })
  for (let from = 0; from < weights.length; from += LABELS.length) {
    const row = weights.subarray(from, from + LABELS.length)
    if (row.every((weight) => Math.abs(weight) < LEAST_WEIGHT)) row.fill(0)
  }
  return weights
}

if (import.meta.main)
  await Bun.write(join(import.meta.dir, 'base.weights'), packWeights(await baseWeights(await corpus())))
