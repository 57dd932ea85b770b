import { expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { canTrace } from '../support/strace'
import { campusAt, makeCampuses, syncTree } from './campuses'
import { copyFolder } from './copy-folder'
import { judgeCuts } from './cuts'
import { lacksFilesystem, mountFaulty } from './filesystem'
import { command, killedAt } from './killed-at'
import { Random, seed } from './random'
import { isLong, report } from './report'
import { scratchFolder } from './scratch'

test.skipIf(lacksFilesystem !== undefined)(`a restore survives a power cut at any moment (SEED=${seed})`, async () => {
  const began = performance.now()
  using scratch = scratchFolder()
  const campuses = await makeCampuses(scratch.path)
  await using folder = await mountFaulty()
  copyFolder(campuses.former, folder.path)
  syncTree(folder.path)
  const since = folder.position()
  const { status, said } = await command(['restore', campuses.backup], folder.path)
  expect([status, said]).toEqual([0, expect.stringContaining('Restored')])
  const seen = { former: 0, restored: 0 }
  const judge = async (path: string) => {
    const { campus, problems } = await campusAt(path, campuses)
    seen[campus]++
    return { lost: 0, problems }
  }
  const random = new Random('power cut in a restore')
  const { runs, problems } = await judgeCuts({ folder, count: isLong ? 200 : 12, random, since, judge })
  const seconds = (performance.now() - began) / 1000
  const acknowledged = campuses.acknowledged.length
  report({ fault: 'power cut: restore', runs, acknowledged, lost: problems.length, refused: 0, seconds })
  expect(problems).toEqual([])
  expect(Math.min(seen.former, seen.restored)).toBeGreaterThan(0)
})

test.skipIf(!canTrace)(`a killed restore is finished by a start that is killed, too (SEED=${seed})`, async () => {
  const began = performance.now()
  using scratch = scratchFolder()
  const campuses = await makeCampuses(scratch.path)
  const random = new Random('killed finish')
  const problems: string[] = []
  let runs = 0
  for (const call of isLong ? ['rename', 'fsync', 'openat', 'unlinkat', 'unlink'] : ['rename']) {
    const counts = isLong ? Array.from({ length: 10 }, (_, each) => each + 1) : [1 + random.below(3)]
    for (const at of counts) {
      const dataDir = join(scratch.path, 'data')
      copyFolder(campuses.former, dataDir)
      // The first rename is that of the note.
      await command(['restore', campuses.backup], dataDir, killedAt({ call: 'rename', at: 2 + random.below(3) }))
      expect(existsSync(join(dataDir, 'restore-under-way.json'))).toBe(true)
      // Opening files is what a program does first of all.
      const moment = { call, at: call === 'openat' ? at + 30 + random.below(40) : at }
      await command(['audit', 'verify'], dataDir, killedAt(moment))
      const verdict = await campusAt(dataDir, campuses)
      runs++
      if (verdict.campus === 'former') problems.push(`${call} ${at}: it was not finished`)
      problems.push(...verdict.problems.map((problem) => `${call} ${at}: ${problem}`))
      rmSync(dataDir, { recursive: true })
    }
  }
  const seconds = (performance.now() - began) / 1000
  const acknowledged = campuses.acknowledged.length
  report({ fault: 'killed: what finishes a restore', runs, acknowledged, lost: problems.length, refused: 0, seconds })
  expect(problems).toEqual([])
})

const ERRORS = isLong
  ? ['rename=EBUSY', 'mkdir=ENOSPC', 'fsync=EIO', 'pwrite64=ENOSPC', 'openat=EMFILE', 'unlinkat=EACCES']
  : ['rename=EBUSY']

test.skipIf(!canTrace)(`a restore of which a step fails changes nothing, or is finished (SEED=${seed})`, async () => {
  const began = performance.now()
  using scratch = scratchFolder()
  const campuses = await makeCampuses(scratch.path)
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
      copyFolder(campuses.former, dataDir)
      const { status, said } = await command(['restore', campuses.backup], dataDir, (plain) => [
        ...['strace', '-f', '-qq', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${call}:error=${code}:when=${at}`],
        ...plain,
      ])
      if (!readFileSync(trace, 'utf8').includes('INJECTED')) break
      const verdict = await campusAt(dataDir, campuses)
      seen[verdict.campus]++
      const where = `${error} ${at}, which ended with ${status}`
      if (status === 0 && verdict.campus === 'former') problems.push(`${where}: not restored, as it said`)
      if (said.includes('Unexpected')) problems.push(`${where}: not in words: ${said}`)
      problems.push(...verdict.problems.map((problem) => `${where}: ${problem}; ${said}`))
    }
  }
  report({
    fault: 'restore and a step fails',
    runs: seen.former + seen.restored,
    acknowledged: campuses.acknowledged.length,
    lost: problems.length,
    refused: seen.former,
    seconds: (performance.now() - began) / 1000,
  })
  expect(problems).toEqual([])
  expect(seen.former).toBeGreaterThan(0)
})
