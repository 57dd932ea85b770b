/**
 * Records in db/plans how SQLite goes about every list query. After a change of a query:
 *
 *   bun run db:plans
 *
 * After a change of an index, with the statistics of a large campus:
 *
 *   DATA_DIR=/tmp/campus bun quad seed --users 50000 --posts 1000000
 *   bun run db:plans --from /tmp/campus
 */
import { Database } from 'bun:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describePlans, PLANS, recordedStatistics, type Statistic, schemaWith } from './plans'

const { from } = parseArgs({ options: { from: { type: 'string' } } }).values

function statisticsOf(sqlite: Database): Statistic[] {
  const text =
    'SELECT tbl, idx, stat FROM sqlite_stat1 WHERE tbl IN (SELECT tbl_name FROM sqlite_schema) ORDER BY tbl, idx'
  return sqlite.query<Statistic, []>(text).all()
}

const campus = from === undefined ? undefined : new Database(join(from, 'quad.db'), { readonly: true })
const statistics = campus === undefined ? recordedStatistics() : statisticsOf(campus)
const plans = describePlans(schemaWith(statistics))
if (campus !== undefined) {
  const there = describePlans(campus)
  for (const [subject, text] of plans)
    if (there.get(subject) !== text) throw new Error(`the ${subject} of the campus are found in another way`)
  const lines = statistics.map((each) => `  ${JSON.stringify(each)}`)
  writeFileSync(join(PLANS, 'statistics.json'), `[\n${lines.join(',\n')}\n]\n`)
}
for (const [subject, text] of plans) writeFileSync(join(PLANS, `${subject}.txt`), text)
console.log(`Recorded ${[...plans.keys()].join(', ')} in db/plans.`)
