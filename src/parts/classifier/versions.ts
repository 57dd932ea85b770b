import { classifierVersions } from '../../../db/schema/classifier'
import { insertInto, sql } from '../../../db/sql'
import { INTEGER, pick, type Raw } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { allSettings } from '../../ground/settings/settings'
import { Cache } from '../../lib/process/cache'
import type { Label } from './labels'
import { baseModel, campusModel, type Model } from './model'

// Which model judges: the base, or what was learned last beyond it.

const VERSION = pick(classifierVersions, 'version', 'madeAt', 'decisions', 'learnedFrom', 'base', 'delta')
type Version = Raw<typeof VERSION>

/** Beyond the base of this Quad: beyond another it says nothing. */
export const newestVersion = (db: Connection): Version | undefined =>
  sql(VERSION)`
    SELECT version, made_at AS madeAt, decisions, learned_from AS learnedFrom, base, delta FROM classifier_versions
    WHERE base = ${baseId()}`.get(db)

export const baseId = (): string => Bun.hash(baseModel().weights).toString(36)

/** Another process's write drops it, with all caches. */
const inForce = new Cache<'model', Model>('classifier', 1)

/** One that was made anew takes its place after the commit. */
export const classifierInForce = (): Model =>
  inForce.get('model', () => {
    const delta = newestVersion(storage.reader)?.delta
    return (delta && campusModel(baseModel(), delta)) || baseModel()
  })

/** Of those before nothing stays: they may know what was deleted. */
export function addVersion(tx: Tx, version: Pick<Version, 'decisions' | 'learnedFrom' | 'delta'>): void {
  forgetVersions(tx)
  insertInto(classifierVersions, { ...version, base: baseId(), madeAt: new Date().toISOString() }).run(tx)
}

export function forgetVersions(tx: Tx): void {
  sql`DELETE FROM classifier_versions`.run(tx)
  inForce.dropIn(tx, 'model')
}

/** The scores from which on a text is held, and moderators are told of it, where nobody has chosen others. */
export const DEFAULT_THRESHOLDS = { hold: 0.9, notice: 0.7 }

export function threshold(use: keyof typeof DEFAULT_THRESHOLDS, label: Label): number {
  const chosen: Partial<Record<Label, number | null>> = allSettings().classifier[use]
  return chosen[label] ?? DEFAULT_THRESHOLDS[use]
}

/** How many of the last decisions a model had predicted, and how many of them as they were made. */
type Agreement = { predicted: number; agreed: number }

/** So much before it holds or notices anything. */
const PROOF: Agreement = { predicted: 200, agreed: 160 }

export const agreements = new Cache<'last', Agreement>('classifier-agreement', 1)

export const agreement = (): Agreement => agreements.get('last', countAgreed)

/** By the index classifier_decisions_newest. */
const countAgreed = (): Agreement =>
  sql({ predicted: INTEGER, agreed: INTEGER })`
    SELECT count(*) AS predicted, count(*) FILTER (WHERE is_noticed <> is_kept) AS agreed FROM (
      SELECT is_noticed, is_kept FROM classifier_decisions
      ORDER BY decided_at DESC, target_id DESC LIMIT ${PROOF.predicted})`.get(storage.reader)!

/** Whether it holds and notices, and does not only predict. */
export function isHolding(): boolean {
  if (allSettings().classifier.mode !== 'on') return false
  const { predicted, agreed } = agreement()
  return predicted >= PROOF.predicted && agreed >= PROOF.agreed
}
