import { sqlStatement, TEXT } from '../../../db/statement'
import type { Tx } from '../../../db/storage'

// What moderators wrote about a post, a comment or an account goes with it, and so does what they handed over.

const params = { ids: TEXT }
const GONE = 'WHERE resource_id IN (SELECT value FROM json_each($ids))'
const notes = sqlStatement(`DELETE FROM moderation_notes ${GONE}`, { params })
const escalations = sqlStatement(`DELETE FROM escalations ${GONE}`, { params })

export function forgetModeratorsWords(tx: Tx, ...ids: string[]): void {
  notes(tx).run({ ids: JSON.stringify(ids) })
  escalations(tx).run({ ids: JSON.stringify(ids) })
}
