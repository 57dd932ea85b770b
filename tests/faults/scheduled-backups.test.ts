import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CREDENTIALS, silence, startS3 } from '../support/s3'
import { canTrace } from '../support/strace'
import { until } from '../support/until'
import { type Killed, killedCampus } from './history/killed-campus'
import { differences, stored, storedInCopy } from './history/stored'
import { callsOf, killedAt, spread } from './killed-at'
import { Random } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { quad, startServer } from './server'
import { lacksTmpfs, smallDisk } from './tmpfs'

// A backup into BACKUP_TO is whole or marked as unfinished, whatever happens to whoever makes it, and the next one removes
// what is marked. What cannot be stored is found out, and told.

let before: Killed
beforeAll(async () => {
  before = await killedCampus()
})
afterAll(() => before[Symbol.dispose]())

const WORK = '.quad-scheduled-backup'
const isMark = (name: string) => name.endsWith('.unfinished')

/** What is wrong with a place, where what is not marked must be restored to the former data. */
async function problemsOf(place: string, scratch: string) {
  const names = readdirSync(place)
  const problems: string[] = []
  for (const name of names.filter((each) => !isMark(each) && !names.includes(`${each}.unfinished`))) {
    const restored = join(scratch, 'restored')
    const { status, said } = await quad(['restore', join(place, name)], restored)
    problems.push(...(status === 0 ? differences(stored(restored), before.former) : [`${name} is not whole: ${said}`]))
    rmSync(restored, { recursive: true, force: true })
  }
  return problems
}

describe.skipIf(!canTrace)('killed at any call', () => {
  test('while it is made, proven or stored, a backup is whole or marked, and the next removes what is left', async () => {
    using folder = scratchFolder()
    const done = reporting('killed: scheduled backup')
    const [dataDir, place] = [join(folder.path, 'data'), join(folder.path, 'place')]
    const variables = { BACKUP_TO: place }
    const prepare = () => {
      for (const path of [dataDir, place]) rmSync(path, { recursive: true, force: true })
      cpSync(before.campus.dataDir, dataDir, { recursive: true })
      mkdirSync(place)
    }
    prepare()
    const all = spread(await callsOf(['backup'], dataDir, variables), 30)
    const random = new Random('scheduled backup')
    const moments = isLong ? all : Array.from({ length: 4 }, () => random.pick(all))
    const faults: string[] = []
    let kills = 0
    for (const at of moments) {
      prepare()
      const { status } = await quad(['backup'], dataDir, variables, killedAt(at))
      kills += Number(status === null)
      const problems = [...(await problemsOf(place, folder.path)), ...differences(storedInCopy(dataDir), before.former)]
      const { status: again, said } = await quad(['backup'], dataDir, variables)
      if (again !== 0) problems.push(`it cannot be repeated: ${said}`)
      if (readdirSync(place).some(isMark)) problems.push(`${readdirSync(place)} is left`)
      if (existsSync(join(dataDir, WORK))) problems.push('its work is left')
      problems.push(...(await problemsOf(place, folder.path)))
      faults.push(...problems.map((what) => `killed at ${at.call} ${at.at}: ${what}`))
    }
    done({ runs: kills, problems: faults })
    expect(kills).toBeGreaterThan(0)
  })
})

const bucketVariables = (endpoint: string) => ({
  BACKUP_TO: 's3://campus/quad',
  S3_ENDPOINT: endpoint,
  S3_REGION: CREDENTIALS.region,
  S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
  S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
})

/** The processes that make backups of these data. */
const children = (dataDir: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      const isChild = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('scheduled-backup')
      return isChild && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`)
    } catch {
      return false
    }
  })

describe('a bucket that never answers', () => {
  test.each(['kill', 'stop'] as const)(
    'keeps no request waiting, and the child ends with the server: %s',
    async (end) => {
      using folder = scratchFolder()
      const s3 = startS3()
      s3.failing(silence)
      try {
        const dataDir = join(folder.path, 'data')
        await using server = await startServer({ dataDir, variables: bucketVariables(s3.endpoint) })
        await until(() => s3.asked.length > 0, 'a question to the bucket')
        expect(children(dataDir)).toHaveLength(1)
        expect((await fetch(`${server.url}/api/v1/colleges`)).status).toBe(200)
        const ended = await server[end]()
        expect(end === 'kill' ? ended.signal : ended.status).toBe(end === 'kill' ? 'SIGKILL' : 0)
        await until(() => children(dataDir).length === 0, 'the end of the child')
      } finally {
        s3.stop()
      }
    },
  )
})

describe.skipIf(lacksTmpfs)('a place without room', () => {
  test('has nothing of what did not fit, and the next is proven', async () => {
    using folder = scratchFolder()
    using disk = smallDisk(20)
    const dataDir = join(folder.path, 'data')
    cpSync(before.campus.dataDir, dataDir, { recursive: true })
    const variables = { BACKUP_TO: disk.dataDir }
    disk.fill()
    const { status, said } = await quad(['backup'], dataDir, variables)
    expect([status, said]).toEqual([1, expect.stringContaining('ENOSPC')])
    expect(readdirSync(disk.dataDir)).toEqual([])
    expect(existsSync(join(dataDir, WORK))).toBe(false)
    disk.free()
    expect(await quad(['backup'], dataDir, variables)).toMatchObject({ status: 0 })
    expect(await problemsOf(disk.dataDir, folder.path)).toEqual([])
  })

  test('for the work is told before it is begun', async () => {
    using folder = scratchFolder()
    using disk = smallDisk(20)
    cpSync(before.campus.dataDir, disk.dataDir, { recursive: true })
    const { status, said } = await quad(['backup'], disk.dataDir, { BACKUP_TO: folder.path })
    expect([status, said]).toEqual([1, expect.stringContaining('has no room for a backup')])
    expect(readdirSync(folder.path)).toEqual([])
  })
})
