import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { operator, temporaryFolder } from '../support/operator'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeAll(async () => {
  const college = '--name|Campus University|--domain|campus.edu|--city|Springfield|--state|Oregon'.split('|')
  expect((await desk.quad(['college', 'add', ...college])).status).toBe(0)
})

const reminders = (): number => {
  const database = new Database(join(DATA_DIR, 'quad.db'), { readonly: true })
  const row = database
    .query<{ count: number }, []>("SELECT count(*) AS count FROM audit_log WHERE action = 'operator:sent:reminders'")
    .get()
  database.close()
  return row?.count ?? 0
}

describe('quad members', () => {
  test('preview tells in coarse numbers how many memberships end, and changes nothing', async () => {
    const before = reminders()
    const { status, stdout, stderr } = await desk.quad(['members', 'preview', '--by', '2031-07'])
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe('fewer than 10 of fewer than 10 memberships end by 2031-07-01, if nobody renews.\n')
    expect(reminders()).toBe(before)
  })
  test('remind does so and leaves the mails to the server, with an entry in the log', async () => {
    const before = reminders()
    const { status, stdout } = await desk.quad(['members', 'remind', '--by', '2031-07'])
    expect(status).toBe(0)
    expect(stdout).toContain('fewer than 10 of fewer than 10 memberships end by 2031-07-01')
    expect(stdout).toContain('The server mails them')
    expect(reminders()).toBe(before + 1)
  })
  test.each(['2031-13', '2031', 'July'])('%s is no month', async (month) => {
    const before = reminders()
    for (const command of ['preview', 'remind']) {
      const { status, stderr } = await desk.quad(['members', command, '--by', month])
      expect([status, stderr]).toEqual([2, expect.stringContaining('--by must be a month, such as 2027-07.')])
    }
    expect(reminders()).toBe(before)
  })
  test('where memberships never end, both say so', async () => {
    const endless = operator({ DATA_DIR, REVERIFY_MONTHS: '0' })
    for (const command of ['preview', 'remind'])
      expect(await endless.quad(['members', command])).toMatchObject({
        status: 0,
        stdout: 'Memberships never end here: REVERIFY_MONTHS is 0.\n',
      })
    await endless.leave()
  })
})
