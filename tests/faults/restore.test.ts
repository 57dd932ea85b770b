import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canTrace } from '../support/strace'
import { copyFolder } from './copy-folder'
import { type Killed, killedCampus, restoredAt } from './history/killed-campus'
import { killedAt } from './killed-at'
import { Random, seed } from './random'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'
import { quad } from './server'

let before: Killed
beforeAll(async () => {
  before = await killedCampus()
})
afterAll(() => before[Symbol.dispose]())

test.skipIf(!canTrace)(`a killed restore is finished by a start that is killed, too (SEED=${seed})`, async () => {
  const done = reporting('killed: what finishes a restore')
  using scratch = scratchFolder()
  const random = new Random('killed finish')
  const problems: string[] = []
  let runs = 0
  for (const call of isLong ? ['rename', 'fsync', 'openat', 'unlinkat', 'unlink'] : ['rename']) {
    const counts = isLong ? Array.from({ length: 10 }, (_, each) => each + 1) : [1 + random.below(3)]
    for (const at of counts) {
      const dataDir = join(scratch.path, 'data')
      copyFolder(before.campus.dataDir, dataDir)
      // The first rename is that of the note.
      await quad(['restore', before.backup], dataDir, {}, killedAt({ call: 'rename', at: 2 + random.below(3) }))
      expect(existsSync(join(dataDir, 'restore-under-way.json'))).toBe(true)
      // Opening files is what a program does first of all.
      const moment = { call, at: call === 'openat' ? at + 30 + random.below(40) : at }
      await quad(['audit', 'verify'], dataDir, {}, killedAt(moment))
      const verdict = await restoredAt(dataDir, before)
      runs++
      if (!verdict.isRestored) problems.push(`${call} ${at}: it was not finished`)
      problems.push(...verdict.problems.map((problem) => `${call} ${at}: ${problem}`))
      rmSync(dataDir, { recursive: true })
    }
  }
  done({ runs, problems })
})

const ERRORS = isLong
  ? ['rename=EBUSY', 'mkdir=ENOSPC', 'fsync=EIO', 'pwrite64=ENOSPC', 'openat=EMFILE', 'unlinkat=EACCES']
  : ['rename=EBUSY']

test.skipIf(!canTrace)(`a restore of which a step fails changes nothing, or is finished (SEED=${seed})`, async () => {
  const done = reporting('restore and a step fails')
  using scratch = scratchFolder()
  const random = new Random('failing restore')
  const problems: string[] = []
  const seen = { former: 0, restored: 0 }
  for (const error of ERRORS) {
    const [call = '', code = ''] = error.split('=')
    // Files are opened, and pages written, by the hundred.
    const step = () => (['openat', 'pwrite64'].includes(call) ? 1 + random.below(25) : 1)
    const first = call === 'openat' ? 30 : 1
    for (let at = first; ; at += step()) {
      const dataDir = join(scratch.path, 'data')
      const trace = join(scratch.path, 'trace')
      rmSync(dataDir, { recursive: true, force: true })
      copyFolder(before.campus.dataDir, dataDir)
      const { status, said } = await quad(['restore', before.backup], dataDir, {}, (plain) => [
        ...['strace', '-f', '-qq', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${call}:error=${code}:when=${at}`],
        ...plain,
      ])
      if (!readFileSync(trace, 'utf8').includes('INJECTED')) break
      const verdict = await restoredAt(dataDir, before)
      seen[verdict.isRestored ? 'restored' : 'former']++
      const where = `${error} ${at}, which ended with ${status}`
      if (status === 0 && !verdict.isRestored) problems.push(`${where}: not restored, as it said`)
      if (said.includes('Unexpected')) problems.push(`${where}: not in words: ${said}`)
      problems.push(...verdict.problems.map((problem) => `${where}: ${problem}; ${said}`))
    }
  }
  const runs = seen.former + seen.restored
  done({ runs, refused: seen.former, problems })
  expect(seen.former).toBeGreaterThan(0)
})
