import { describe, expect, test } from 'bun:test'
import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '../support/program'
import { until } from '../support/until'
import { expectRefusal, publish, signedIn } from './requests'
import { scratchFolder } from './scratch'
import { freshServer, quad, type Server, startServer } from './server'
import { lacksTmpfs } from './tmpfs'

const readiness = async (server: Server) => {
  const response = await fetch(`${server.url}/readyz`)
  const { meta } = (await response.json()) as { meta?: { reason: string } }
  return response.status === 200 ? 'ready' : meta?.reason
}

async function titles(server: Server) {
  const response = await (await signedIn(server.url)).get('/api/v1/posts?limit=50&sortBy=createdAt')
  const { data } = (await response.json()) as { data: { posts: { title: string }[] } }
  return data.posts.map(({ title }) => title)
}

/** Before anything happens to the files: a sign-in is a write, too. */
const signedInThrice = async ({ url }: Server): Promise<[Browser, Browser, Browser]> => [
  await signedIn(url),
  await signedIn(url),
  await signedIn(url),
]

/** The clients write without pause until the first refusal of each; returns what was acknowledged. */
async function writeUntilRefused(browsers: Browser[]): Promise<{ acknowledged: string[]; refusals: Response[] }> {
  const acknowledged: string[] = []
  const write = async (browser: Browser) => {
    for (;;) {
      const { title, response } = await publish(browser)
      if (response.status !== 201) return response
      acknowledged.push(title)
    }
  }
  return { refusals: await Promise.all(browsers.map(write)), acknowledged }
}

/** A write that was under way may be in the file; any other one is not. */
async function expectFirstRefusal(response: Response) {
  if (response.status === 500) expect(await response.text()).toContain('Check whether it’s there')
  else await expectRefusal(response)
}

describe('files of the database under a running server', () => {
  test.each<[string, remove: (dataDir: string) => void]>([
    ['quad.db is removed', (dir) => rmSync(join(dir, 'quad.db'))],
    ['quad.db-wal is removed', (dir) => rmSync(join(dir, 'quad.db-wal'))],
    ['all of them are removed', (dir) => ['', '-wal', '-shm'].map((end) => rmSync(join(dir, `quad.db${end}`)))],
  ])('%s: writes end, and what was acknowledged is saved as doctor says', async (_what, remove) => {
    using folder = scratchFolder()
    const dataDir = join(folder.path, 'data')
    let acknowledged: string[] = []
    {
      await using server = await startServer({ dataDir })
      const [browser, ...others] = await signedInThrice(server)
      const writing = writeUntilRefused(others)
      for (let n = 0; n < 5; n++) expect((await publish(browser)).response.status).toBe(201)
      remove(dataDir)
      const written = await writing
      acknowledged = written.acknowledged
      for (const refusal of written.refusals) await expectFirstRefusal(refusal)
      await expectRefusal((await publish(browser)).response)
      expect(await readiness(server)).toBe('replaced')
      expect((await browser.get('/api/v1/posts')).status).toBe(200)
      const { status, said } = await quad(['doctor'], dataDir, { PORT: `${server.port}` })
      expect(status).toBe(1)
      const rescue = /FAIL {2}storage .* Before you stop it: (mkdir .*)\. Then stop it/.exec(said)?.[1]
      expect(Bun.spawnSync(['sh', '-c', rescue ?? 'false']).exitCode).toBe(0)
      await server.stop()
    }
    for (const end of ['', '-wal', '-shm']) rmSync(join(dataDir, `quad.db${end}`), { force: true })
    for (const end of ['', '-wal']) renameSync(join(dataDir, `saved/quad.db${end}`), join(dataDir, `quad.db${end}`))
    await using server = await startServer({ dataDir })
    const kept = await titles(server)
    expect(acknowledged.filter((title) => !kept.includes(title))).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
  })
})

test('a program that keeps reading an old state: the log is bounded, doctor names it, and all goes on after it', async () => {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const variables = { WAL_LIMIT_MB: '128' }
  await using server = await startServer({ dataDir, variables })
  const browser = await signedIn(server.url)
  const log = join(dataDir, 'quad.db-wal')
  await using reader = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'reader.ts'), join(dataDir, 'quad.db'), '140'],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  await reader.stdout.getReader().read()
  await until(async () => (await readiness(server)) === 'log-too-large', 'the bound')
  await until(() => server.said().includes('keeps reading an old state'), 'the warning')
  const { response: refused } = await publish(browser)
  await expectRefusal(refused)
  expect((await browser.get('/api/v1/posts')).status).toBe(200)
  const { status, said } = await quad(['doctor'], dataDir, { ...variables, PORT: `${server.port}` })
  expect(status).toBe(1)
  expect(said).toContain('refuses writes (log-too-large)')
  expect(said).toMatch(new RegExp(`FAIL {2}storage .*quad.db is open in .*process ${reader.pid}\\)`))
  const full = statSync(log).size
  expect(full).toBeLessThan(200_000_000)
  reader.kill('SIGKILL')
  await until(async () => (await readiness(server)) === 'ready', 'the recovery')
  expect(statSync(log).size).toBeLessThan(full / 2)
  expect((await publish(browser)).response.status).toBe(201)
})

test.skipIf(lacksTmpfs)('a file system that becomes read-only ends writes until it can be written', async () => {
  await using server = await freshServer()
  const { dataDir } = server
  const browser = await signedIn(server.url)
  expect((await publish(browser)).response.status).toBe(201)
  // The server's descriptors stay writable, as after `errors=remount-ro` nothing would.
  expect(Bun.spawnSync(['mount', '--bind', dataDir, dataDir]).exitCode).toBe(0)
  try {
    expect(Bun.spawnSync(['mount', '-o', 'remount,bind,ro', dataDir]).exitCode).toBe(0)
    expect(await readiness(server)).toBe('read-only')
    await expectRefusal((await publish(browser)).response)
    expect((await browser.get('/api/v1/posts')).status).toBe(200)
  } finally {
    Bun.spawnSync(['umount', dataDir])
  }
  await until(async () => (await readiness(server)) === 'ready', 'the recovery')
  expect((await publish(browser)).response.status).toBe(201)
  expect((await server.stop()).status).toBe(0)
})
