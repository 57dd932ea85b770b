import { users } from '../../../db/schema/users'
import { sqlStatement, TEXT } from '../../../db/statement'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { monthsAfter } from '../../lib/coarse-time'

/** Whole months that are left at least, when the rule becomes stricter. */
const GRACE_MONTHS = 2

// The months that the last start counted with. Not a setting: who changes it has the environment.
const lastMonths = sqlStatement("SELECT value FROM settings WHERE key = 'reverifyMonths'", { returns: { value: TEXT } })
const noteMonths = sqlStatement(
  `INSERT INTO settings (key, value, updated_at) VALUES ('reverifyMonths', $value, $now)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  { params: { value: TEXT, now: TEXT } },
)
const giveGrace = sqlStatement('UPDATE users SET verified_at = $month WHERE verified_at < $month', {
  params: { month: users.verifiedAt },
})

/** What the migration counted with. */
const FIRST_MONTHS = 12

/**
 * Call before serving: where `REVERIFY_MONTHS` is less than at the last start, or no longer 0, nobody's membership ends
 * within two months. Writes nothing where it is as it was.
 */
export async function keepGrace(): Promise<void> {
  const months = config.reverifyMonths
  const before = Number(lastMonths(storage.reader).get()?.value ?? FIRST_MONTHS)
  if (months === before) return
  const now = new Date().toISOString()
  await storage.write(async (tx) => {
    if (months > 0 && (before === 0 || months < before))
      giveGrace(tx).run({ month: monthsAfter(now, GRACE_MONTHS - months) })
    noteMonths(tx).run({ value: String(months), now })
  })
}
