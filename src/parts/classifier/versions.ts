import { classifierVersions } from '../../../db/schema/classifier'
import { sql } from '../../../db/sql'
import { FLAG, pick, type Raw } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { allSettings } from '../../ground/settings/settings'
import { Cache } from '../../lib/process/cache'
import { baseModel, campusModel, type Model } from './model'

// Which model judges: the base, or what the newest version adds to it.

const VERSION = pick(classifierVersions, 'version', 'madeAt', 'decisions', 'figures', 'state')
export type Version = Raw<typeof VERSION>

export const newestVersion = (db: Connection): Version | undefined =>
  sql(VERSION)`
    SELECT version, made_at AS madeAt, decisions, figures, state FROM classifier_versions
    ORDER BY version DESC LIMIT 1`.get(db)

/** What was learned beyond one base says nothing beyond another. */
export const baseId = (): string => Bun.hash(baseModel().weights).toString(36)

/** What the campus has learned beyond the base; undefined where that is in force alone. */
export function deltaInForce(db: Connection): Uint8Array | undefined {
  const row = sql(pick(classifierVersions, 'figures', 'delta'))`
    SELECT figures, delta FROM classifier_versions ORDER BY version DESC LIMIT 1`.get(db)
  return row && JSON.parse(row.figures).base === baseId() ? (row.delta ?? undefined) : undefined
}

export function modelOf(db: Connection): Model {
  const delta = deltaInForce(db)
  return delta === undefined ? baseModel() : campusModel(baseModel(), delta)
}

/** How many of the last decisions a model had predicted, and how many of them as they were made. */
type Agreement = { predicted: number; agreed: number }

/** Another process's write drops both, with all caches. Drop `version` or `agreement` where such a row is written. */
export const known = new Cache<'version' | 'agreement', { madeAt: string } | Agreement>('classifier', 2)
let loaded: { madeAt: string; model: Model } | undefined

/** The model in force. One that was made anew takes its place after the commit. */
export function classifierInForce(): Model {
  const { madeAt } = known.get('version', () => newestVersion(storage.reader) ?? { madeAt: '' }) as { madeAt: string }
  if (loaded?.madeAt !== madeAt) loaded = { madeAt, model: modelOf(storage.reader) }
  return loaded.model
}

/** So many decisions a model has to have predicted, and so many of them rightly, before it holds or notices anything. */
const PROOF = { predicted: 200, agreed: 160 }

/** Of the last `PROOF.predicted`. By the index classifier_decisions_newest. */
export const agreement = (): Agreement =>
  known.get('agreement', () => {
    const last = sql({ agreed: FLAG })`
      SELECT is_noticed <> is_kept AS agreed FROM classifier_decisions
      ORDER BY decided_at DESC, target_id DESC LIMIT ${PROOF.predicted}`.all(storage.reader)
    return { predicted: last.length, agreed: last.filter(({ agreed }) => agreed === 1).length }
  }) as Agreement

/** Whether it holds and notices, and does not only predict. */
export function isHolding(): boolean {
  if (allSettings().classifier.mode !== 'on') return false
  const { predicted, agreed } = agreement()
  return predicted >= PROOF.predicted && agreed >= PROOF.agreed
}
