import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { logIn } from '../../support/audit-log'
import { ADD_COLLEGE, operator, temporaryFolder } from '../../support/operator'

const folder = temporaryFolder()
const DATA_DIR = join(folder.path, 'data')
const desk = operator({ DATA_DIR })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})
beforeAll(() => desk.done(ADD_COLLEGE))

const reminders = () => logIn(DATA_DIR).filter(({ action }) => action === 'operator:sent:reminders').length

describe('quad members', () => {
  test('preview tells in coarse numbers how many memberships end, and changes nothing; remind leaves mails and an entry', async () => {
    const before = reminders()
    const ends = 'fewer than 10 of fewer than 10 memberships end by 2031-07-01'
    expect(await desk.done('members preview --by 2031-07')).toBe(`${ends}, if nobody renews.\n`)
    expect(reminders()).toBe(before)
    const reminded = await desk.done('members remind --by 2031-07')
    for (const words of [ends, 'The server mails them']) expect(reminded).toContain(words)
    expect(reminders()).toBe(before + 1)
  })
  test.each(['2031-13', '2031', 'July'])('%s is no month', async (month) => {
    const before = reminders()
    for (const command of ['preview', 'remind'])
      expect(await desk.misused(`members ${command} --by ${month}`)).toContain('--by must be a month, such as 2027-07.')
    expect(reminders()).toBe(before)
  })
  test('where memberships never end, both say so', async () => {
    for (const command of ['preview', 'remind'])
      expect(await desk.done(`members ${command}`, { REVERIFY_MONTHS: '0' })).toBe(
        'Memberships never end here: REVERIFY_MONTHS is 0.\n',
      )
  })
})
