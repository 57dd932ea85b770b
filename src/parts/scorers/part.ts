import { config } from '../../config'
import type { Part } from '../../ground/parts'
import { refuseWhole } from '../../ground/policy/check-texts'
import { allSettings } from '../../ground/settings/settings'
import { type Finding, warn } from '../../lib/process/finding'
import { toxicAttributes } from './toxicity'

const examines: Part['examines'] = () => {
  const { provider, url, ...more } = config.toxicity
  if (provider === 'off' || url === undefined) return undefined
  return async (texts, mayHold) => {
    const { holding, toxicityThresholds } = allSettings()
    // All fields as one text, so that nobody can split a phrase between title and content.
    const text = Object.values(texts).join('\n\n')
    const asked = toxicAttributes(text, { ...more, provider, url }, toxicityThresholds[provider])
    const found = await asked.catch(() => undefined)
    if (found === undefined) {
      if (mayHold && holding.scorerDown === 'hold') return ['scorer_down']
      return refuseWhole(texts, 'policy.unchecked', 'toxicity', ['unavailable'])
    }
    if (found.length === 0) return []
    const isUnsure = found.every(({ score }) => score < holding.certainty)
    if (mayHold && holding.uncertain === 'hold' && isUnsure) return ['uncertain']
    const attributes = found.map(({ attribute }) => attribute)
    return refuseWhole(texts, 'policy.toxic', 'toxicity', attributes)
  }
}

/** https://www.perspectiveapi.com */
function* checks(): Generator<Finding> {
  const { provider, url } = config.toxicity
  if (provider !== 'perspective' || !url?.includes('//commentanalyzer.')) return
  yield warn(
    'perspective',
    "Perspective's public service ends on 2026-12-31: set TOXICITY_PROVIDER=off, for Quad's own classifier needs no service, or name another",
  )
}

/** Services outside that score what people write. */
export const scorers = { name: 'scorers', routes: [], examines, checks } as const satisfies Part
