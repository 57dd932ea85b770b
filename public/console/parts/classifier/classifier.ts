import type { Data } from '../../../../client/api'
import { api, envelope } from '../../../app/lib/api'
import { language } from '../../../app/texts/catalogue'
import { byLanguage } from '../../../app/texts/formats'
import { classifierText } from '../../texts/classifier'

export const readClassifier = () => envelope(api.admin.classifier.get())

export type State = Data<typeof api.admin.classifier.get>
export type LabelState = State['labels'][number]

const percents = byLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }))
export const percent = (score: number): string => percents(language.value).format(score)

/** Those of a later server are shown as it sends them. */
export const labelName = (label: string): string =>
  (classifierText.labels.names as Partial<Record<string, string>>)[label] ?? label

/** No text reaches it. */
export const NEVER = 1

/**
 * How many of the last decisions' kept and removed texts reach a score, at the point of the curve that is next to it;
 * undefined where there were none.
 */
export function reachedAt(curve: LabelState['curve'], score: number) {
  const all = curve.find((point) => point.score === 0)
  if (all === undefined || all.kept + all.removed === 0) return undefined
  const distance = (point: (typeof curve)[number]) => Math.abs(point.score - score)
  const { kept, removed } = curve.reduce((best, point) => (distance(point) < distance(best) ? point : best))
  const { of } = classifierText.would
  return [of(kept, all.kept), of(removed, all.removed)] as const
}
