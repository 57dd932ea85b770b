import { LABELS, type Label } from './labels'
import { emptyWeights, type Model, packWeights, scoresOf } from './model'

/** What a moderator decided about a text. `labels` is empty where it was kept, and where nobody said why it was removed. */
export type Decision = {
  features: Uint32Array
  labels: readonly Label[]
  isKept: boolean
  author: string
  moderator: string
}

/**
 * What the decisions add to the base, packed: made from all of them each time, in their order, so that the same decisions
 * give the same bytes, and what is gone is unlearned. `pause` is awaited between short steps.
 */
export async function learn(
  base: Model,
  decisions: readonly Decision[],
  pause: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const delta = emptyWeights()
  for (const { features, labels } of decisions) {
    await pause()
    for (const feature of features)
      for (const label of labels) delta[feature * LABELS.length + LABELS.indexOf(label)]! += 0.1
  }
  void base
  return packWeights(delta)
}

/** At a score: how many texts reach it for a label, of those that were removed for it, and of those that were kept. */
export type Point = { score: number; removed: number; kept: number }

const SCORES = [...Array(19).keys()].map((step) => (step + 1) / 20)

/** For each label, how the model would have judged texts that were decided about. */
export function figures(model: Model, decisions: readonly Decision[]): Record<Label, Point[]> {
  const scored = decisions.map((decision) => ({ ...decision, scores: scoresOf(model, decision.features) }))
  return Object.fromEntries(
    LABELS.map((label, at) => [
      label,
      SCORES.map((score) => {
        const reaching = scored.filter(({ scores }) => scores[at]! >= score)
        return {
          score,
          removed: reaching.filter(({ labels }) => labels.includes(label)).length,
          kept: reaching.filter(({ isKept }) => isKept).length,
        }
      }),
    ]),
  ) as Record<Label, Point[]>
}
