import { afterEach, expect, test } from 'bun:test'
import { config } from '../../../src/config'
import { isRenewalDue, membershipEnd } from '../../../src/ground/access/membership'

afterEach(() => {
  config.reverifyMonths = 12
})

const PROVED = '2027-03-01T00:00:00.000Z'
const student = { role: 'user', verifiedAt: PROVED } as const
const isDueAt = (time: string, standing: Parameters<typeof isRenewalDue>[0] = student) =>
  isRenewalDue(standing, Date.parse(time))

test.each([
  [12, '2027-12-31T23:59:59.999Z', '2028-01-01T00:00:00.000Z'],
  [24, '2028-09-30T23:59:59.999Z', '2028-10-01T00:00:00.000Z'],
  [3, '2027-05-31T23:59:59.999Z', '2027-06-01T00:00:00.000Z'],
  [1, '2027-03-31T23:59:59.999Z', '2027-04-01T00:00:00.000Z'],
])('a membership of %d months is renewed in its last quarter, and ever after', (months, before, first) => {
  config.reverifyMonths = months
  expect(isDueAt(before)).toBe(false)
  expect(isDueAt(first)).toBe(true)
  expect(isDueAt(membershipEnd(student)!)).toBe(true)
  expect(isDueAt('2047-01-01T00:00:00.000Z')).toBe(true)
})

test('no membership is due in the month of its proof, nor one that never ends', () => {
  for (let months = 1; months <= 48; months++) {
    config.reverifyMonths = months
    expect(isDueAt('2027-03-31T23:59:59.999Z')).toBe(false)
  }
  const late = '2047-01-01T00:00:00.000Z'
  expect(isDueAt(late, { role: 'admin', verifiedAt: PROVED })).toBe(false)
  config.reverifyMonths = 0
  expect(isDueAt(late)).toBe(false)
})
