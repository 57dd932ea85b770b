import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { copyFolder } from './copy-folder'
import { type FaultyFolder, lacksFilesystem, mountFaulty } from './filesystem'
import { type Campus, makeCampus } from './history/campus'
import { full, locked, stopped, suspended, unsynced } from './history/faults'
import { type Fault, Trial } from './history/trial'
import { isLong, reporting } from './report'
import { scratchFolder } from './scratch'

// Faults under mixed load: whatever happens to the server, what clients learned can be explained by what is stored.

const CHAPTERS = isLong ? 10 : 1

const folder = scratchFolder()
let campus: Campus
beforeAll(async () => {
  campus = await makeCampus(join(folder.path, 'campus'), isLong ? 400 : 60)
})
afterAll(() => folder[Symbol.dispose]())

/** A trial on a copy of the campus. */
function trialAt(dataDir: string): Trial {
  copyFolder(campus.dataDir, dataDir)
  return new Trial({ ...campus, students: campus.students.map((each) => ({ ...each })), dataDir })
}

async function judged(name: string, trial: Trial, fault: Fault, readsLast = true) {
  const done = reporting(name)
  for (let chapter = 0; chapter < CHAPTERS; chapter++) await trial.chapter(fault, { readsLast })
  const found = await trial.finish()
  done(found)
  expect(found.acknowledged).toBeGreaterThan(0)
}

test('the process is suspended and goes on', async () => {
  await judged('suspended (SIGSTOP)', trialAt(join(folder.path, 'suspended')), suspended(isLong ? 5000 : 500))
})

test('the process is asked to stop', async () => {
  await judged('stopped (SIGTERM)', trialAt(join(folder.path, 'stopped')), stopped)
})

test('another process holds the lock', async () => {
  const dataDir = join(folder.path, 'locked')
  await judged('foreign lock', trialAt(dataDir), locked(dataDir, isLong ? 7000 : 500))
})

/** Each in a folder of its own. */
async function onFaultyDisk(test: (mounted: FaultyFolder, trial: Trial) => Promise<void>) {
  await using mounted = await mountFaulty()
  await test(mounted, trialAt(join(mounted.path, 'data')))
}

test.skipIf(lacksFilesystem)('the disk is full for a while', () =>
  onFaultyDisk((mounted, trial) => judged('full disk', trial, full(mounted, isLong ? 12_000 : 500))),
)

test.skipIf(lacksFilesystem).each([
  ['and the kernel drops what it could not write', false],
  ['and the kernel keeps what it could not write', true],
])('a sync of the log fails %s', (how, keeps) =>
  onFaultyDisk((mounted, trial) => judged(`failed sync, ${how}`, trial, unsynced(mounted, keeps), false)),
)
