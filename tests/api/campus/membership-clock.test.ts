import { expect, setSystemTime, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { reconcileBranchGroups } from '../../../src/campus/accounts/branch-groups'
import { config } from '../../../src/config'
import { noteDay } from '../../../src/ground/audit/day-notes'
import { atOnce, login, student, useQuad } from '../../support/kit'

await useQuad()

// Of a server that ran on one day alone, and so not together with tests of other days.
test('a branch stays while the clock is suddenly years ahead', async () => {
  config.minGroup = 3
  const people = await atOnce(3, () => student({ branch: 'Baltic Studies' }))
  await storage.write((tx) => noteDay(tx))
  setSystemTime(new Date(Date.now() + 3 * 365 * 86_400_000))
  await login(people[0]!.email, undefined, people[0]!.visitor)
  await reconcileBranchGroups()
  const { user } = await people[0]!.get(`users/id/${people[1]!.id}`)
  expect(user.branch).toBe('Baltic Studies')
})
