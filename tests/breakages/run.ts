/**
 * `bun run breakages [part of a rule or of a file's name …]`: whether the tests still catch what they are for. One after
 * another, each rule is broken in a copy of what is committed, where `bun run test --changed` then has to fail.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessibility } from './accessibility'
import type { Breakage } from './breakage'
import { counters } from './counters'
import { faults } from './faults'
import { limits } from './limits'
import { offline } from './offline'
import { permissions } from './permissions'
import { privacy } from './privacy'

const ROOT = join(import.meta.dir, '../..')
const all = [permissions, counters, privacy, limits, offline, accessibility, faults].flat()
const names = process.argv.slice(2)
const chosen = all.filter(({ rule, file }) =>
  [rule, file].some((text) => names.length === 0 || names.some((name) => text.includes(name))),
)

const folder = mkdtempSync(join(tmpdir(), 'quad-breakages-'))
const copy = join(folder, 'copy')
const git = (...words: string[]) =>
  Bun.spawnSync(['git', ...words], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
process.once('exit', () => {
  git('worktree', 'remove', '--force', copy)
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
if (!git('worktree', 'add', '--quiet', '--detach', copy, 'HEAD').success) process.exit(1)
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

/** Whether what is built is of the pages as they are: servers run their sources, which tests read themselves. */
let isBuilt = false
let missed = 0
for (const breakage of chosen) {
  const started = performance.now()
  const caughtBy = await tryOut(breakage)
  if (caughtBy === undefined) missed++
  const seconds = `${Math.round((performance.now() - started) / 1000)} s`.padStart(5)
  console.log(
    `${caughtBy === undefined ? 'MISSED' : 'caught'} ${seconds}  ${breakage.rule}${caughtBy ? `: ${caughtBy}` : ''}`,
  )
}
console.log(`${chosen.length - missed} of ${chosen.length} breakages were caught`)
process.exit(missed === 0 && chosen.length > 0 ? 0 : 1)

/** The file and the test that fail when this is broken. */
async function tryOut({ rule, file, from, to }: Breakage): Promise<string | undefined> {
  const path = join(copy, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [before = '', after, ...others] = text.split(from)
  if (after === undefined || others.length > 0) return say(`${file} does not have its line once: ${rule}`)
  const isOfPages = /^(public|client)\//.test(file)
  writeFileSync(path, before + to + after)
  try {
    if (isOfPages || !isBuilt) {
      const built = await run('run', 'build')
      if (built.status !== 0) return say(built.output)
      isBuilt = !isOfPages
    }
    const { status, output } = await run('tests/run.ts', '--changed', '--', '--bail')
    return (status === 0 ? undefined : firstFailed(output)) ?? say(output.split('\n').slice(-20).join('\n'))
  } finally {
    writeFileSync(path, text)
  }
}

function firstFailed(output: string): string | undefined {
  let file = ''
  for (const line of output.split('\n')) {
    file = /^(tests\/\S+\.test\.ts):$/.exec(line)?.[1] ?? file
    const [, test] = /^\(fail\) (.*?)(?: \[[\d.]+ms\])?$/.exec(line) ?? []
    if (test !== undefined) return `${file}, ${test}`
  }
  return undefined
}

function say(output: string): undefined {
  console.log(output)
}

async function run(...words: string[]): Promise<{ status: number; output: string }> {
  const { exited, stdout, stderr } = Bun.spawn([process.execPath, '--no-orphans', ...words], {
    cwd: copy,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = await Promise.all([new Response(stdout).text(), new Response(stderr).text()])
  return { status: await exited, output: Bun.stripANSI(output.join('\n')) }
}
