import { classifierDecisions, classifierVersions } from '../../../db/schema/classifier'
import { insertInto, sql } from '../../../db/sql'
import { pick } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { audit, systemActor } from '../../ground/audit/audit'
import { allSettings } from '../../ground/settings/settings'
import { afterTurn, every } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { isoOf } from '../../lib/text/coarse-time'
import { curvesOf } from './curves'
import { decisionsUntil, removalScore, type Stored } from './decisions'
import { learn } from './learn'
import { baseModel, campusModel, type Model, scoresOf } from './model'
import { baseId, known, newestVersion } from './versions'

// At night the campus learns: anew, from the base and all decisions that there are, so that what was deleted is
// forgotten, too. What was learned then has to do no worse than the base on the last decisions, which it has not seen.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const NIGHT = { from: 2, to: 5 }
/** With fewer decisions the base stays. */
const LEAST = 200
const HELD_OUT = 200
const KEPT_VERSIONS = 5
/** Requests wait for a step. */
const STEP_MS = 5

export async function learnTonight(): Promise<void> {
  const hour = new Date().getHours()
  if (hour >= NIGHT.from && hour < NIGHT.to && allSettings().classifier.mode !== 'off') await learnAnew()
}

export const startNights = every(HOUR_MS, 'learning from decisions', learnTonight)

/** Learns from what was decided until a day ago, unless nothing has changed since the last time. */
async function learnAnew(): Promise<void> {
  const until = isoOf(Date.now() - DAY_MS)
  const [from, newest] = [fingerprint(storage.reader, until), newestVersion(storage.reader)]
  if (newest && figuresOf(newest).from === from) return
  const decisions = decisionsUntil(storage.reader, until)
  if (decisions.length < LEAST) {
    if (newest && newest.state !== 'imported') await storage.write(forgetVersions)
    return
  }
  const { candidate, heldOut } = await candidateOf(decisions)
  await pause()
  const losses = {
    base: lossOf(baseModel(), heldOut),
    inForce: storedLoss(heldOut),
    learned: lossOf(candidate, heldOut),
  }
  await pause()
  const isWorse = losses.learned > losses.base
  const version: NewVersion = {
    decisions: decisions.length,
    ...(isWorse
      ? { state: 'rolled_back', delta: null, figures: { from, losses } }
      : {
          state: 'active',
          delta: await learn(baseModel(), decisions, pause),
          figures: { from, losses, curves: curvesOf(candidate, heldOut) },
        }),
  }
  await storage.write((tx) => {
    // What was deleted meanwhile was learned: the next hour begins again.
    if (fingerprint(tx, until) !== from) return
    addVersion(tx, version)
    const entry = { action: 'admin:rolled-back:classifier', entityType: 'settings', entityId: null } as const
    if (isWorse) audit(tx, systemActor('system'), entry)
  })
  log.info({ decisions: decisions.length, losses, isWorse }, 'the classifier has learned')
}

/** What is learned without the last decisions, and these. Of few, half are kept apart. */
export async function candidateOf(decisions: readonly Stored[]): Promise<{ candidate: Model; heldOut: Stored[] }> {
  const first = decisions.length - Math.min(HELD_OUT, Math.floor(decisions.length / 2))
  const candidate = campusModel(baseModel(), await learn(baseModel(), decisions.slice(0, first), pause))
  return { candidate, heldOut: decisions.slice(first) }
}

let lastPause = 0
async function pause(): Promise<void> {
  if (performance.now() - lastPause < STEP_MS) return
  await new Promise<void>((resolve) => afterTurn('a step of learning', resolve))
  lastPause = performance.now()
}

/** Of "removed or kept", the mean log loss. */
export const lossOf = (model: Model, decisions: readonly Stored[]): number =>
  meanLoss(decisions, ({ features }) => removalScore(scoresOf(model, features)))
/** Of the models that were in force when each was decided, which had not learned it either. */
const storedLoss = (decisions: readonly Stored[]): number => meanLoss(decisions, ({ score }) => score)

const SURE = 0.001
function meanLoss(decisions: readonly Stored[], scoreOf: (decision: Stored) => number): number {
  const losses = decisions.map((decision) => {
    const score = Math.min(1 - SURE, Math.max(SURE, scoreOf(decision)))
    return -Math.log(decision.isKept ? 1 - score : score)
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

type Figures = {
  /** What it was made from, and beyond which base. */
  from: string
  base?: string
  losses?: Record<'base' | 'inForce' | 'learned', number>
  curves?: ReturnType<typeof curvesOf>
}
export const figuresOf = ({ figures }: { figures: string }): Figures => JSON.parse(figures)

/** Of all that is learned from, which deletions change, too; without features: it is read in a write. */
const fingerprint = (db: Connection, until: string): string => {
  const rows = sql(pick(classifierDecisions, 'targetId', 'decidedAt', 'labels'))`
    SELECT target_id AS targetId, decided_at AS decidedAt, labels FROM classifier_decisions
    WHERE decided_at <= ${until} ORDER BY decided_at, target_id`.all(db)
  return Bun.hash(JSON.stringify([baseId(), rows])).toString(36)
}

type NewVersion = {
  decisions: number
  delta: Uint8Array | null
  figures: Figures
  state: 'active' | 'rolled_back' | 'imported'
}

/** It is in force from the commit on. Of those before, only what is said of them stays: they may know what was deleted. */
export function addVersion(tx: Tx, { figures, ...version }: NewVersion): void {
  sql`UPDATE classifier_versions SET delta = NULL`.run(tx)
  const madeAt = new Date().toISOString()
  insertInto(classifierVersions, { ...version, madeAt, figures: JSON.stringify({ ...figures, base: baseId() }) }).run(
    tx,
  )
  sql`DELETE FROM classifier_versions WHERE version NOT IN (
    SELECT version FROM classifier_versions ORDER BY version DESC LIMIT ${KEPT_VERSIONS})`.run(tx)
  known.dropIn(tx, 'version')
}

export function forgetVersions(tx: Tx): void {
  sql`DELETE FROM classifier_versions`.run(tx)
  known.dropIn(tx, 'version')
}
