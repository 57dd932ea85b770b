// What `bun run up` and `bun run test` do first. It has only Bun itself to rely on: the packages may be missing.

import { $ } from 'bun'

const STEPS = {
  'Installing packages': ['install', '--frozen-lockfile'],
  'Building Quad': ['run', 'build'],
}

for (const [step, words] of Object.entries(STEPS)) {
  process.stdout.write(`${step} … `)
  const started = performance.now()
  const { exitCode, stdout } = await $`${process.execPath} ${words} 2>&1`.quiet().nothrow()
  if (exitCode !== 0) {
    process.stdout.write('failed\n')
    process.stderr.write(stdout)
    process.exitCode = exitCode
    break
  }
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`)
}
