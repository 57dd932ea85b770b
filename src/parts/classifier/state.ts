import { type Static, t } from 'elysia'
import { sql } from '../../../db/sql'
import { type Connection, storage } from '../../../db/storage'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { allSettings, readSettings } from '../../ground/settings/settings'
import { type Finding, ok, warn } from '../../lib/process/finding'
import { choice, integer, namedObject, nullable, timestamp } from '../../lib/text/schema'
import { countDecisions, curvesOf } from './decisions'
import { LABELS } from './labels'
import { baseModel, campusModel } from './model'
import { agreement, agreements, DEFAULT_THRESHOLDS, forgetVersions, isHolding, newestVersion } from './versions'

// What moderators read of the classifier: what it does, how it has done, and what it would do at another setting.

const threshold = (description: string) => nullable(t.Number({ minimum: 0, maximum: 1, description }))

export const classifierState = namedObject('ClassifierState', {
  mode: t.UnionEnum(['off', 'shadow', 'on']),
  isHolding: t.Boolean({
    description: 'Whether it holds and notices texts; until then it predicts, and notices self-harm',
  }),
  version: nullable(integer('Of what it has learned here; null while it judges by what Quad comes with')),
  madeAt: nullable(timestamp),
  decisions: integer('Of moderators, which it learns from at night'),
  agreement: t.Object(
    { predicted: integer(), agreed: integer() },
    { description: 'Of the last 200 decisions: how many it had predicted, and how many as they were made' },
  ),
  rolledBack: t.Boolean({
    description: 'What it learned last did worse than what Quad comes with, which judges again',
  }),
  labels: t.Array(
    t.Object({
      label: choice(LABELS),
      hold: threshold('The score from which on a text waits for a moderator; null where the default applies'),
      notice: threshold('The score from which on moderators are told; null where the default applies'),
      defaultHold: threshold('Null where it never holds'),
      defaultNotice: t.Number({ minimum: 0, maximum: 1 }),
      curve: t.Array(
        t.Object({
          score: t.Number(),
          removed: integer('Texts that were removed for this and reach the score'),
          kept: integer('Texts that were kept and reach the score'),
        }),
        { maxItems: 20, description: 'Of decisions that it had not learned from; at 0 are all of them' },
      ),
    }),
    { maxItems: LABELS.length },
  ),
})

export function readClassifier(): Static<typeof classifierState> {
  const db = storage.reader
  const { mode, hold, notice } = allSettings().classifier
  const newest = newestVersion(db)
  const used = newest?.delta ? newest : undefined
  const curves = curvesOf(db)
  return {
    ...{ mode, isHolding: isHolding(), version: used?.version ?? null, madeAt: used?.madeAt ?? null },
    ...{ decisions: countDecisions(db), agreement: agreement(), rolledBack: newest?.delta === null },
    labels: LABELS.map((label, at) => ({
      label,
      hold: label === 'self-harm' ? null : hold[label],
      notice: notice[label],
      defaultHold: label === 'self-harm' ? null : DEFAULT_THRESHOLDS.hold,
      defaultNotice: DEFAULT_THRESHOLDS.notice,
      curve: curves[at]!,
    })),
  }
}

export function* checkClassifier(db: Connection): Generator<Finding> {
  const newest = newestVersion(db)
  const from = newest
    ? `version ${newest.version} of ${newest.madeAt}, from ${newest.decisions} decisions`
    : 'what Quad comes with'
  if (newest?.delta === null)
    yield warn('classifier', `${from}, did worse than what Quad comes with, which judges again: quad learn --check`)
  else if (newest?.delta && !campusModel(baseModel(), newest.delta))
    yield warn('classifier', `${from}, is damaged: what Quad comes with judges until the next decision is learned`)
  else yield ok('classifier', `its mode is ${readSettings(db).classifier.mode}; it judges by ${from}`)
}

/** Back to what Quad comes with: what moderators decided, and what was learned from it, is deleted. */
export const resetClassifier = (moderator: Viewer): Promise<void> =>
  writeAs(moderator, 'superadmin', (tx, moderator) => {
    sql`DELETE FROM classifier_decisions`.run(tx)
    agreements.dropIn(tx, 'last')
    forgetVersions(tx)
    audit(tx, moderator, { action: 'admin:reset:classifier', entityType: 'settings', entityId: null })
  })
