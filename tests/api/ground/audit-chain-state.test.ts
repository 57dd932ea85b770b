import { expect, spyOn, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { audit, systemActor } from '../../../src/ground/audit/audit'
import { verifyInPauses } from '../../../src/ground/audit/chain-state'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { log } from '../../../src/lib/process/log'
import { intrude } from '../../support/audit-log'
import { expectWithout, useCampus } from '../../support/kit'

const { admin, root } = await useCampus()

const chain = (by = admin) => by.get('admin/manage/logs/chain')
const errors = spyOn(log, 'error').mockImplementation(() => {})

/** More than is verified at once. */
const addEntries = () =>
  storage.write(async (tx) => {
    for (let n = 0; n < 450; n++)
      await audit(tx, systemActor('system'), {
        action: 'admin:changed:settings',
        entityType: 'settings',
        entityId: null,
      })
  })
test('the chain is verified in pauses, up to the newest day; ended early nothing changes, and a break is told by its day', async () => {
  // The state stays as it was when the verification was ended before it was through.
  await addEntries()
  const before = await chain()
  let looks = 0
  await verifyInPauses(() => ++looks > 1)
  expect(looks).toBe(2)
  expect(await chain()).toEqual(before)
  // It is verified whole, in pauses in which entries may come, up to the newest day.
  for (let n = 0; n < 3; n++) await addEntries()
  await storage.write((tx) => noteDay(tx))
  let pauses = 0
  const verified = verifyInPauses(() => {
    pauses++
    return false
  })
  await addEntries()
  await verified
  expect(pauses).toBeGreaterThan(2)
  const today = new Date().toISOString().slice(0, 10)
  const state = await chain()
  expect(state).toEqual({
    state: 'intact',
    verifiedAt: expect.any(String),
    head: { hash: expect.stringMatching(/^[0-9a-f]{64}$/), day: today },
    brokenOn: null,
  })
  // A later vote does not show: the head is that of the day.
  await addEntries()
  await verifyInPauses(() => false)
  expect((await chain(root)).head).toEqual(state.head)
  // A broken one is told by its day, and by nothing of the entry; the server’s log has the rest.
  await intrude(Date.UTC(2026, 2, 4, 5, 6, 7))
  errors.mockClear()
  await verifyInPauses(() => false)
  const broken = await chain()
  expect(broken).toMatchObject({ state: 'broken', brokenOn: '2026-03-04' })
  expectWithout(broken, '05:06:07.000', 'changed')
  expect(errors.mock.calls).toEqual([
    [expect.objectContaining({ first: expect.any(Number) }), 'the audit log is broken'],
  ])
})
