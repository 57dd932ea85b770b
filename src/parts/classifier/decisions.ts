import { classifierDecisions } from '../../../db/schema/classifier'
import { insertInto, sql } from '../../../db/sql'
import { INTEGER, pick, toFlag } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { ownerOf } from '../../campus/authorship/aliases'
import { isAdministrator, readAccount } from '../../ground/access/account'
import type { DomainEvents } from '../../ground/parts'
import { allSettings } from '../../ground/settings/settings'
import { isoOf } from '../../lib/text/coarse-time'
import { featuresOf } from './features'
import { LABELS, type Label } from './labels'
import type { Decision } from './learn'
import { labelsMeant } from './meanings'
import { scoresForRemoval, scoresOfText } from './model'
import { agreements, classifierInForce, threshold } from './versions'

// What moderators decided, as the classifier learns it. The triggers of the schema delete it with the text.

/** One for each text, of which nobody but a student is the author. A later one takes the place of an earlier one. */
export function recordDecision(tx: Tx, decision: DomainEvents['text.judged']): void {
  const { id: targetId, authorId, moderatorId, isKept, text, reasons } = decision
  agreements.dropIn(tx, 'last')
  sql`DELETE FROM classifier_decisions WHERE target_id = ${targetId}`.run(tx)
  const author = authorId === null ? undefined : readAccount(tx, authorId)
  if (isKept === null || author === undefined || isAdministrator(author) || allSettings().classifier.mode === 'off')
    return
  const scores = scoresOfText(classifierInForce(), text)
  const row = {
    ...{ targetId, authorId: author.id, moderatorId, isKept: toFlag(isKept) },
    labels: JSON.stringify(isKept ? [] : [...new Set(reasons.flatMap(labelsMeant))]),
    scores: new Uint8Array(scores.buffer),
    isNoticed: toFlag(isNoticed(scores)),
    decidedAt: new Date().toISOString(),
    features: new Uint8Array(featuresOf(text).buffer),
  }
  insertInto(classifierDecisions, row).run(tx)
}

/** Whether a moderator has decided about these words of the text. */
export function isDecided(db: Connection, id: string, text: string): boolean {
  const decided = sql(pick(classifierDecisions, 'features'))`
    SELECT features FROM classifier_decisions WHERE target_id = ${id}`.get(db)
  return decided !== undefined && Buffer.compare(decided.features, new Uint8Array(featuresOf(text).buffer)) === 0
}

/** Whether moderators would have been told of what should be removed. */
export const isNoticed = (scores: Float32Array): boolean =>
  scoresForRemoval(scores).some((score, at) => score >= threshold('notice', LABELS[at]!))

export const countDecisions = (db: Connection): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM classifier_decisions`.get(db)!.count

const LEARNED = pick(classifierDecisions, 'targetId', 'authorId', 'moderatorId', 'isKept', 'labels', 'features')

/** Of an alias the author is the account, which is stored nowhere beside it. */
export type Stored = Decision & { id: string }

/** The last until then, the oldest first, but for those of an account that is going: as `learn` takes them. By the index classifier_decisions_newest. */
export function decisionsUntil(db: Connection, until: string): Stored[] {
  const owners = new Map<string, string>()
  return sql(LEARNED)`
    SELECT target_id AS targetId, author_id AS authorId, moderator_id AS moderatorId, is_kept AS isKept, labels, features
    FROM classifier_decisions WHERE decided_at <= ${until} AND author_id NOT IN (SELECT alias_id FROM alias_endings)
    ORDER BY decided_at DESC, target_id DESC LIMIT ${MOST}`
    .all(db)
    .reverse()
    .map(({ targetId: id, authorId, moderatorId, isKept, labels, features }) => ({
      ...{ id, moderator: moderatorId ?? '', isKept: isKept === 1 },
      author: owners.getOrInsertComputed(authorId, () => ownerOf(db, authorId)),
      labels: JSON.parse(labels) as Label[],
      features: new Uint32Array(features.slice().buffer),
    }))
}

const ON_THE_CURVE = 300
const STEPS = [...Array(20).keys()].map((step) => step / 20)

/**
 * How many of the last texts, that were removed for a label or kept, reach which score: by the models that judged them
 * before they were decided about, because what one has learned by heart says nothing of what it would do.
 */
export function curvesOf(db: Connection) {
  const last = sql(pick(classifierDecisions, 'isKept', 'labels', 'scores'))`
    SELECT is_kept AS isKept, labels, scores FROM classifier_decisions
    ORDER BY decided_at DESC, target_id DESC LIMIT ${ON_THE_CURVE}`
    .all(db)
    .map((row) => ({ ...row, labels: JSON.parse(row.labels), scores: new Float32Array(row.scores.slice().buffer) }))
  return LABELS.map((label, at) =>
    STEPS.map((score) => {
      const reaching = last.filter(({ scores }) => scores[at]! >= score)
      const removed = reaching.filter(({ labels }) => labels.includes(label)).length
      return { score, removed, kept: reaching.filter(({ isKept }) => isKept === 1).length }
    }),
  )
}

/** What is learned from: no more, and none that is older than a year. */
const MOST = 2000
const YEAR_MS = 365 * 86_400_000

export function deleteOldDecisions(tx: Tx): void {
  sql`DELETE FROM classifier_decisions WHERE decided_at < ${isoOf(Date.now() - YEAR_MS)}
    OR target_id IN (SELECT target_id FROM classifier_decisions
      ORDER BY decided_at DESC, target_id DESC LIMIT -1 OFFSET ${MOST})`.run(tx)
  agreements.dropIn(tx, 'last')
}
