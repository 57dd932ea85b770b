import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { config, readConfig } from '../../../src/config'
import { keepBackups } from '../../../src/keeping/backups/keep'
import { readRecords } from '../../../src/keeping/backups/records'
import { execute } from '../../support/content'
import { administrator, type Data, HOUR, type Person, useCampus } from '../../support/kit'
import { grownFrom, sample } from '../../support/metrics'
import { queuedFor } from '../../support/traces'
import { until } from '../../support/until'

const { root, admin, ann } = await useCampus()
const other = await administrator('superadmin')

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

beforeEach(async () => {
  config.backups = readConfig({ BACKUP_TO: '/nowhere' }).backups
  for (const table of ['backups', 'mail_queue']) await execute(`DELETE FROM ${table}`)
})

const PROVEN = { outcome: 'proven', reason: null, name: 'a', bytes: 2_000_000, makeMs: 10, proveMs: 20, storeMs: 30 }
const FAILED = { ...PROVEN, outcome: 'failed', reason: 'target-full', name: null, bytes: null }

const BUSY = ['echo', '{"isRunning":true}']

/** A process that says what a backup came to. */
const saying = (ran: object) => ['echo', JSON.stringify({ startedAt: ago(0), message: null, removed: [], ...ran })]
const overview = async (by: Person): Promise<Data> => (await by.get('admin/dashboard/overview')).backups
const mails = ({ email }: Person) => queuedFor(email).map(({ text }) => text)
/** The newest one began so long ago. */
const age = (ms: number) =>
  execute('UPDATE backups SET started_at = ? WHERE id = (SELECT max(id) FROM backups)', ago(ms))
const outcomes = () => readRecords(storage.reader).map(({ outcome, reason }) => reason ?? outcome)

describe('a backup that is due', () => {
  test('is made by another process, and remembered', async () => {
    const grown = await grownFrom()
    await keepBackups(saying(PROVEN))
    expect(await overview(root)).toEqual({
      isScheduled: true,
      provenAt: expect.any(String),
      megabytes: 2,
      seconds: 1,
      problem: null,
      isOverdue: false,
    })
    expect(await grown('quad_backups_total{outcome="proven"}')).toBe(1)
    expect(await sample('quad_backup_well')).toBe(1)
    expect(await sample('quad_backup_duration_seconds{part="prove"}')).toBe(0.02)
    expect(await sample('quad_backup_proven_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(await sample('quad_backup_bytes')).toBe(2_000_000)
    expect(mails(root)).toEqual([])
  })
  test('is made once in an interval', async () => {
    await keepBackups(saying(PROVEN))
    await keepBackups(saying(PROVEN))
    expect(outcomes()).toEqual(['proven'])
    await age(25 * HOUR)
    await keepBackups(saying(PROVEN))
    expect(outcomes()).toEqual(['proven', 'proven'])
  })
  test('is nobody else’s business, and none where none is configured', async () => {
    await keepBackups(saying(FAILED))
    expect(await overview(admin)).toBeNull()
    expect([mails(admin), mails(ann)]).toEqual([[], []])
    config.backups = undefined
    await keepBackups(saying(PROVEN))
    expect(outcomes()).toEqual(['target-full'])
    expect(await overview(root)).toMatchObject({ isScheduled: false, provenAt: null, problem: null })
    expect(await sample('quad_backup_well')).toBeUndefined()
  })
})

describe('one that is not proven', () => {
  test('is mailed to every superadmin, once in an interval, and shown', async () => {
    await keepBackups(saying(PROVEN))
    await age(25 * HOUR)
    const grown = await grownFrom()
    await keepBackups(saying(FAILED))
    expect(await grown('quad_backups_total{outcome="failed"}')).toBe(1)
    expect(await overview(root)).toMatchObject({ problem: 'target-full', megabytes: 2 })
    expect(await sample('quad_backup_well')).toBe(0)
    for (const superadmin of [root, other]) {
      expect(mails(superadmin)).toHaveLength(1)
      expect(mails(superadmin)[0]).toContain('/console')
      // What went wrong is for the console.
      expect(mails(superadmin)[0]).not.toContain('target-full')
    }
    await age(HOUR)
    await keepBackups(saying({ ...PROVEN, outcome: 'doubtful', reason: 'counters' }))
    expect(outcomes()).toEqual(['counters', 'target-full', 'proven'])
    expect(mails(root)).toHaveLength(1)
    await keepBackups(saying(PROVEN))
    expect(outcomes()).toHaveLength(3)
  })
  test.each([
    ['says nothing', ['true']],
    ['says something else', ['sh', '-c', 'echo "{}"']],
    ['is killed', ['sh', '-c', 'kill -KILL $$']],
    ['says a reason that there is not', saying({ ...FAILED, reason: 'tea' })],
  ])('of a process that %s is a failure', async (_, command) => {
    await keepBackups(command)
    expect(outcomes()).toEqual(['ended-early'])
    expect(mails(root)).toHaveLength(1)
  })
  test('in two intervals is overdue; that another process is at it is no failure', async () => {
    await keepBackups(saying(PROVEN))
    await age(49 * HOUR)
    expect(await overview(root)).toMatchObject({ isOverdue: true, problem: null })
    await keepBackups(BUSY)
    await until(() => mails(root).length === 1, 'a mail')
    await keepBackups(BUSY)
    expect(outcomes()).toEqual(['proven'])
    expect(mails(root)).toHaveLength(1)
  })
  test('is remembered once it can be written', async () => {
    await execute("CREATE TRIGGER full BEFORE INSERT ON backups BEGIN SELECT raise(ABORT, 'no room'); END")
    await expect(keepBackups(saying(FAILED))).rejects.toThrow('no room')
    await execute('DROP TRIGGER full')
    // It is not due again, and is not forgotten.
    await keepBackups(saying(PROVEN))
    expect(outcomes()).toEqual(['target-full'])
    expect(mails(root)).toHaveLength(1)
  })
})
