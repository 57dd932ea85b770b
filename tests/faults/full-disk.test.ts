import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN, Browser } from '../support/program'
import { until } from '../support/until'
import { type Server, startServer } from './server'
import { lacksTmpfs, smallDisk } from './tmpfs'

const MEGABYTES = 40
const HOUR_MS = 3_600_000

const READS = ['/', '/api/v1/posts', '/api/v1/auth/me', '/api/v1/auth/sessions', '/api/v1/admin/dashboard/overview']

async function signedIn(server: Server): Promise<Browser> {
  const browser = new Browser(server.url)
  expect((await browser.post('/api/v1/auth/login', ADMIN)).status).toBe(200)
  return browser
}

let posts = 0
const post = (browser: Browser) => {
  const content = `Where is the library open this evening, and who goes there? Asked ${++posts} times.`
  return browser.post('/api/v1/posts', { title: `Question ${posts}`, content, topic: 'Ask Campus' })
}

const statuses = (browser: Browser) => Promise.all(READS.map(async (path) => (await browser.get(path)).status))
const allRead = READS.map(() => 200)

/** Posts until the disk refuses one, which the free rest of the log's last page may delay. */
async function untilRefused(browser: Browser): Promise<Response> {
  let refused: Response | undefined
  const isRefused = async () => {
    const response = await post(browser)
    if (response.status !== 201) refused = response
    return refused !== undefined
  }
  await until(isRefused, 'a refusal')
  return refused!
}

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(((await response.json()) as { code: string }).code).toBe('STORAGE_UNAVAILABLE')
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Less than half of every session's life is left, and nobody was seen for hours. */
function ageSessions(dataDir: string): void {
  using database = new Database(join(dataDir, 'quad.db'))
  const end = new Date(Date.now() + 240 * HOUR_MS).toISOString()
  database.run('PRAGMA busy_timeout = 5000')
  database.run('UPDATE sessions SET expires_at = ?, last_seen_at = ?', [
    end,
    new Date(Date.now() - 2 * HOUR_MS).toISOString(),
  ])
  database.run("UPDATE session_tokens SET expires_at = ? WHERE kind = 'cookie'", [end])
}

describe.skipIf(lacksTmpfs !== undefined)('a full disk', () => {
  test.each(['a stop', 'a kill', 'a power cut'])(
    'a start after %s serves reads, and writes once there is room',
    async (before) => {
      using disk = smallDisk(MEGABYTES)
      const { dataDir } = disk
      let browser: Browser
      let idle: Browser
      {
        await using server = await startServer({ dataDir })
        browser = await signedIn(server)
        idle = await signedIn(server)
        expect((await post(browser)).status).toBe(201)
        await until(() => Bun.file(join(dataDir, 'reserve')).size > 0, 'the reserve')
        if (before === 'a stop') expect((await server.stop()).status).toBe(0)
      }
      // A file that memory maps: after a power cut nothing says what is in it.
      if (before === 'a power cut') rmSync(join(dataDir, 'quad.db-shm'))
      ageSessions(dataDir)
      disk.fill()
      await using server = await startServer({ dataDir })
      const again = browser.copy(server.url)
      expect(await statuses(again)).toEqual(allRead)
      await expectRefusal(await untilRefused(again))
      for (const each of [again, idle.copy(server.url)]) expect(await statuses(each)).toEqual(allRead)
      disk.free()
      await until(async () => (await post(again)).status === 201, 'a post after there was room')
      expect((await server.stop()).status).toBe(0)
    },
  )

  test('without a reserve, too, a start says why it cannot', async () => {
    using disk = smallDisk(MEGABYTES)
    const { dataDir } = disk
    {
      await using server = await startServer({ dataDir })
      await server.stop()
    }
    rmSync(join(dataDir, 'reserve'))
    disk.fill()
    expect(startServer({ dataDir })).rejects.toThrow(/Quad cannot start: .*(?:space|disk)/)
  })
})
