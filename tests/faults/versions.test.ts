import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { copyFolder } from './copy-folder'
import { inspectFiles } from './history/inspect'
import { reporting } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { checkOut, formerVersions as versions } from './versions'
import { type Acknowledged, lost, writeUntil } from './writer'

// A campus of each former version, with all that it makes, and the start of this one on it.

if (versions.length === 0)
  console.warn('SKIPPED: no version is tagged in this history (UPGRADE_FROM=<commit>); no upgrade was tried')

type Campus = {
  dataDir: string
  backup: string
  acknowledged: Acknowledged[]
  cookies: ReadonlyMap<string, string>
}

async function makeCampus(folder: string, version: string): Promise<Campus> {
  const program = join(folder, version)
  checkOut(version, program)
  const dataDir = join(folder, 'data')
  const backup = join(folder, 'backup.tar')
  await (await startServer({ dataDir, program })).stop()
  const run = (...args: string[]) => quad(args, dataDir, undefined, undefined, program)
  const seeded = await run('seed', '--users', '100', '--posts', '400', '--force')
  expect([seeded.status, seeded.said]).toEqual([0, expect.any(String)])
  const server = await startServer({ dataDir, program })
  const browser = await signedIn(server.url)
  const { acknowledged } = await writeUntil(browser, (load) => load.acknowledged.length >= 200)
  // Versions that have no such copies answer 404.
  await browser.post('/api/v1/users/me/export', {})
  const backedUp = await run('backup', backup)
  expect([backedUp.status, backedUp.said]).toEqual([0, expect.any(String)])
  await server.stop()
  return { dataDir, backup, acknowledged, cookies: browser.cookies }
}

/** Everything that the former version promised is kept by this one, which has been stopped. */
async function judge({ dataDir, acknowledged, cookies, backup }: Campus) {
  expect(await inspectFiles(dataDir)).toEqual([])
  expect(lost(dataDir, acknowledged)).toEqual([])
  const doctor = await quad(['doctor'], dataDir)
  expect([doctor.status, doctor.said]).toEqual([0, expect.any(String)])
  await using server = await startServer({ dataDir })
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const me = await fetch(`${server.url}/api/v1/users/me`, { headers: { cookie } })
  expect(me.status).toBe(200)
  await server.stop()
  const restored = join(dataDir, '..', 'restored')
  const { status, said } = await quad(['restore', backup], restored)
  expect([status, said]).toEqual([0, expect.any(String)])
  // No backup holds them.
  copyFolder(join(dataDir, 'keys'), join(restored, 'keys'))
  await using again = await startServer({ dataDir: restored })
  await signedIn(again.url)
  await again.stop()
  expect(await inspectFiles(restored)).toEqual([])
}

test.skipIf(versions.length === 0).each(versions.length > 0 ? versions : ['a version before'])(
  'an upgrade from %s keeps all that it promised',
  async (version) => {
    using folder = scratchFolder()
    const campus = await makeCampus(folder.path, version)
    const done = reporting(`upgrade from ${version}`)
    await using server = await startServer({ dataDir: campus.dataDir })
    expect(await server.stop()).toEqual({ status: 0, signal: null })
    await judge(campus)
    done({ acknowledged: campus.acknowledged.length })
  },
)
