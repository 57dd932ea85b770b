import { sql } from '../../../db/sql'
import { INTEGER, orNull, TEXT } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { audit, systemActor } from '../../ground/audit/audit'
import { afterTurn, every } from '../../lib/process/background'
import { log } from '../../lib/process/log'
import { isoOf } from '../../lib/text/coarse-time'
import { decisionsUntil, type Stored } from './decisions'
import { learn } from './learn'
import { baseModel, campusModel, type Model, scoresForRemoval, scoresOf } from './model'
import { addVersion, forgetVersions, newestVersion } from './versions'

// At night the campus learns: anew, from the base and all decisions that there are, so that what was deleted is
// forgotten, too. What was learned then has to do no worse than the base on the last decisions, which it has not seen.

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const NIGHT = { from: 2, to: 5 }
/** With fewer decisions the base stays; so many are kept apart to judge what is learned. */
const ENOUGH = 200
/** Requests wait for a step. */
const STEP_MS = 5
export const IMPORTED = 'a file'

/** Learns from what was decided until a day ago, unless nothing has changed since the last time. */
export async function learnTonight(stopping?: AbortSignal): Promise<void> {
  const pause = pausing(stopping)
  const hour = new Date().getHours()
  if (hour < NIGHT.from || hour >= NIGHT.to) return
  const until = isoOf(Date.now() - DAY_MS)
  const [learnedFrom, newest] = [whichUntil(storage.reader, until), newestVersion(storage.reader)]
  if (newest?.learnedFrom === learnedFrom) return
  const decisions = decisionsUntil(storage.reader, until)
  if (decisions.length < ENOUGH) {
    if (newest?.learnedFrom !== IMPORTED) await storage.write(forgetVersions)
    return
  }
  const { candidate, heldOut } = await candidateOf(decisions, pause)
  await pause()
  const losses = { base: lossOf(baseModel(), heldOut), learned: lossOf(candidate, heldOut) }
  const isWorse = losses.learned > losses.base
  const delta = isWorse ? null : await learn(baseModel(), decisions, pause)
  await storage.write((tx) => {
    // What was deleted meanwhile was learned: the next hour begins again.
    if (whichUntil(tx, until) !== learnedFrom) return
    addVersion(tx, { decisions: decisions.length, learnedFrom, delta })
    const entry = { action: 'admin:rolled-back:classifier', entityType: 'settings', entityId: null } as const
    if (isWorse) audit(tx, systemActor('system'), entry)
    tx.afterCommit(() => log.info({ decisions: decisions.length, losses, isWorse }, 'the classifier has learned'))
  })
}

export const startNights = every(HOUR_MS, 'learning from decisions', (_, stopping) => learnTonight(stopping))

/** What is learned without the last decisions, and these. Of few, half are kept apart. */
export async function candidateOf(decisions: readonly Stored[], pause = pausing()) {
  const first = decisions.length - Math.min(ENOUGH, Math.floor(decisions.length / 2))
  const candidate = campusModel(baseModel(), await learn(baseModel(), decisions.slice(0, first), pause))!
  return { candidate, heldOut: decisions.slice(first) }
}

let lastPause = 0
/** Awaited between steps: requests go before, and the end of the process is the end of learning. */
const pausing = (stopping?: AbortSignal) => async () => {
  stopping?.throwIfAborted()
  if (performance.now() - lastPause < STEP_MS) return
  await new Promise<void>((resolve) => afterTurn('a step of learning', resolve))
  lastPause = performance.now()
}

const SURE = 0.001

/** Of "removed or kept", the mean log loss. */
export function lossOf(model: Model, decisions: readonly Stored[]): number {
  const losses = decisions.map(({ features, isKept }) => {
    const score = Math.min(1 - SURE, Math.max(SURE, ...scoresForRemoval(scoresOf(model, features))))
    return -Math.log(isKept ? 1 - score : score)
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}

/** Changes with each that is deleted, and with each that is added, which is later than all others. */
function whichUntil(db: Connection, until: string): string {
  const { count, last } = sql({ count: INTEGER, last: orNull(TEXT) })`
    SELECT count(*) AS count, max(decided_at) AS last FROM classifier_decisions WHERE decided_at <= ${until}`.get(db)!
  return `${count} until ${last}`
}
