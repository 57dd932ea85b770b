import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { scratchFolder } from '../scratch'
import { quad, startServer } from '../server'
import { type Campus, makeCampus, TRIAL_VARIABLES } from './campus'
import { acknowledged } from './faults'
import { problemUnless } from './inspect'
import { differences, type Stored, stored, storedInCopy } from './stored'
import { type Fault, Trial } from './trial'

/** Starts and stops a server, as an operator does after a crash. */
export async function restart(dataDir: string) {
  const server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
  await server.stop()
}

const [KEPT_PICTURE, FORMER_PICTURE] = ['kept', 'former'].map((content) =>
  join('uploads', `${new Bun.CryptoHasher('sha256').update(content).digest('hex')}.webp`),
) as [string, string]

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
  writeFileSync(join(campus.dataDir, KEPT_PICTURE), 'kept')
  const { status, said } = await quad(['backup', backup], campus.dataDir)
  if (status !== 0) throw new Error(`the backup failed: ${said}`)
  rmSync(join(campus.dataDir, KEPT_PICTURE))
  writeFileSync(join(campus.dataDir, FORMER_PICTURE), 'former')
  const kept = stored(campus.dataDir)
  await trial.chapter(killedAfter(30))
  const former = storedInCopy(campus.dataDir)
  return { campus, backup, kept, former, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

/**
 * Starts the server on what a fault has left of a restore: there must be all of the former campus or all of the backup,
 * with its picture, and then the former one aside.
 */
export async function restoredAt(
  dataDir: string,
  { former, kept }: Killed,
): Promise<{ isRestored: boolean; problems: string[] }> {
  const problems: string[] = []
  try {
    await using server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
    const { status } = await server.stop()
    problems.push(...problemUnless(status === 0, `stopped with ${status}: ${server.said()}`))
    problems.push(...problemUnless(!server.said().includes('/setup#'), 'the set-up is open'))
  } catch (error) {
    return { isRestored: false, problems: [`${error}`] }
  }
  const after = stored(dataDir)
  const isRestored = differences(after, kept).length === 0
  if (!isRestored) problems.push(...differences(after, former))
  const pictures = readdirSync(join(dataDir, 'uploads')).join()
  const picture = basename(isRestored ? KEPT_PICTURE : FORMER_PICTURE)
  problems.push(...problemUnless(pictures === picture, `the pictures are ${pictures}`))
  for (const name of readdirSync(dataDir)) {
    const isLeft = name === 'restore-under-way.json' || (isRestored && name === '.quad-restore')
    problems.push(...problemUnless(!isLeft, `${name} is left`))
    if (!name.startsWith('before-restore-')) continue
    const aside = join(dataDir, name)
    problems.push(...problemUnless(!existsSync(join(aside, 'quad.db-wal')), 'the log was not moved into its database'))
    problems.push(...differences(stored(aside), former))
    problems.push(...problemUnless(existsSync(join(aside, FORMER_PICTURE)), 'the former picture is not aside'))
  }
  return { isRestored, problems }
}
