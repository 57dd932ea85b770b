import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { createBranch, resolveBranch } from '../../../src/campus/colleges/branches'
import { createCollege } from '../../../src/campus/colleges/colleges'
import { AppError } from '../../../src/errors'
import { systemActor } from '../../../src/ground/audit/audit'
import { useQuad } from '../../support/kit'

const actor = systemActor('cli')
const ids = { cse: '', mech: '', offering: '', plain: '' }

await useQuad()

const resolved = (collegeId: string, given: string) => resolveBranch(storage.reader, collegeId, given)
const refused = (collegeId: string, given: string) => {
  try {
    resolved(collegeId, given)
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.details.errors?.[0]?.field]
  }
  throw new Error(`${given} was not refused`)
}

// Before any is made.
const anywhere = 'no-college-at-all'
const TAKEN = ['x', '  Free text ', 'y'.repeat(100)]
const taken = await Promise.all(TAKEN.map((given) => resolved(anywhere, given)))
const turnedDown = await Promise.all(['', '   ', 'y'.repeat(101)].map((given) => refused(anywhere, given)))
await storage.write(async (tx) => {
  ids.cse = (await createBranch(tx, actor, { code: 'CSE', name: 'Computer Science' })).id
  ids.mech = (await createBranch(tx, actor, { code: 'Mech', name: 'Génie Mécanique' })).id
  // Its name is another one's code.
  await createBranch(tx, actor, { code: 'ODD', name: 'MECH' })
  const college = { name: 'Polytechnic', city: 'Rivertown', state: 'Iowa' }
  ids.offering = (await createCollege(tx, actor, { ...college, emailDomain: 'poly.edu', branches: ['cse'] })).id
  ids.plain = (await createCollege(tx, actor, { ...college, emailDomain: 'plain.edu' })).id
})

test('where the instance knows no branch, any text of 1 to 100 will do, as it is given, trimmed', () => {
  expect(taken).toEqual(TAKEN.map((given) => ({ branch: given.trim(), branchId: null })))
  expect(turnedDown).toEqual(Array(3).fill(['VALIDATION_FAILED', 'branch']))
})

describe('where it knows some', () => {
  test('code or name, in any case, reads back in the configured spelling of the form given', async () => {
    for (const [given, branch] of [
      ['cse', 'CSE'],
      [' COMPUTER science', 'Computer Science'],
    ] as const)
      expect(await resolved(ids.offering, given)).toEqual({ branch, branchId: ids.cse })
  })
  test('a college that offers some takes those only', async () => {
    for (const given of ['Mech', 'Astrology', 'CS', ''])
      expect(await refused(ids.offering, given)).toEqual(['VALIDATION_FAILED', 'branch'])
  })
  test('a college that offers none takes what the instance knows, and nothing else', async () => {
    expect(await resolved(ids.plain, 'GÉNIE mécanique')).toEqual({ branch: 'Génie Mécanique', branchId: ids.mech })
    expect(await refused(ids.plain, 'Astrology')).toEqual(['VALIDATION_FAILED', 'branch'])
  })
  test('a code goes before a name', async () => {
    expect(await resolved(ids.plain, 'mech')).toEqual({ branch: 'Mech', branchId: ids.mech })
  })
  test('it sees what its own transaction wrote', async () => {
    const seen = await storage.write(async (tx) => {
      const { id } = await createBranch(tx, actor, { code: 'NEW', name: 'Brand new' })
      return [await resolveBranch(tx, ids.plain, 'new'), { branch: 'NEW', branchId: id }]
    })
    expect(seen[0]).toEqual(seen[1]!)
  })
})

test('a college made with branches by code and name makes those that are new', async () => {
  const input = { name: 'Set-up College', emailDomain: 'setup.edu', city: 'Rivertown', state: 'Iowa' }
  const branches = [
    { code: 'cse', name: 'Whatever' },
    { code: 'ART', name: 'Fine Arts' },
  ]
  const made = await storage.write((tx) => createCollege(tx, actor, { ...input, branches }))
  expect(made.branches).toContain(ids.cse)
  expect(await resolved(made.id, 'fine arts')).toMatchObject({ branch: 'Fine Arts' })
  const bad = storage.write((tx) =>
    createCollege(tx, actor, { ...input, emailDomain: 'other.edu', branches: [{ code: 'X', name: 'Too short' }] }),
  )
  expect(await bad.catch(({ code }) => code)).toBe('VALIDATION_FAILED')
  const unfit = storage.write((tx) => createCollege(tx, actor, { ...input, emailDomain: '@other.edu', name: ' ' }))
  expect(
    await unfit.catch(({ details }) => details.errors.map(({ field }: { field: string }) => field).sort()),
  ).toEqual(['emailDomain', 'name'])
})
