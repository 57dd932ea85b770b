import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Browser } from '../support/program'
import { until } from '../support/until'
import { scratchFolder } from './scratch'
import { startServer } from './server'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const isMissing = !existsSync(LIBRARY)
if (isMissing) console.warn(`skipped: ${LIBRARY} is missing (apt install faketime)`)

/** A clock that follows a file while the server runs. */
function movableClock(folder: string) {
  const file = join(folder, 'clock')
  const set = (offset: string) => writeFileSync(file, `${offset}\n`)
  set('+0')
  const variables = {
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  return { set, variables }
}

test.skipIf(isMissing)('the clock goes a year ahead while the server runs, and comes back', async () => {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const clock = movableClock(folder.path)
  const variables = { ...clock.variables, RATE_LIMITS: 'on' }
  {
    await using server = await startServer({ dataDir, variables })
    const year = async () => new Date((await fetch(`${server.url}/healthz`)).headers.get('date') ?? '').getUTCFullYear()
    const began = await year()
    const wrong = async () => {
      const credentials = { email: 'ann@campus.edu', password: 'a wrong password' }
      const { status, headers } = await new Browser(server.url).post('/api/v1/auth/login', credentials)
      return { status, wait: Number(headers.get('retry-after')) }
    }
    clock.set('+365d')
    await until(async () => (await year()) === began + 1, 'a year')
    for (let n = 0; n < 10; n++) expect((await wrong()).status).toBe(401)
    expect((await wrong()).status).toBe(429)
    clock.set('+0')
    await until(async () => (await year()) === began, 'the right time')
    const { status, wait } = await wrong()
    expect([status, wait <= 900]).toEqual([429, true])
    expect((await server.stop()).status).toBe(0)
  }
  // A start at a time that no day before it leads to.
  clock.set('+365d')
  await using server = await startServer({ dataDir, variables })
  const said = () => server.lines().some(({ msg }) => msg.startsWith('nothing old is deleted'))
  await until(said, 'what maintenance waits for')
  expect((await fetch(`${server.url}/api/v1/posts`)).status).toBe(200)
})
