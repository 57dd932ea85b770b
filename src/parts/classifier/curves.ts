import { LABELS, type Label } from './labels'
import { type Decision, figures, type Point } from './learn'
import type { Model } from './model'

/** The figures from the score of 0 on, which all texts reach: the page says of how many the others are. */
export function curvesOf(model: Model, decisions: readonly Decision[]): Record<Label, Point[]> {
  const curves = figures(model, decisions)
  const kept = decisions.filter(({ isKept }) => isKept).length
  for (const label of LABELS) {
    const removed = decisions.filter(({ labels }) => labels.includes(label)).length
    curves[label].unshift({ score: 0, removed, kept })
  }
  return curves
}
