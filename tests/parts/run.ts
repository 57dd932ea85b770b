/**
 * Takes out one part after the other: its folder, its lines in `src/parts.ts`, nothing else. What is left has to pass the
 * compiler, start and answer; with `--tests` it has to pass the API tests that do not ask for the part, too.
 * `bun tests/parts/run.ts [--tests] [part …]`
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Glob } from 'bun'
import { PARTS } from '../../src/parts'

const ROOT = join(import.meta.dir, '../..')
const { values, positionals } = parseArgs({ options: { tests: { type: 'boolean' } }, allowPositionals: true })

/** What a test asks for that is of the part, where that is not simply its name. */
const ASKED_FOR: Readonly<Record<string, RegExp>> = {
  aliases: /alias/i,
  following: /\b(follows?|mutes?)\b|follow-news/,
  notifications: /notif|inbox|push/i,
  realtime: /\bws\b|socket|realtime|\/live/i,
  scorers: /scorer|toxic/i,
  events: /\bevents\b|startsAt|agenda|event\.ics/,
}
const isOf = (part: string, text: string): boolean => (ASKED_FOR[part] ?? new RegExp(`\\b${part}s?\\b`, 'i')).test(text)

const takenOutWith = (part: string): string[] => [
  part,
  ...PARTS.filter((each) => 'needs' in each && (each.needs as readonly string[]).includes(part)).map(
    ({ name }) => name,
  ),
]

function run(folder: string, ...command: string[]): string | undefined {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, env: { ...process.env, CI: '1' } })
  return exitCode === 0 ? undefined : `${command.join(' ')}\n${stdout}${stderr}`.slice(-4000)
}

/** A copy of the checkout without the part, and without those that need it. */
function without(part: string): string {
  const folder = mkdtempSync(join(tmpdir(), `quad-without-${part}-`))
  const names = Bun.spawnSync(['git', 'ls-files', '-co', '--exclude-standard'], { cwd: ROOT }).stdout.toString()
  const gone = takenOutWith(part)
  for (const name of names.split('\n').filter(Boolean))
    if (!gone.some((each) => name.startsWith(`src/parts/${each}/`)))
      cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
  const list = join(folder, 'src/parts.ts')
  const lines = readFileSync(list, 'utf8').split('\n')
  writeFileSync(
    list,
    lines.filter((line) => !gone.some((each) => new RegExp(`^  ${each},$|parts/${each}/part'$`).test(line))).join('\n'),
  )
  return folder
}

/** Starts it on a data directory of its own, and asks whether it is there. */
async function starts(folder: string): Promise<string | undefined> {
  const data = mkdtempSync(join(tmpdir(), 'quad-parts-data-'))
  const env = { ...process.env, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }
  const server = Bun.spawn([process.execPath, 'src/main.ts'], { cwd: folder, env, stdout: 'pipe', stderr: 'pipe' })
  try {
    let seen = ''
    const late = setTimeout(() => server.kill(), 30_000)
    for await (const chunk of server.stdout.pipeThrough(new TextDecoderStream())) {
      seen += chunk
      const url = /listening on (http:\/\/[^\s"]+)/.exec(seen)?.[1]
      if (url === undefined) continue
      clearTimeout(late)
      const { status } = await fetch(`${url}/api/v1/posts`)
      return status === 200 ? undefined : `GET /posts: ${status}`
    }
    return `it ended: ${seen}${await new Response(server.stderr).text()}`.slice(-4000)
  } finally {
    server.kill()
    await server.exited
    rmSync(data, { recursive: true, force: true })
  }
}

function testsOfTheRest(folder: string, part: string): string[] {
  const names = [...new Glob('tests/api/**/*.test.ts').scanSync(folder)]
  return names.filter((name) => !isOf(part, `${name}\n${readFileSync(join(folder, name), 'utf8')}`)).sort()
}

const named = PARTS.map(({ name }) => name).filter((name) => positionals.length === 0 || positionals.includes(name))
let failed = 0
for (const part of named) {
  const folder = without(part)
  try {
    const tests = values.tests ? testsOfTheRest(folder, part) : []
    const fault =
      run(folder, 'bunx', 'tsc', '--noEmit', '-p', '.') ??
      (await starts(folder)) ??
      (tests.length > 0 ? run(folder, process.execPath, 'tests/run.ts', ...tests) : undefined)
    if (fault !== undefined) failed++
    console.log(
      `${fault === undefined ? 'ok  ' : 'FAIL'} without ${part}${values.tests ? `, ${tests.length} files of tests` : ''}${fault === undefined ? '' : `\n${fault}`}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(failed === 0 ? 0 : 1)
