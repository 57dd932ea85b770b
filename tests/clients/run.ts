/**
 * `bun run contract:clients`: follows what docs/clients.md has for other languages to the letter, each chapter in an empty folder, against
 * a Quad of its own. Needs Python and Go, and their package registries; a chapter whose tools cannot be had is skipped,
 * with a line that says so.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PASSWORD } from '../support/joining'
import { startCampus } from './campus'
import { type Chapter, readChapters } from './page'

const LONGEST_MS = 600_000

type Outcome = { passed: boolean; text: string }

async function shell(commands: string, cwd: string, variables: Record<string, string>): Promise<Outcome> {
  const child = Bun.spawn(['sh', '-euc', commands], {
    cwd,
    env: { ...process.env, ...variables },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: LONGEST_MS,
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { passed: (await child.exited) === 0, text: `${out}${err}`.trim() }
}

/** Whether it passed; undefined where its tools cannot be installed. */
async function follow({ name, commands, file, program }: Chapter, variables: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'quad-clients-'))
  const [install = '', ...rest] = commands
  try {
    const installed = await shell(install, folder, variables)
    if (!installed.passed) {
      console.log(`SKIPPED: ${name}: its tools cannot be installed here: ${installed.text.split('\n').pop()}`)
      return undefined
    }
    writeFileSync(join(folder, file), program)
    for (const each of rest) {
      const { passed, text } = await shell(each, folder, variables)
      console.log(text.replace(/^/gm, '    '))
      if (!passed) return false
    }
    return true
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [only] = process.argv.slice(2)
const { program, student } = await startCampus()
const variables = { QUAD_URL: program.origin, QUAD_EMAIL: student, QUAD_PASSWORD: PASSWORD }
let failed = false
try {
  for (const chapter of readChapters()) {
    if (only !== undefined && !chapter.name.toLowerCase().startsWith(only)) continue
    const started = performance.now()
    console.log(`${chapter.name} …`)
    const passed = await follow(chapter, variables)
    if (passed === undefined) continue
    console.log(`${chapter.name}: ${passed ? 'ok' : 'FAILED'} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
    failed ||= !passed
  }
} finally {
  await program.stop()
}
process.exit(failed ? 1 : 0)
