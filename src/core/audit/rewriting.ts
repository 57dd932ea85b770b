import { auditLog } from '../../../db/schema/audit'
import { INTEGER, pick, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'

const begin = sqlStatement('INSERT INTO audit_rewriting (first, last) VALUES ($first, $last)', {
  params: { first: INTEGER, last: INTEGER },
})
const end = sqlStatement('DELETE FROM audit_rewriting')

/** Lets `rewrite` change and delete the rows of the log from `first` to `last`, which the triggers refuse otherwise. */
export function rewriteRows(tx: Tx, first: number, last: number, rewrite: () => void): void {
  begin(tx).run({ first, last })
  rewrite()
  end(tx).run()
}

const setHash = sqlStatement('UPDATE audit_log SET hash = $hash WHERE rowid = $number', {
  params: { ...pick(auditLog, 'hash'), number: INTEGER },
})

/** Chains a row anew whose columns stay: no index changes. */
export function rechain(tx: Tx, number: number, hash: string): void {
  setHash(tx).run({ number, hash })
}
