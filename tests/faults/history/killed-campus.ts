import { Database } from 'bun:sqlite'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fixture } from '../../support/storage/fixture'
import { FORMER_KEY, migrationsBefore, writeVersionBefore } from '../../support/version-before'
import { command } from '../killed-at'
import { scratchFolder } from '../scratch'
import { startServer } from '../server'
import { type Campus, makeCampus, TRIAL_VARIABLES } from './campus'
import { acknowledged } from './faults'
import { type Stored, stored, storedInCopy } from './stored'
import { type Fault, Trial } from './trial'

/** Starts and stops a server, as an operator does after a crash. */
export async function restart(dataDir: string): Promise<void> {
  const server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
  await server.stop()
}

/** A campus whose server was killed, so that a part of the data is in the log; and a backup of an earlier state. */
export type Killed = Disposable & { campus: Campus; backup: string; kept: Stored; former: Stored }

/** Kills as soon as so many writes were acknowledged. */
const killedAfter =
  (writes: number): Fault =>
  async (server, _, recorder) => {
    await acknowledged(recorder, writes)
    await server.kill()
  }

export async function killedCampus(): Promise<Killed> {
  const folder = scratchFolder()
  const trial = new Trial(await makeCampus(join(folder.path, 'campus'), 60))
  const { campus } = trial
  await trial.chapter(killedAfter(10))
  const backup = join(folder.path, 'backup.tar')
  const { status, said } = await command(['backup', backup], campus.dataDir)
  if (status !== 0) throw new Error(`the backup failed: ${said}`)
  const kept = stored(campus.dataDir)
  await trial.chapter(killedAfter(30))
  // What a killed server leaves of its socket, which cannot be copied.
  rmSync(join(campus.dataDir, 'handover.sock'), { force: true })
  const former = storedInCopy(campus.dataDir)
  return { campus, backup, kept, former, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

/** A data directory of the version before sealed addresses. */
export async function writeBefore(dataDir: string): Promise<void> {
  mkdirSync(dataDir)
  const fixture = new Fixture()
  const sqlite = new Database(join(dataDir, 'quad.db'), { create: true, strict: true })
  writeVersionBefore(sqlite, fixture.migrations(migrationsBefore()))
  sqlite.close()
  await fixture.remove()
  writeFileSync(join(dataDir, 'secret'), FORMER_KEY)
}
