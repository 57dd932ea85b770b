import { classifierDecisions } from '../../../db/schema/classifier'
import { sql } from '../../../db/sql'
import { INTEGER, pick } from '../../../db/statement'
import type { Connection } from '../../../db/storage'
import { ownerOf } from '../../campus/authorship/aliases'
import type { Label } from './labels'
import type { Decision } from './learn'

export const countDecisions = (db: Connection): number =>
  sql({ count: INTEGER })`SELECT count(*) AS count FROM classifier_decisions`.get(db)!.count

/** Those until then, the oldest first, as `learn` takes them: an alias counts as its account. */
export const decisionsUntil = (db: Connection, until: string): (Decision & { id: string })[] =>
  sql(pick(classifierDecisions, 'targetId', 'authorId', 'moderatorId', 'isKept', 'labels', 'features'))`
    SELECT target_id AS targetId, author_id AS authorId, moderator_id AS moderatorId, is_kept AS isKept, labels, features
    FROM classifier_decisions WHERE decided_at <= ${until} ORDER BY decided_at, target_id`
    .all(db)
    .map(({ targetId, authorId, moderatorId, isKept, labels, features }) => ({
      id: targetId,
      author: ownerOf(db, authorId),
      moderator: moderatorId ?? '',
      isKept: isKept === 1,
      labels: JSON.parse(labels as unknown as string) as Label[],
      features: new Uint32Array(features.slice().buffer),
    }))
