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

/** How many of the last decisions' kept and removed texts reach a step of the curve; undefined where there were none. */
export function reachedAt(curve: LabelState['curve'], score: number) {
  const all = curve.find((step) => step.score === 0)
  const step = curve.findLast((step) => step.score <= score)
  if (all === undefined || step === undefined || all.kept + all.removed === 0) return undefined
  const { of } = classifierText.would
  return [of(step.kept, all.kept), of(step.removed, all.removed)] as const
}
