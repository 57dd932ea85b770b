import { afterAll, beforeAll, test } from 'bun:test'
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describePages, useBrowser } from '../../support/browser'
import { freePort } from '../../support/program'
import { expectNoFaults } from '../../support/seen'

const ROOT = join(import.meta.dir, '../../..')
/** What `bun dev` reads: a copy, so that the test edits none of the sources that other tests build. */
const SOURCES = [
  'src',
  'db',
  'client',
  'public',
  'docs',
  'package.json',
  'bunfig.toml',
  'tsconfig.json',
  'LICENSE',
  'SECURITY.md',
]

describePages('bun dev', () => {
  const openPage = useBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'quad-dev-'))
  const origin = `http://127.0.0.1:${freePort()}`
  const served = () => fetch(origin).then((response) => response.text())
  let dev: Bun.Subprocess

  beforeAll(async () => {
    for (const name of SOURCES) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const env = { PATH: process.env.PATH ?? '', PORT: new URL(origin).port, DATA_DIR: join(folder, 'data') }
    dev = Bun.spawn([process.execPath, 'run', 'dev'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    const isReady = () =>
      fetch(`${origin}/readyz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    while (!(await isReady())) {
      if (dev.exitCode !== null) throw new Error(`bun dev ended with status ${dev.exitCode}`)
      await Bun.sleep(50)
    }
  }, 240_000)
  afterAll(async () => {
    dev.kill('SIGINT')
    await dev.exited
    rmSync(folder, { recursive: true, force: true })
  })

  test('an open page reloads with the changed client, and after a change of the server', async () => {
    const page = await openPage({ apart: true })
    // Each step builds the whole client, beside other tests that want the same processors.
    page.setDefaultTimeout(80_000)
    // As on a busy machine: the page hears of no version before there is another.
    const { promise: isChanged, resolve: letThePageHear } = Promise.withResolvers<void>()
    await page.route('**/dev/events', (route) => isChanged.then(() => route.continue()), { times: 1 })
    await page.goto(origin)
    await page.waitForSelector('main')
    const before = await served()
    appendFileSync(join(folder, 'public/app/main.tsx'), `\ndocument.documentElement.dataset.edited = 'yes'\n`)
    while ((await served()) === before) await Bun.sleep(50)
    letThePageHear()
    await page.waitForSelector('html[data-edited=yes]', { state: 'attached' })
    await page.waitForSelector('main')
    expectNoFaults(page)

    await page.evaluate(() => document.documentElement.setAttribute('data-old', 'yes'))
    appendFileSync(join(folder, 'src/app.ts'), '\n// changed\n')
    await page.waitForSelector('html:not([data-old])[data-edited=yes]', { state: 'attached' })
  }, 240_000)
})
