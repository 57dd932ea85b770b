import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { Random, seed } from './random'
import { isLong, report } from './report'
import { type Ended, quad, startServer } from './server'
import { lost, writeUntil } from './writer'

const ROUNDS = isLong ? 25 : 2
const random = new Random('failed sync')

const integrity = (dataDir: string): unknown => {
  const database = new Database(join(dataDir, 'quad.db'), { readonly: true })
  try {
    return database.prepare('PRAGMA integrity_check(3)').values().flat().join('; ')
  } catch (error) {
    return String(error)
  } finally {
    database.close()
  }
}

test.skipIf(lacksFilesystem !== undefined)(
  `after a failed sync of the log, whose pages are gone, neither SIGTERM nor a command touches the database (SEED=${seed})`,
  async () => {
    const began = performance.now()
    const total = { acknowledged: 0, lost: 0, refused: 0 }
    const problems: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await using folder = await mountFaulty()
      let ended: Ended
      let acknowledged: Awaited<ReturnType<typeof writeUntil>>['acknowledged']
      {
        await using server = await startServer({ dataDir: folder.path })
        let isFaulty = false
        const load = await writeUntil(server.url, ({ acknowledged, refused, failed }) => {
          if (acknowledged.length >= 40 && !isFaulty) {
            isFaulty = true
            void folder.fail('sync', 'quad.db-wal', `error=EIO times=1 skip=${random.below(20)}`)
          }
          // A duplicate is refused for its words.
          return refused > 0 || failed.some((answer) => !answer.endsWith('409'))
        })
        ended = await server.stop()
        acknowledged = load.acknowledged
        total.refused += load.refused + load.failed.length
        if (!server.said().includes('did not confirm')) problems.push('no line says why')
      }
      if (ended.status === 0) problems.push('it ended as if nothing had been')
      await folder.heal()
      await quad(['doctor'], folder.path)
      problems.push(...[integrity(folder.path)].filter((said) => said !== 'ok').map(String))
      {
        await using server = await startServer({ dataDir: folder.path })
        await writeUntil(server.url, (load) => load.acknowledged.length >= 5)
        expect((await server.stop()).status).toBe(0)
      }
      problems.push(...[integrity(folder.path)].filter((said) => said !== 'ok').map(String))
      const missing = lost(folder.path, acknowledged)
      total.acknowledged += acknowledged.length
      total.lost += missing.length
    }
    report({
      fault: 'a failed sync, then SIGTERM',
      runs: ROUNDS,
      ...total,
      seconds: (performance.now() - began) / 1000,
    })
    expect(problems).toEqual([])
    expect(total.lost).toBe(0)
  },
)
