import { afterAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { copyFolder } from './copy-folder'
import { inspectFiles } from './history/inspect'
import { reporting } from './report'
import { signedIn } from './requests'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { checkOut, formerVersions as versions } from './versions'
import { type Acknowledged, lost, writeUntil } from './writer'

// A campus of each former version, with all that it makes, taken over by this one.

if (versions.length === 0)
  console.warn('SKIPPED: no version is tagged in this history (UPGRADE_FROM=<commit>); no upgrade was tried')

const folder = scratchFolder()
afterAll(() => folder[Symbol.dispose]())

type Campus = {
  program: string
  dataDir: string
  backup: string
  acknowledged: Acknowledged[]
  cookies: ReadonlyMap<string, string>
}

const campuses = new Map<string, Promise<Campus>>()

/** Made once: each test copies it. */
function campusOf(version: string): Promise<Campus> {
  const campus = campuses.get(version) ?? makeCampus(version)
  campuses.set(version, campus)
  return campus
}

async function makeCampus(version: string): Promise<Campus> {
  const program = join(folder.path, version)
  checkOut(version, program)
  const dataDir = join(folder.path, `${version}-data`)
  const backup = join(folder.path, `${version}.tar`)
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
  return { program, dataDir, backup, acknowledged, cookies: browser.cookies }
}

/** Everything that the former version promised is kept by this one, which has been stopped. */
async function judge(dataDir: string, { acknowledged, cookies, backup }: Campus) {
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

describe.each(versions.length > 0 ? versions : ['a version before'])('from %s', (version) => {
  test.if(versions.length > 0)('by a start', async () => {
    const campus = await campusOf(version)
    using scratch = scratchFolder()
    const dataDir = join(scratch.path, 'data')
    copyFolder(campus.dataDir, dataDir)
    const done = reporting(`upgrade from ${version}`)
    await using server = await startServer({ dataDir })
    expect(await server.stop()).toEqual({ status: 0, signal: null })
    await judge(dataDir, campus)
    done({ acknowledged: campus.acknowledged.length })
  })
})
