// `bun corpus/make-base.ts` makes the base of the classifier from the sentences here: the same bytes each time.
import { join } from 'node:path'
import { BUCKETS, featuresOf } from '../src/parts/classifier/features'
import { LABELS } from '../src/parts/classifier/labels'
import { descend, type Example } from '../src/parts/classifier/learn'
import { emptyModel, packWeights, ROWS, scaleOf, WIDTH } from '../src/parts/classifier/model'

/** A sentence written for this, and what it is. */
type Sentence = { text: string; labels: readonly string[]; kind: string }

export async function corpus(): Promise<Sentence[]> {
  const files = ['english', 'hinglish', 'hindi'].map(async (name) => {
    const lines = (await Bun.file(join(import.meta.dir, `${name}.jsonl`)).text()).trim().split('\n')
    return lines.map((line): Sentence => JSON.parse(line))
  })
  return (await Promise.all(files)).flat()
}

const HARMLESS = new Set(['everyday', 'market', 'support'])
const FRAGMENTS = 2

/** A few words of each harmless sentence, since many a reply is no longer. */
const fragments = (sentences: readonly Sentence[]): Sentence[] =>
  sentences
    .filter(({ kind }) => HARMLESS.has(kind))
    .flatMap((sentence) => {
      const words = sentence.text.split(/\s+/)
      return [...Array(FRAGMENTS).keys()].map((seed) => {
        const hash = Bun.hash.crc32(sentence.text, seed)
        const length = 1 + (hash % 3)
        const from = (hash >>> 4) % Math.max(1, words.length - length + 1)
        return { ...sentence, text: words.slice(from, from + length).join(' ') }
      })
    })

/** What weighs less in all columns is left out of the file. */
const LEAST_WEIGHT = 1.25

export async function baseWeights(sentences: readonly Sentence[]) {
  const texts = [...sentences, ...fragments(sentences)].map((each) => ({ ...each, features: featuresOf(each.text) }))
  const counts = new Uint32Array(BUCKETS)
  for (const { features } of texts) for (const feature of features) counts[feature]!++
  const examples = texts.map(
    ({ features, labels }): Example => ({
      features: features.filter((feature) => counts[feature]! > 1),
      scale: scaleOf(features.length),
      offset: new Float32Array(WIDTH),
      targets: Float32Array.from([...LABELS.map((label) => Number(labels.includes(label))), Number(labels.length > 0)]),
      weight: 1,
    }),
  )
  const training = { epochs: 20, rate: 1, dropout: 0.3, experience: emptyModel().experience }
  const learned = await descend(examples, training, async () => {})
  for (let row = 0; row < ROWS; row++) {
    const weights = learned.weights.subarray(row * WIDTH, (row + 1) * WIDTH)
    if (weights.every((weight) => Math.abs(weight) < LEAST_WEIGHT)) weights.fill(0)
  }
  return learned
}

/** Tells whether `base.weights` is of these sentences. */
export const corpusId = (sentences: readonly Sentence[]): string => Bun.hash(JSON.stringify(sentences)).toString(36)

const PART = join(import.meta.dir, '../src/parts/classifier')

if (import.meta.main) {
  const sentences = await corpus()
  await Bun.write(join(PART, 'base.weights'), packWeights(await baseWeights(sentences)))
  await Bun.write(join(import.meta.dir, 'base.json'), `${JSON.stringify({ madeFrom: corpusId(sentences) }, null, 2)}\n`)
}
