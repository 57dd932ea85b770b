import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newTerm } from '../../src/lib/primary/standing'
import { canTrace } from '../support/strace'
import { copyFolder } from './copy-folder'
import { TRIAL_VARIABLES } from './history/campus'
import { inspectFiles, problemUnless } from './history/inspect'
import { type Killed, killedCampus, restart, writeBefore } from './history/killed-campus'
import { differences, type Stored, stored, storedInCopy } from './history/stored'
import { Trial } from './history/trial'
import { callsOf, command, countCalls, killedAt, type Moment, spread, traced } from './killed-at'
import { Random } from './random'
import { isLong, report } from './report'
import { scratchFolder } from './scratch'
import { EndedEarly, startServer, type Variables } from './server'

// Each command is killed at moments spread over its system calls. A database is then what it was, or what the command
// makes of it; never something between, and never empty.

const KILLS = isLong ? 25 : 1

/** All moments of a long run; one of them otherwise. */
const chosen = (calls: ReadonlyMap<string, number>, name: string): Moment[] => {
  const moments = spread(calls, 25)
  return isLong ? moments : [new Random(name).pick(moments)]
}

if (!canTrace) console.warn('SKIPPED: strace cannot run here, so nothing is killed at its system calls.')

let before: Killed
beforeAll(async () => {
  before = await killedCampus()
})
afterAll(() => before[Symbol.dispose]())

type Kill = { violations: string[]; wasKilled: boolean }

/** Kills at `moments`, and judges each outcome, but for faults that are `known` without a kill. */
async function killAt(
  fault: string,
  template: string,
  moments: readonly Moment[],
  known: readonly string[],
  kill: (dataDir: string, at: Moment) => Promise<Kill>,
): Promise<void> {
  const began = performance.now()
  using folder = scratchFolder()
  const faults: string[] = []
  let kills = 0
  for (const at of moments) {
    const dataDir = join(folder.path, 'data')
    copyFolder(template, dataDir)
    const { violations, wasKilled } = await kill(dataDir, at)
    kills += Number(wasKilled)
    violations.push(...(await inspectFiles(dataDir)).filter((what) => !known.includes(what)))
    faults.push(...violations.map((what) => `killed at ${at.call} ${at.at}: ${what}`))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const seconds = (performance.now() - began) / 1000
  report({ fault: `killed: ${fault}`, runs: kills, acknowledged: 0, lost: faults.length, refused: 0, seconds })
  expect(faults).toEqual([])
  // Now and then a run makes fewer calls than the one that was counted.
  if (isLong) expect(kills).toBeGreaterThanOrEqual(25)
}

/** When to kill the command: at calls that are spread over those that it makes on a copy of the campus. */
async function momentsOf(args: string[], variables: Variables = {}): Promise<Moment[]> {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'counted')
  copyFolder(before.campus.dataDir, dataDir)
  return chosen(await callsOf(args, dataDir, variables), args[0] ?? '')
}

describe.skipIf(!canTrace)('killed at any call', () => {
  test('an upgrade from the version before is finished by the next start', async () => {
    using folder = scratchFolder()
    const [template, upgraded] = [join(folder.path, 'before'), join(folder.path, 'upgraded')]
    await writeBefore(template)
    copyFolder(template, upgraded)
    const output = join(folder.path, 'trace')
    await (await startServer({ dataDir: upgraded, variables: TRIAL_VARIABLES, under: traced(output) })).kill()
    await restart(upgraded)
    // Each start makes an administrator of its own.
    const written = (dataDir: string): Stored => ({ ...stored(dataDir), users: new Map() })
    const expected = written(upgraded)
    expect(expected.posts.size).toBe(1)

    const moments = chosen(countCalls(output), 'upgrade')
    await killAt('upgrade', template, moments, await inspectFiles(upgraded), async (dataDir, at) => {
      const wasKilled = await startServer({ dataDir, variables: TRIAL_VARIABLES, under: killedAt(at) }).then(
        async (server) => (await server.kill()).signal === 'SIGKILL',
        (error) => error instanceof EndedEarly,
      )
      await restart(dataDir)
      return { wasKilled, violations: differences(written(dataDir), expected) }
    })
  })

  test('a seed adds all or nothing', async () => {
    const args = ['seed', '--users', '10', '--posts', '20', '--force']
    await killAt('seed', before.campus.dataDir, await momentsOf(args), [], async (dataDir, at) => {
      const { status } = await command(args, dataDir, killedAt(at))
      await restart(dataDir)
      const after = stored(dataDir)
      const added = [after.posts.size - before.former.posts.size, after.users.size - before.former.users.size]
      const isAllOrNothing = added.join() === '20,10' || added.join() === '0,0'
      const altered = [...before.former.posts].filter(([id, post]) => !Bun.deepEquals(after.posts.get(id), post))
      const { status: again, said } = await command(args, dataDir)
      return {
        wasKilled: status === null,
        violations: [
          ...problemUnless(isAllOrNothing, `${added.join(' posts and ')} users were added`),
          ...altered.map(([id]) => `the post ${id} was altered`),
          ...problemUnless(again === 0, `it cannot be repeated: ${said}`),
        ],
      }
    })
  })

  test('a backup is whole or not there', async () => {
    using folder = scratchFolder()
    const file = join(folder.path, 'backup.tar')
    await killAt('backup', before.campus.dataDir, await momentsOf(['backup', file]), [], async (dataDir, at) => {
      rmSync(file, { force: true })
      const { status } = await command(['backup', file], dataDir, killedAt(at))
      const violations = differences(storedInCopy(dataDir), before.former)
      if (existsSync(file)) {
        const restored = join(folder.path, 'restored')
        const { status: took, said } = await command(['restore', file], restored)
        violations.push(...(took === 0 ? differences(stored(restored), before.former) : [`it is not whole: ${said}`]))
        rmSync(restored, { recursive: true, force: true })
        rmSync(file)
      }
      const { status: again, said } = await command(['backup', file], dataDir)
      return {
        wasKilled: status === null,
        violations: [...violations, ...problemUnless(again === 0, `not again: ${said}`)],
      }
    })
  })

  test('a restore leaves the former data or the backup, and is finished or repeated', async () => {
    const { campus, backup, former, kept } = before
    const args = ['restore', backup]
    await killAt('restore', campus.dataDir, await momentsOf(args), [], async (dataDir, at) => {
      const wasKilled = (await command(args, dataDir, killedAt(at))).status === null
      try {
        await restart(dataDir)
      } catch (error) {
        // It refuses in words: then the command must finish what it began.
        if (!(error instanceof EndedEarly)) throw error
        const { status: again, said } = await command(args, dataDir)
        if (again !== 0) return { wasKilled, violations: [`it neither starts nor restores: ${error.said} ${said}`] }
        await restart(dataDir)
      }
      const after = stored(dataDir)
      const isOne = [former, kept].some((each) => differences(after, each).length === 0)
      const names = readdirSync(dataDir).join(' ')
      return { wasKilled, violations: problemUnless(isOne, `${after.posts.size} posts are there, beside ${names}`) }
    })
  })

  /** A takeover from the backup, by a program that copies a file as `litestream restore -config FILE [-dry-run] -o TARGET` does. */
  async function takeoverFromBackup(folder: string): Promise<string[]> {
    const elsewhere = join(folder, 'elsewhere')
    expect((await command(['restore', before.backup], elsewhere)).status).toBe(0)
    const litestream = join(folder, 'litestream')
    writeFileSync(litestream, '#!/bin/sh\n[ "$4" = -dry-run ] || cp "$3" "$5"\n', { mode: 0o700 })
    return ['takeover', '--config', join(elsewhere, 'quad.db'), '--litestream', litestream]
  }

  test('a takeover leaves the former database or the replica, and is finished or repeated', async () => {
    const { campus, former, kept } = before
    using folder = scratchFolder()
    const args = await takeoverFromBackup(folder.path)
    await killAt('takeover', campus.dataDir, await momentsOf(args), [], async (dataDir, at) => {
      const wasKilled = (await command(args, dataDir, killedAt(at))).status === null
      await restart(dataDir)
      const after = stored(dataDir)
      const isOne = [former, kept].some((each) => differences(after, each).length === 0)
      const { status: again, said } = await command(args, dataDir)
      await restart(dataDir)
      return {
        wasKilled,
        violations: [
          ...problemUnless(isOne, `${after.posts.size} posts are there`),
          ...problemUnless(again === 0, `it cannot be repeated: ${said}`),
          ...differences(stored(dataDir), kept),
        ],
      }
    })
  })

  test('a takeover that claims a term serves nothing before it is whole, and goes on with its own claim', async () => {
    const { campus, former, kept } = before
    using folder = scratchFolder()
    const args = await takeoverFromBackup(folder.path)
    const claims = join(folder.path, 'claims')
    const variables = { ...TRIAL_VARIABLES, PRIMARY_CLAIMS: claims }
    /** Of a primary on another machine. */
    const claimFirst = () => {
      rmSync(claims, { recursive: true, force: true })
      mkdirSync(claims)
      writeFileSync(join(claims, 'term-000001.json'), JSON.stringify({ ...newTerm(1), at: '' }))
    }
    const isPrimary = async (dataDir: string): Promise<boolean> => {
      const server = await startServer({ dataDir, variables, until: '/healthz' })
      const { ok } = await fetch(`${server.url}/readyz`)
      await server.stop()
      return ok
    }
    claimFirst()
    const moments = await momentsOf(args, variables)
    await killAt('takeover with claims', campus.dataDir, moments, [], async (dataDir, at) => {
      claimFirst()
      const wasKilled = (await command(args, dataDir, killedAt(at), variables)).status === null
      const isDone = await isPrimary(dataDir)
      const after = differences(storedInCopy(dataDir), isDone ? kept : former)
      const { status, said } = isDone ? { status: 0, said: '' } : await command(args, dataDir, undefined, variables)
      const terms = readdirSync(claims).filter((name) => name.startsWith('term-'))
      return {
        wasKilled,
        violations: [
          ...after,
          ...problemUnless(status === 0, `it cannot be repeated: ${said}`),
          ...problemUnless(terms.length === 2, `${terms.join(', ')} are claimed`),
          ...problemUnless(await isPrimary(dataDir), 'it is not the primary'),
          ...differences(storedInCopy(dataDir), kept),
        ],
      }
    })
  })

  test('a checkpoint under load loses nothing', async () => {
    using folder = scratchFolder()
    const began = performance.now()
    const dataDir = join(folder.path, 'data')
    copyFolder(before.campus.dataDir, dataDir)
    const trial = new Trial({ ...before.campus, dataDir })
    const random = new Random('checkpoint')
    for (let kill = 0; kill < KILLS; kill++) {
      const under = killedAt({ call: 'pwrite64', at: 1 + random.below(200) }, [join(dataDir, 'quad.db')])
      await trial.chapter(
        async (server) => {
          await Promise.race([server.exited, Bun.sleep(10_000)])
        },
        { under },
      )
      await trial.inspect()
    }
    await trial.finish()
    const { chapters, acknowledged, refused, unknown } = trial.tally
    const seconds = (performance.now() - began) / 1000
    const lost = trial.violations.length
    report({ fault: 'killed: checkpoint', runs: chapters, acknowledged, lost, refused, unknown, seconds })
    expect(trial.violations).toEqual([])
  })
})
