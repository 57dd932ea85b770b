import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mailFiles } from '../support/outbox'
import { ADMIN, Browser } from '../support/program'
import { until } from '../support/until'
import { expectRefusal, publish, signedIn, upload } from './requests'
import { quad, startServer } from './server'
import { lacksTmpfs, smallDisk } from './tmpfs'

const MEGABYTES = 40
const HOUR_MS = 3_600_000

const READS = [
  '/',
  '/api/v1/posts',
  '/api/v1/search?q=otters',
  '/api/v1/auth/me',
  '/api/v1/auth/sessions',
  '/api/v1/admin/dashboard/overview',
]

const statuses = (browser: Browser) => Promise.all(READS.map(async (path) => (await browser.get(path)).status))
const allRead = READS.map(() => 200)

/** Posts until the disk refuses one, which the free rest of the log's last page may delay. */
async function untilRefused(browser: Browser) {
  let refused: Response | undefined
  const isRefused = async () => {
    const { response } = await publish(browser)
    if (response.status !== 201) refused = response
    return refused !== undefined
  }
  await until(isRefused, 'a refusal')
  return refused!
}

const requestCode = (browser: Browser) => browser.post('/api/v1/auth/otp/login/send', { email: ADMIN.email })

/** Less than half of every session's life is left, and nobody was seen for hours. */
function ageSessions(dataDir: string) {
  using database = new Database(join(dataDir, 'quad.db'))
  const end = new Date(Date.now() + 240 * HOUR_MS).toISOString()
  database.run('PRAGMA busy_timeout = 5000')
  database.run('UPDATE sessions SET expires_at = ?, last_seen_at = ?', [
    end,
    new Date(Date.now() - 2 * HOUR_MS).toISOString(),
  ])
  database.run("UPDATE session_tokens SET expires_at = ? WHERE kind = 'cookie'", [end])
}

describe.skipIf(lacksTmpfs)('a full disk', () => {
  test.each(['a stop', 'a kill', 'a power cut'])(
    'a start after %s serves reads, and writes once there is room',
    async (before) => {
      using disk = smallDisk(MEGABYTES)
      const { dataDir } = disk
      let browser: Browser
      let idle: Browser
      {
        await using server = await startServer({ dataDir })
        browser = await signedIn(server.url)
        idle = await signedIn(server.url)
        expect((await publish(browser)).response.status).toBe(201)
        await until(() => Bun.file(join(dataDir, 'reserve')).size > 0, 'the reserve')
        if (before === 'a stop') expect((await server.stop()).status).toBe(0)
      }
      // A file that memory maps: after a power cut nothing says what is in it.
      if (before === 'a power cut') rmSync(join(dataDir, 'quad.db-shm'))
      ageSessions(dataDir)
      disk.fill()
      // Whatever the start itself could not write has it say that it is not ready.
      await using server = await startServer({ dataDir, until: '/healthz' })
      const again = browser.copy(server.url)
      expect(await statuses(again)).toEqual(allRead)
      // What the reserve left, too.
      disk.fill()
      await expectRefusal(await untilRefused(again))
      for (const each of [again, idle.copy(server.url)]) expect(await statuses(each)).toEqual(allRead)
      disk.free()
      await until(async () => (await publish(again)).response.status === 201, 'a post after there was room')
      expect((await server.stop()).status).toBe(0)
    },
  )

  test('in the middle of a picture or a mail leaves no half of it, and says so', async () => {
    using disk = smallDisk(MEGABYTES)
    const { dataDir } = disk
    await using server = await startServer({ dataDir })
    const browser = await signedIn(server.url)
    disk.fill()
    await expectRefusal(await upload(browser))
    const mailless = await requestCode(browser)
    expect([mailless.status, ((await mailless.json()) as { code: string }).code]).toEqual([500, 'MAIL_FAILED'])
    expect(await statuses(browser)).toEqual(allRead)
    for (const folder of ['uploads', 'outbox']) expect(readdirSync(join(dataDir, folder))).toEqual([])
    const [line, ...more] = server.lines().filter(({ task }) => task === 'sending mail')
    expect(JSON.stringify(line)).toContain('The outbox cannot be written (ENOSPC)')
    expect(more).toEqual([])
    expect(server.said()).not.toContain(ADMIN.email)
    const examined = await quad(['doctor'], dataDir)
    expect(examined.said).toContain('The outbox cannot be written (ENOSPC)')
    disk.free()
    expect((await upload(browser)).status).toBe(200)
    expect((await requestCode(browser)).status).toBe(200)
    await until(() => mailFiles(dataDir).length === 1, 'the mail')
  })

  test('and a locked limits.db, for some rounds of a timer, end nothing and stop no read', async () => {
    using disk = smallDisk(MEGABYTES)
    const { dataDir } = disk
    const variables = { METRICS_TOKEN: 'a token for those who watch over it', RATE_LIMITS: 'on' }
    await using server = await startServer({ dataDir, variables })
    const browser = await signedIn(server.url)
    const failures = async (task: string) => {
      const headers = { authorization: `Bearer ${variables.METRICS_TOKEN}` }
      const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
      return Number(new RegExp(`^quad_background_failures_total\\{task="${task}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
    }
    using locker = new Database(join(dataDir, 'limits.db'))
    locker.run('BEGIN IMMEDIATE')
    disk.fill()
    await expectRefusal(await untilRefused(browser))
    const stranger = new Browser(server.url)
    const wrong = async () =>
      (await stranger.post('/api/v1/auth/login', { ...ADMIN, password: 'not the password' })).status
    // The audit entry of a failed sign-in cannot be written, and its count is kept all the same.
    for (let times = 0; times < 3; times++) expect(await wrong()).not.toBe(500)
    await until(async () => (await failures('writing limits.db')) > 2, 'failures of a timer')
    expect(await statuses(browser)).toEqual(allRead)
    locker.run('ROLLBACK')
    disk.free()
    await until(async () => (await publish(browser)).response.status !== 503, 'a post')
    const rows = locker.query<{ rows: number }, []>('SELECT count(*) AS rows FROM counts')
    await until(() => (rows.get()?.rows ?? 0) > 0, 'the counts in the file')
    expect((await server.stop()).status).toBe(0)
  })

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
