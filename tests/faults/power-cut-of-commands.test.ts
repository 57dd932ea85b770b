import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { syncTree } from './campuses'
import { copyFolder } from './copy-folder'
import { judgeCuts } from './cuts'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { TRIAL_VARIABLES } from './history/campus'
import { inspectFiles, problemUnless } from './history/inspect'
import { type Killed, killedCampus, restart, writeBefore } from './history/killed-campus'
import { differences, type Stored, stored } from './history/stored'
import { command } from './killed-at'
import { Random, seed } from './random'
import { isLong, report } from './report'
import { scratchFolder } from './scratch'
import { startServer } from './server'

// The power is cut while a command runs. The data is then what it was, or what the command makes of it.

const IMAGES = isLong ? 60 : 3

let before: Killed
beforeAll(async () => {
  if (lacksFilesystem === undefined) before = await killedCampus()
})
afterAll(() => before?.[Symbol.dispose]())

type Folders = { dataDir: string; backup: string }
const within = (path: string): Folders => ({ dataDir: join(path, 'data'), backup: join(path, 'backup.tar') })

/** Cuts the power while `act` changes a copy of the template; `judge` names what is wrong with an image. */
async function cutDuring(
  fault: string,
  template: string,
  act: (folders: Folders) => Promise<void>,
  judge: (folders: Folders, isOver: boolean) => Promise<string[]>,
): Promise<void> {
  const began = performance.now()
  await using folder = await mountFaulty()
  copyFolder(template, within(folder.path).dataDir)
  syncTree(folder.path)
  const since = folder.position()
  await act(within(folder.path))
  const end = folder.position()
  const { runs, problems } = await judgeCuts({
    folder,
    count: IMAGES,
    random: new Random(fault),
    since,
    judge: async (path, position) => ({ lost: 0, problems: await judge(within(path), position >= end) }),
  })
  const seconds = (performance.now() - began) / 1000
  report({ fault: `power cut: ${fault}`, runs, acknowledged: 0, lost: problems.length, refused: 0, seconds })
  expect(problems).toEqual([])
}

async function succeeds(args: string[], dataDir: string): Promise<void> {
  const { status, said } = await command(args, dataDir)
  if (status !== 0) throw new Error(`quad ${args.join(' ')} ended with ${status}: ${said}`)
}

describe.skipIf(lacksFilesystem !== undefined)(`a power cut (SEED=${seed})`, () => {
  test('during an upgrade: the next start finishes it', async () => {
    using folder = scratchFolder()
    const [template, upgraded] = [join(folder.path, 'before'), join(folder.path, 'upgraded')]
    await writeBefore(template)
    copyFolder(template, upgraded)
    await restart(upgraded)
    // Each start makes an administrator of its own.
    const written = (dataDir: string): Stored => ({ ...stored(dataDir), users: new Map() })
    const expected = written(upgraded)
    const known = await inspectFiles(upgraded)
    const upgrade = async ({ dataDir }: Folders) => {
      const server = await startServer({ dataDir, variables: TRIAL_VARIABLES })
      await server.kill()
    }
    await cutDuring('upgrade', template, upgrade, async ({ dataDir }) => {
      await restart(dataDir)
      const faults = (await inspectFiles(dataDir)).filter((what) => !known.includes(what))
      return [...differences(written(dataDir), expected), ...faults]
    })
  })

  test('during a seed: all of it is there, or nothing', async () => {
    const args = ['seed', '--users', '10', '--posts', '20', '--force']
    const { campus, former } = before
    await cutDuring(
      'seed',
      campus.dataDir,
      ({ dataDir }) => succeeds(args, dataDir),
      async ({ dataDir }, isOver) => {
        await restart(dataDir)
        const after = stored(dataDir)
        const added = `${after.posts.size - former.posts.size},${after.users.size - former.users.size}`
        const altered = [...former.posts].filter(([id, post]) => !Bun.deepEquals(after.posts.get(id), post))
        return [
          ...problemUnless(added === '20,10' || (added === '0,0' && !isOver), `${added} posts and users were added`),
          ...altered.map(([id]) => `the post ${id} was altered`),
          ...(await inspectFiles(dataDir)),
        ]
      },
    )
  })

  test('during a backup: the file is whole or not there, and there once the command says so', async () => {
    const { campus, former } = before
    const backUp = ({ dataDir, backup }: Folders) => succeeds(['backup', backup], dataDir)
    await cutDuring('backup', campus.dataDir, backUp, async ({ dataDir, backup }, isOver) => {
      if (!existsSync(backup)) return problemUnless(!isOver, 'the backup is not there')
      const restored = `${dataDir}-restored`
      const { status, said } = await command(['restore', backup], restored)
      const faults = status === 0 ? differences(stored(restored), former) : [`it is not whole: ${said}`]
      await restart(dataDir)
      return [...faults, ...differences(stored(dataDir), former), ...(await inspectFiles(dataDir))]
    })
  })
})
