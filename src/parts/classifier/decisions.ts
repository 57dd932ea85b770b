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
import { type Model, scoresOf } from './model'
import { classifierInForce, known } from './versions'

// What moderators decided, as the classifier learns it. The triggers of the schema delete it with the text.

/** One for each text, of which nobody but a student is the author. A later one takes the place of an earlier one. */
export function recordDecision(tx: Tx, decision: DomainEvents['text.judged']): void {
  const { type, id: targetId, authorId, moderatorId, isKept, rule, text, reasons } = decision
  known.dropIn(tx, 'agreement')
  sql`DELETE FROM classifier_decisions WHERE target_id = ${targetId}`.run(tx)
  const author = authorId === null ? undefined : readAccount(tx, authorId)
  if (isKept === null || author === undefined || isAdministrator(author) || allSettings().classifier.mode === 'off')
    return
  const features = featuresOf(text)
  const model = classifierInForce()
  const scores = scoresOf(model, features)
  const row = {
    ...{ targetId, type, authorId: author.id, moderatorId, isKept: toFlag(isKept) },
    labels: JSON.stringify(isKept ? [] : [...new Set((rule === null ? reasons : [rule]).flatMap(labelsMeant))]),
    features: new Uint8Array(features.buffer),
    score: removalScore(scores),
    isNoticed: toFlag(isNoticed(model, scores)),
    decidedAt: new Date().toISOString(),
  }
  insertInto(classifierDecisions, row).run(tx)
}

/** A text that speaks of harming oneself is for help, not for removal. */
const REMOVED_FOR = LABELS.filter((label) => label !== 'self-harm')

export const removalScore = (scores: Float32Array): number =>
  Math.max(...REMOVED_FOR.map((label) => scores[LABELS.indexOf(label)]!))

/** A removal that the model would have told of. */
export function isNoticed(model: Model, scores: Float32Array): boolean {
  const { notice } = allSettings().classifier
  return REMOVED_FOR.some((label) => scores[LABELS.indexOf(label)]! >= (notice[label] ?? model.defaults[label].notice))
}

export const countDecisions = (db: Connection): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM classifier_decisions`.get(db)!.count

const LEARNED = pick(
  classifierDecisions,
  'targetId',
  'authorId',
  'moderatorId',
  'isKept',
  'labels',
  'features',
  'score',
)

/** Of an alias the author is the account, which is stored nowhere beside it. */
export type Stored = Decision & { id: string; score: number }

/** The last `most` until then, the oldest first, as `learn` takes them. By the index classifier_decisions_newest. */
export function decisionsUntil(db: Connection, until: string, most = MOST): Stored[] {
  const owners = new Map<string, string>()
  return sql(LEARNED)`
    SELECT target_id AS targetId, author_id AS authorId, moderator_id AS moderatorId, is_kept AS isKept, labels, features,
      score
    FROM classifier_decisions WHERE decided_at <= ${until} ORDER BY decided_at DESC, target_id DESC LIMIT ${most}`
    .all(db)
    .reverse()
    .map(({ targetId: id, authorId, moderatorId, isKept, labels, features, score }) => ({
      ...{ id, score, moderator: moderatorId ?? '', isKept: isKept === 1 },
      author: owners.getOrInsertComputed(authorId, () => ownerOf(db, authorId)),
      labels: JSON.parse(labels) as Label[],
      features: new Uint32Array(features.slice().buffer),
    }))
}

/** What is learned from: no more, and none that is older than a year. */
const MOST = 2000
const YEAR_MS = 365 * 86_400_000

export const deleteOldDecisions = (tx: Tx): void => {
  const { changes } = sql`
    DELETE FROM classifier_decisions WHERE decided_at < ${isoOf(Date.now() - YEAR_MS)} OR target_id IN (
      SELECT target_id FROM classifier_decisions ORDER BY decided_at DESC, target_id DESC LIMIT -1 OFFSET ${MOST})`.run(
    tx,
  )
  if (changes > 0) known.dropIn(tx, 'agreement')
}
