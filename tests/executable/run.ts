/**
 * `bun run executable`: runs `dist/quad` (`bun run build:executable`) where there is neither Bun nor anything else, gives
 * it commands, and asks it and the sources the same of the whole API.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import openapi from '../../docs/openapi.json'
import { hasBrowser } from '../support/chromium'
import { Collector } from '../support/collector'
import { effortLine, walkToFirstPost } from '../support/first-post'
import { ADMIN, Browser, CAMPUS_VARIABLES, freePort } from '../support/program'
import { isUp, until } from '../support/until'
import { askEverything } from './ask-everything'

const root = join(import.meta.dir, '../..')
const executable = join(root, 'dist/quad')
// Not `bun start`, which would run what `bun run build` left.
const SOURCES = [process.execPath, '-e', `(await import('${root}/src/main/program.ts')).command(['serve'])`]
const METRICS_TOKEN = 'a token for the metrics'

const began = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'quad-executable-'))
const elsewhere = join(folder, 'elsewhere')
mkdirSync(elsewhere)
const running = new Set<{ kill(signal: 'SIGKILL'): void; exited: Promise<number> }>()
let [passed, failed] = [0, 0]

function check(ok: boolean, what: string, detail = '') {
  ok ? passed++ : failed++
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${what}${detail === '' ? '' : `  — ${detail}`}`)
}

const environment = (dataDir: string, changes: Record<string, string> = {}) => ({
  ...{ PATH: '/nonexistent', HOME: '/nonexistent', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_FORMAT: 'json' },
  ...{ RATE_LIMITS: 'off', MAIL_PER_HOUR: '100000', METRICS_TOKEN, ...CAMPUS_VARIABLES, ...changes },
})

function spawn(command: string[], dataDir: string, changes?: Record<string, string>) {
  const child = Bun.spawn(command, {
    cwd: elsewhere,
    env: environment(dataDir, changes),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  void child.exited.then(() => running.delete(child))
  return child
}

async function command(words: string[], dataDir: string) {
  const child = spawn([executable, ...words], dataDir)
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, said: (await said).join('') }
}

async function start(command: string[], dataDir: string, changes: Record<string, string> = {}) {
  const origin = `http://127.0.0.1:${freePort()}`
  const child = spawn(command, dataDir, { PORT: new URL(origin).port, PUBLIC_URL: origin, ...changes })
  const said = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await until(async () => child.exitCode !== null || (await isUp(`${origin}/readyz`)), 'the server is ready')
  if (child.exitCode !== null)
    throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}: ${(await said).join('')}`)
  const stop = async () => {
    child.kill('SIGTERM')
    return { status: await child.exited, said: (await said).join('') }
  }
  return { origin, stop }
}

async function commands(dataDir: string) {
  const help = await command(['--help'], dataDir)
  check(help.status === 0 && /USAGE quad /.test(help.said), 'it says how it is called')
  const seeded = await command(['seed', '--users', '30', '--posts', '40'], dataDir)
  check(seeded.status === 0, 'it applies its migrations and seeds a campus', seeded.said.trim())
  const backup = join(folder, 'trial.tar')
  check((await command(['backup', backup], dataDir)).status === 0 && existsSync(backup), 'it makes a backup')
  const other = join(folder, 'restored')
  cpSync(join(dataDir, 'keys'), join(other, 'keys'), { recursive: true })
  const restored = await command(['restore', backup], other)
  check(restored.status === 0, 'it restores it in another folder', restored.status === 0 ? '' : restored.said)
  const doctor = await command(['doctor'], other)
  const findings = doctor.said.split('\n').filter((line) => !line.startsWith('ok '))
  check(doctor.status === 0, '`doctor` finds nothing there', findings.join('; '))
  const wrong = await command(['tea'], dataDir)
  check(wrong.status === 2, 'a command that is none is refused with 2')
}

async function serves(dataDir: string) {
  await using collector = new Collector()
  const first = await start([executable], dataDir, { LOG_FORMAT: 'pretty', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const page = await fetch(first.origin)
  check(/<!doctype html>/i.test(await page.text()), 'it serves its pages')
  const [post] = (await (await fetch(`${first.origin}/api/v1/posts`)).json()).data.posts
  const card = await fetch(`${first.origin}/cards/${post.id}.png`)
  const bytes = new Uint8Array(await card.arrayBuffer())
  check(card.ok && bytes[1] === 0x50 && bytes.length > 5_000, 'its thread draws a share card', `${bytes.length} bytes`)
  const metrics = await fetch(`${first.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const isRunning = /quad_storage_checkpointer\{state="running"\} 1/.test(await metrics.text())
  check(isRunning, 'its thread moves the log into the database')
  const documented = Object.keys((await (await fetch(`${first.origin}/api/v1/openapi.json`)).json()).paths)
  const missing = Object.keys(openapi.paths).filter((path) => !documented.includes(path))
  check(missing.length === 0, 'its API document has every path', missing.join(', ') || `${documented.length}`)
  check((await command(['healthcheck'], dataDir)).status === 1, 'the health check says when nothing is on its port')
  const { status, said } = await first.stop()
  check(status === 0 && /INFO.*Quad is listening/.test(Bun.stripANSI(said)), 'it stops at SIGTERM, and logs for people')
  const traced = collector.spans.some(({ name }) => name === 'GET /api/v1/posts')
  check(traced, 'it sends traces before it ends', `${collector.spans.length} spans`)
}

/** As an operator who has the file and nothing else. */
async function leadsToAPost() {
  if (!hasBrowser)
    return console.log('== SKIPPED: nobody walked from the executable to a post, for there is no browser ==')
  const home = join(folder, 'home')
  mkdirSync(home)
  symlinkSync(executable, join(home, 'quad'))
  const command = './quad'
  const startedAt = performance.now()
  // Its port alone is not what the operator would have: another Quad may be on that.
  const child = Bun.spawn([command], {
    cwd: home,
    env: { PATH: '/nonexistent', HOME: home, PORT: `${freePort()}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  let said = ''
  const link = () => /http:\/\/\S+\/setup#[^\s"\\]+/.exec(said)?.[0]
  const read = (async () => {
    for await (const chunk of child.stdout) said += new TextDecoder().decode(chunk)
  })()
  await until(() => link() !== undefined, 'the link to set it up')
  const linkedIn = performance.now() - startedAt
  const path = await walkToFirstPost({ setUpLink: link() ?? '', dataDir: join(home, 'data') })
  check(true, 'it leads to a first post', `the link after ${Math.round(linkedIn)} ms; ${effortLine([command], path)}`)
  child.kill('SIGTERM')
  await Promise.all([child.exited, read])
  running.delete(child)
}

/** The API suite asks the app in its own process; this asks both programs the same, over HTTP. */
async function answersAsTheSources(dataDir: string) {
  const copy = join(folder, 'copy')
  cpSync(dataDir, copy, { recursive: true })
  const servers = [await start([executable], dataDir), await start(SOURCES, copy, { PATH: process.env.PATH ?? '' })]
  const answers = await Promise.all(
    servers.map(async ({ origin }) => {
      const administrator = new Browser(origin)
      const signedIn = await administrator.post('/api/v1/auth/login', ADMIN)
      if (!signedIn.ok) throw new Error(`nobody can sign in: ${signedIn.status}`)
      return [...(await askEverything(new Browser(origin))), ...(await askEverything(administrator))]
    }),
  )
  const [own = [], theirs = []] = answers
  const different = own.filter((line, index) => line !== theirs[index])
  check(
    own.length > 500 && own.length === theirs.length && different.length === 0,
    'it answers as the sources do',
    `${own.length} requests${different.length > 0 ? `, other answers: ${different.slice(0, 5).join('; ')}` : ''}`,
  )
  const broken = own.filter((line) => / 500 /.test(line))
  check(broken.length === 0, 'it answers nothing with 500', broken.join('; '))
  for (const { stop } of servers) await stop()
}

try {
  if (!existsSync(executable)) throw new Error('build it first: bun run build:executable')
  check(true, 'it is one file', `${(statSync(executable).size / 1e6).toFixed(1)} MB`)
  const dataDir = join(folder, 'data')
  await commands(dataDir)
  await serves(dataDir)
  await leadsToAPost()
  await answersAsTheSources(dataDir)
} catch (error) {
  check(false, 'it went to the end', error instanceof Error ? error.message : String(error))
} finally {
  for (const child of running) {
    child.kill('SIGKILL')
    await child.exited
  }
  rmSync(folder, { recursive: true, force: true })
}
console.log(`the executable took ${((performance.now() - began) / 1000).toFixed(1)} s`)
console.log(`executable: ${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
