/**
 * `bun run contract:fuzz`: requests that schemathesis makes up from the OpenAPI document, as a stranger, a student and a
 * superadmin, each against a Quad of its own. Fails on a 5xx, on a status, header or body that the document does not
 * have, and on any other finding that `fuzz/hooks.py` does not judge.
 *
 * Needs `schemathesis` (version 4) on the PATH. `--seconds 600` for each; a name for one of them alone.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { join as joinCampus, PASSWORD } from '../support/joining'
import { startCampus } from './campus'

/** They end the session or the account that asks, and so run apart: each request signs in anew. */
const ENDING = ['signOut', 'signOutElsewhere', 'endSession', 'deleteAccount', 'setPassword', 'reauthenticate']
const THROWAWAYS = 60

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' }, output: { type: 'string' } },
})
const scratch = values.output ?? mkdtempSync(join(tmpdir(), 'quad-fuzz-'))
const ROLES = ['stranger', 'student', 'superadmin'] as const

type Run = { name: string; email: string; origin: string; options: string[]; throwaways?: string[] }
type Summary = { requests: number; statuses: Record<string, number>; judged: Record<string, number> }

async function schemathesis({ name, email, origin, options, throwaways = [] }: Run) {
  const summary = join(scratch, `${name}.json`)
  const child = Bun.spawn(
    [
      ...['schemathesis', 'run', `${origin}/api/v1/openapi.json`, '--no-color', '--workers', '1', '--checks', 'all'],
      ...['--phases', 'examples,coverage,fuzzing,stateful', '--continue-on-failure', '--suppress-health-check', 'all'],
      // What a busy machine makes of an answer says nothing about it.
      ...['--max-response-time', '300', '--request-timeout', '300'],
      ...['--generation-database', 'none', ...(values.seed === undefined ? [] : ['--seed', values.seed]), ...options],
    ],
    {
      cwd: scratch,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: join(import.meta.dir, 'fuzz'),
        PYTHONDONTWRITEBYTECODE: '1',
        QUAD_URL: origin,
        QUAD_EMAIL: email,
        QUAD_PASSWORD: PASSWORD,
        QUAD_SUMMARY: summary,
        QUAD_THROWAWAYS: throwaways.join(','),
      },
      stdout: Bun.file(join(scratch, `${name}.txt`)),
      stderr: 'inherit',
    },
  )
  const passed = (await child.exited) === 0
  const { requests, statuses, judged }: Summary = JSON.parse(readFileSync(summary, 'utf8'))
  console.log(`${name}: ${passed ? 'ok' : 'FAILED'}, ${requests} requests: ${JSON.stringify(statuses)}`)
  for (const [reason, count] of Object.entries(judged)) console.log(`    judged ${count} times: ${reason}`)
  if (!passed) console.log(readFileSync(join(scratch, `${name}.txt`), 'utf8').replace(/.{2000,}/g, '(a long line)'))
  return passed
}

async function fuzz(role: (typeof ROLES)[number]) {
  const { program, ...emails } = await startCampus()
  try {
    const run = { email: role === 'stranger' ? '' : emails[role], origin: program.origin }
    const apart = ENDING.flatMap((id) => ['--include-operation-id', id])
    const main = ENDING.flatMap((id) => ['--exclude-operation-id', id])
    const mainPassed = await schemathesis({ ...run, name: role, options: [...main, '--max-time', values.seconds] })
    if (role !== 'student') return mainPassed
    const throwaways = Array.from(
      { length: THROWAWAYS },
      (_, number) => `25${String(number).padStart(8, '0')}@campus.edu`,
    )
    for (const email of throwaways) await joinCampus(program.origin, program.dataDir, email)
    const options = [...apart, '--max-examples', '20']
    return (await schemathesis({ ...run, name: 'student-apart', options, throwaways })) && mainPassed
  } finally {
    await program.stop()
  }
}

if (Bun.which('schemathesis') === null) {
  console.error('schemathesis is not on the PATH: python3 -m venv fuzz && fuzz/bin/pip install schemathesis')
  process.exit(2)
}
let passed = true
for (const role of ROLES)
  if (positionals.length === 0 || positionals.includes(role)) passed = (await fuzz(role)) && passed
if (values.output === undefined) rmSync(scratch, { recursive: true, force: true })
process.exit(passed ? 0 : 1)
