import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newTerm } from '../../src/lib/primary/standing'
import { canTrace } from '../support/strace'
import { copyFolder } from './copy-folder'
import { judgeCuts } from './cuts'
import { lacksFilesystem, mountFaulty, syncTree } from './filesystem'
import { TRIAL_VARIABLES } from './history/campus'
import { inspectFiles, problemUnless } from './history/inspect'
import { type Killed, killedCampus, restart, restoredAt } from './history/killed-campus'
import { differences, stored, storedInCopy } from './history/stored'
import { Trial } from './history/trial'
import { judge as judgeImage } from './image'
import { countCalls, killedAt, spread, traced, type Under } from './killed-at'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { quad, startServer, type Variables } from './server'

// Each command is killed at moments spread over its system calls, or the power is cut. A database is then what it was, or
// what the command makes of it; never something between, and never empty.

const KILLS = isLong ? 25 : 1
const IMAGES = isLong ? 100 : 6

if (!canTrace) console.warn('SKIPPED: strace cannot run here, so nothing is killed at its system calls.')

let before: Killed
beforeAll(async () => {
  before = await killedCampus()
})
afterAll(() => before[Symbol.dispose]())

type Command = {
  /** The data directory on which it runs; the killed campus otherwise. */
  template?: string
  /** Runs it; the status is null if it was killed. What it makes besides is beside the data directory. */
  run: (dataDir: string, under?: Under) => Promise<number | null>
  /** What is wrong with what it left; nothing need be there unless it was over. */
  judge: (dataDir: string, isOver: boolean) => Promise<string[]>
  /** What is wrong without a kill. */
  known?: string[]
}

const running =
  (argsFor: (dataDir: string) => string[], variables?: Variables): Command['run'] =>
  async (dataDir, under) =>
    (await quad(argsFor(dataDir), dataDir, variables, under)).status

/** What is wrong with a command that must succeed. */
async function failing(args: string[], dataDir: string, variables?: Variables) {
  const { status, said } = await quad(args, dataDir, variables)
  return problemUnless(status === 0, `quad ${args.join(' ')} ended with ${status}: ${said}`)
}

const notOneOf = (dataDir: string) => {
  const after = stored(dataDir)
  const isOne = [before.former, before.kept].some((each) => differences(after, each).length === 0)
  return problemUnless(isOne, `${after.posts.size} posts are there, beside ${readdirSync(dataDir).join(' ')}`)
}

/** A takeover from the backup, by a program that copies a file as `litestream restore -config FILE [-dry-run] -o TARGET` does. */
async function takeoverFromBackup(folder: string) {
  const elsewhere = join(folder, 'elsewhere')
  expect(await failing(['restore', before.backup], elsewhere)).toEqual([])
  const litestream = join(folder, 'litestream')
  writeFileSync(litestream, '#!/bin/sh\n[ "$4" = -dry-run ] || cp "$3" "$5"\n', { mode: 0o700 })
  return ['takeover', '--config', join(elsewhere, 'quad.db'), '--litestream', litestream]
}

async function seeding(): Promise<Command> {
  const { former } = before
  const args = ['seed', '--users', '10', '--posts', '20', '--force']
  return {
    run: running(() => args),
    async judge(dataDir, isOver) {
      await restart(dataDir)
      const after = stored(dataDir)
      const added = `${after.posts.size - former.posts.size},${after.users.size - former.users.size}`
      const altered = [...former.posts].filter(([id, post]) => !Bun.deepEquals(after.posts.get(id), post))
      return [
        ...problemUnless(added === '20,10' || (added === '0,0' && !isOver), `${added} posts and users were added`),
        ...altered.map(([id]) => `the post ${id} was altered`),
        ...(await failing(args, dataDir)),
      ]
    },
  }
}

async function backup(): Promise<Command> {
  const { former } = before
  const argsFor = (dataDir: string) => ['backup', `${dataDir}.tar`]
  return {
    run: running(argsFor),
    async judge(dataDir, isOver) {
      const problems = differences(storedInCopy(dataDir), former)
      const restored = `${dataDir}-restored`
      if (existsSync(`${dataDir}.tar`)) {
        const failed = await failing(['restore', `${dataDir}.tar`], restored)
        problems.push(...(failed.length > 0 ? failed : differences(stored(restored), former)))
        rmSync(`${dataDir}.tar`)
      } else problems.push(...problemUnless(!isOver, 'the backup is not there'))
      return [...problems, ...(await failing(argsFor(dataDir), dataDir))]
    },
  }
}

async function campusExport(): Promise<Command> {
  return {
    run: running((dataDir) => ['export', `${dataDir}-export`]),
    async judge(dataDir) {
      const folder = `${dataDir}-export`
      if (!existsSync(folder)) return []
      const lines = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
      return lines.flatMap((line) => {
        const [sum = '', path = ''] = line.split('  ')
        const hash = new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, path))).digest('hex')
        return problemUnless(hash === sum, `${path} is not whole`)
      })
    },
  }
}

async function restore(): Promise<Command> {
  const args = ['restore', before.backup]
  return {
    run: running(() => args),
    async judge(dataDir, isOver) {
      // It may refuse in words: then the command must finish what it began.
      const refused = await restart(dataDir).catch((error) => error)
      const failed = refused === undefined ? [] : await failing(args, dataDir)
      const { isRestored, problems } = await restoredAt(dataDir, before)
      return [...failed, ...problems, ...problemUnless(isRestored || !isOver, 'it is not restored')]
    },
  }
}

async function takeover(folder: string): Promise<Command> {
  const args = await takeoverFromBackup(folder)
  return {
    run: running(() => args),
    async judge(dataDir) {
      await restart(dataDir)
      const problems = [...notOneOf(dataDir), ...(await failing(args, dataDir))]
      await restart(dataDir)
      return [...problems, ...differences(stored(dataDir), before.kept)]
    },
  }
}

async function takeoverWithClaims(folder: string): Promise<Command> {
  const { former, kept } = before
  const args = await takeoverFromBackup(folder)
  const claims = join(folder, 'claims')
  const variables = { ...TRIAL_VARIABLES, PRIMARY_CLAIMS: claims }
  const isPrimary = async (dataDir: string) => {
    const server = await startServer({ dataDir, variables, until: '/healthz' })
    const { ok } = await fetch(`${server.url}/readyz`)
    await server.stop()
    return ok
  }
  return {
    run(dataDir, under) {
      // Of a primary on another machine.
      rmSync(claims, { recursive: true, force: true })
      mkdirSync(claims)
      writeFileSync(join(claims, 'term-000001.json'), JSON.stringify({ ...newTerm(1), at: '' }))
      return running(() => args, variables)(dataDir, under)
    },
    async judge(dataDir) {
      const isDone = await isPrimary(dataDir)
      const problems = differences(storedInCopy(dataDir), isDone ? kept : former)
      if (!isDone) problems.push(...(await failing(args, dataDir, variables)))
      const terms = readdirSync(claims).filter((name) => name.startsWith('term-'))
      return [
        ...problems,
        ...problemUnless(terms.length === 2, `${terms.join(', ')} are claimed`),
        ...problemUnless(await isPrimary(dataDir), 'it is not the primary'),
        ...differences(storedInCopy(dataDir), kept),
      ]
    },
  }
}

/** Everybody gets in afterwards, and the same command succeeds. */
const ofKeys = (args: string[], template = before.campus.dataDir): Command => ({
  template,
  run: running(() => args),
  async judge(dataDir) {
    const failed = await failing(args, dataDir)
    // Before somebody signs in.
    const different = differences(storedInCopy(dataDir), before.former)
    return [...failed, ...different, ...(await judgeImage(dataDir, [])).problems]
  },
})

/** One of the keys is cut off, and all of them are in a file. */
async function keyImport(folder: string) {
  const [template, safe] = [join(folder, 'cut off'), join(folder, 'safe.keys')]
  copyFolder(before.campus.dataDir, template)
  expect(await failing(['keys', 'export', safe], template)).toEqual([])
  const [key = ''] = readdirSync(join(template, 'keys'))
  writeFileSync(join(template, 'keys', key), 'cut off')
  return ofKeys(['keys', 'import', safe], template)
}

type Prepared = [name: string, prepare: (folder: string) => Promise<Command>]
const CUT: Prepared[] = [
  ['a seed adds all or nothing', seeding],
  ['a backup is whole or not there', backup],
  ['a restore leaves the former data or the backup, and is finished or repeated', restore],
]

const inspected = async (dataDir: string, known: string[] = []) =>
  (await inspectFiles(dataDir)).filter((what) => !known.includes(what))

describe.skipIf(!canTrace)(`killed at any call (SEED=${seed})`, () => {
  test.each<Prepared>([
    ...CUT,
    ['a campus export is whole or not there', campusExport],
    ['a rotation of keys leaves a campus that opens', async () => ofKeys(['keys', 'rotate'])],
    ['an import of keys leaves a campus that another import mends', keyImport],
    ['a takeover leaves the former database or the replica, and is finished or repeated', takeover],
    [
      'a takeover that claims a term serves nothing before it is whole, and goes on with its own claim',
      takeoverWithClaims,
    ],
  ])('%s', async (name, prepare) => {
    const done = reporting(`killed: ${name}`)
    using scratch = scratchFolder()
    const { template = before.campus.dataDir, run, judge, known } = await prepare(scratch.path)
    const [counted, output] = [join(scratch.path, 'counted'), join(scratch.path, 'trace')]
    copyFolder(template, counted)
    if (await run(counted, traced(output))) throw new Error('it fails without a kill')
    const moments = spread(countCalls(output), 25)
    const problems: string[] = []
    let kills = 0
    for (const at of isLong ? moments : [new Random(name).pick(moments)]) {
      using folder = scratchFolder()
      const dataDir = join(folder.path, 'data')
      copyFolder(template, dataDir)
      if ((await run(dataDir, killedAt(at))) === null) kills++
      const wrong = [...(await judge(dataDir, false)), ...(await inspected(dataDir, known))]
      problems.push(...wrong.map((what) => `killed at ${at.call} ${at.at}: ${what}`))
    }
    done({ runs: kills, problems })
    // Now and then a run makes fewer calls than the one that was counted.
    if (isLong) expect(kills).toBeGreaterThanOrEqual(25)
  })

  test('a checkpoint under load loses nothing', async () => {
    using folder = scratchFolder()
    const done = reporting('killed: checkpoint')
    const dataDir = join(folder.path, 'data')
    copyFolder(before.campus.dataDir, dataDir)
    const trial = new Trial({ ...before.campus, dataDir })
    const random = new Random('checkpoint')
    for (let kill = 0; kill < KILLS; kill++) {
      const under = killedAt({ call: 'pwrite64', at: 1 + random.below(200) }, [join(dataDir, 'quad.db')])
      await trial.chapter(async ({ exited }) => void (await Promise.race([exited, Bun.sleep(10_000)])), { under })
      await trial.inspect()
    }
    done(await trial.finish())
  })
})

test.skipIf(lacksFilesystem).each(CUT)(`when the power is cut, %s (SEED=${seed})`, async (name, prepare) => {
  const done = reporting(`power cut: ${name}`)
  using scratch = scratchFolder()
  const { template = before.campus.dataDir, run, judge, known } = await prepare(scratch.path)
  await using folder = await mountFaulty()
  copyFolder(template, join(folder.path, 'data'))
  syncTree(folder.path)
  const since = folder.position()
  if (await run(join(folder.path, 'data'))) throw new Error('it fails without a cut')
  const end = folder.position()
  const cuts = await judgeCuts({
    folder,
    count: IMAGES,
    random: new Random(name),
    since,
    judge: async (path, position) => {
      const dataDir = join(path, 'data')
      const problems = await judge(dataDir, position >= end)
      return { lost: 0, problems: [...problems, ...(await inspected(dataDir, known))] }
    },
  })
  done(cuts)
})
