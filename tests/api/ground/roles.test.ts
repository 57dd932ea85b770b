import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { findUsersToRename, renameUsers } from '../../../src/campus/accounts/rename'
import { setRoleByEmail } from '../../../src/campus/accounts/roles'
import { beginSession } from '../../../src/campus/auth/sessions'
import { forgetAccount } from '../../../src/ground/access/account'
import type { Sanction } from '../../../src/ground/access/sanctions'
import { systemActor } from '../../../src/ground/audit/audit'
import { cookieNames } from '../../../src/http/session-cookies'
import { makeAdministrator } from '../../../src/keeping/setup/first-run'
import { hashPassword } from '../../../src/lib/crypto/password-hash'
import { sealAddress } from '../../../src/lib/net/addresses'
import { execute, select } from '../../support/content'
import type { Me } from '../../support/contract'
import {
  administrator,
  BLOCK,
  expectData,
  fails,
  MISSING_ID,
  meOf,
  type Person,
  sanction,
  signedIn,
  statuses,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries } from '../../support/traces'

let pupil: Person

await useQuad()
const root = await administrator('superadmin')
beforeEach(async () => {
  await storage.write(async (tx) => {
    tx.sqlite.run("UPDATE users SET role = 'user' WHERE id <> ?", [root.id])
    tx.sqlite.run("UPDATE users SET role = 'superadmin' WHERE id = ?", [root.id])
    tx.sqlite.run('DELETE FROM sanctions')
    for (const { id } of tx.sqlite.query<{ id: string }, []>('SELECT id FROM users').all()) forgetAccount(tx, id)
  })
  pupil = await student()
})

const put = (id: string, role: unknown, by = root) => by.visitor.put(`admin/users/${id}/role`, { role })
const roleOf = (id: string): string | undefined => select('SELECT role FROM users WHERE id = ?', id)[0]?.role
const lay = ({ id }: Person, laid: Sanction) => sanction(id, laid, root.id)
const changes = (id: string) =>
  auditEntries(id).filter(({ action, entityId }) => action === 'admin:changed:role' && entityId === id)

describe('PUT /admin/users/:id/role', () => {
  test("counts from the user's next request on, both ways, in the session that there is", async () => {
    const reads = () => pupil.visitor.get('admin/dashboard/overview')
    const seen: (string | number)[] = []
    for (const role of ['admin', 'superadmin', 'admin', 'user'] as const) {
      expect(expectData(await put(pupil.id, role))).toEqual({ userId: pupil.id, role })
      seen.push((await reads()).status, (await pupil.visitor.patch('admin/settings', {})).code ?? '')
    }
    expect(seen).toEqual([200, 'FORBIDDEN', 200, 'VALIDATION_FAILED', 200, 'FORBIDDEN', 403, 'FORBIDDEN'])
    const user = await meOf(pupil)
    expect([user.role, user.permissions]).toEqual(['user', []])
  })
  test('ends the sessions of a new administrator that the identity provider opened, no others and nobody else’s', async () => {
    const provided = async ({ id, role }: Me) => {
      const visitor = new Visitor()
      const { origin } = systemActor('system')
      const { token } = await storage.write((tx) => beginSession(tx, origin, null, { userId: id, role }, 'idp'))
      visitor.cookies.set(cookieNames.token, token)
      return visitor
    }
    const other = await student()
    const [before, others] = [await provided(pupil.user), await provided(other.user)]
    expectData(await put(pupil.id, 'admin'))
    const seen = [before, others, pupil.visitor].map(async (visitor) => (await visitor.get('auth/me')).status)
    expect(await Promise.all(seen)).toEqual([401, 200, 200])
  })
  test('is noted with what was before; the same role again is not', async () => {
    for (const role of ['admin', 'admin', 'user']) expectData(await put(pupil.id, role))
    expect(
      changes(pupil.id).map(({ actorId, actorRole, before, after }) => [actorId, actorRole, before, after]),
    ).toEqual([
      [root.id, 'superadmin', '{"role":"user"}', '{"role":"admin"}'],
      [root.id, 'superadmin', '{"role":"admin"}', '{"role":"user"}'],
    ])
  })
  test('who becomes an administrator can begin: onboarded, terms accepted, no longer blocked', async () => {
    const fresh = await student({ onboard: false })
    await lay(fresh, BLOCK)
    expectData(await put(fresh.id, 'admin'))
    const user = await meOf(fresh)
    expect(user).toMatchObject({ role: 'admin', status: 'ACTIVE', isAcceptedTerms: true, blocked: false })
    await fresh.get('admin/branches/all')
    expect(auditEntries(fresh.id).map(({ action }) => action)).toContain('admin:lifted:sanction')
  })
  test('nobody removes the last superadmin, who cannot step down either', async () => {
    const before = changes(root.id).length
    for (const role of ['admin', 'user']) {
      await fails(put(root.id, role), 'CONFLICT')
    }
    expect([roleOf(root.id), changes(root.id).length]).toEqual(['superadmin', before])
    expectData(await put(root.id, 'superadmin'))
    await fails(root.delete('auth/account'), 'CONFLICT')
  })
  test('steps down when another stays, and then may do no more', async () => {
    expectData(await put(pupil.id, 'superadmin'))
    expectData(await put(root.id, 'user'))
    await fails(put(pupil.id, 'user'), 'FORBIDDEN')
    expect([roleOf(root.id), roleOf(pupil.id)]).toEqual(['user', 'superadmin'])
  })
  test('another superadmin who is blocked does not count; one whose suspension is over does', async () => {
    const other = await administrator('superadmin')
    for (const held of [
      BLOCK,
      { kind: 'suspension', reason: 'r', endsAt: new Date(Date.now() + 60_000).toISOString() },
    ])
      await lay(other, held as Sanction).then(async () => await fails(put(root.id, 'user'), 'CONFLICT'))
    await lay(other, { kind: 'suspension', reason: 'r', endsAt: new Date(Date.now() - 1).toISOString() })
    expectData(await put(root.id, 'user'))
  })
  test('two who demote each other at once: one of them stays', async () => {
    const other = await administrator('superadmin')
    const answers = await Promise.all([put(other.id, 'user'), put(root.id, 'user', other)])
    expect(statuses(answers)).toEqual([200, 403])
    expect([roleOf(root.id), roleOf(other.id)].sort()).toEqual(['superadmin', 'user'])
  })
  test.each([[undefined], [null], [''], ['owner'], ['Admin'], [['admin']], [7]])(
    '400 for the role %j',
    async (role) => {
      const answer = await put(pupil.id, role)
      expect([answer.code, answer.body.errors[0].field]).toEqual(['VALIDATION_FAILED', 'role'])
      expect(roleOf(pupil.id)).toBe('user')
    },
  )
  test('404 for who is not there', async () => {
    for (const id of [MISSING_ID, 'xyz']) await fails(put(id, 'admin'), 'NOT_FOUND')
  })
})

describe('what the operator does', () => {
  const operator = systemActor('cli')
  const emailOf = async (person: Person): Promise<string> => (await meOf(person)).email
  test('an account that becomes an administrator with a password has to sign in again, with that one', async () => {
    const person = await student()
    const email = await emailOf(person)
    const passwordHash = await hashPassword('another horse battery', null)
    const address = await sealAddress(email)
    await storage.write((tx) => makeAdministrator(tx, operator, { address, passwordHash, role: 'admin' }))
    expect(roleOf(person.id)).toBe('admin')
    await fails(person.get('auth/me'), 'UNAUTHENTICATED')
    await signedIn(email, 'another horse battery')
  })
  test('a role by email; 404 for an email that nobody has', async () => {
    const person = await student()
    const email = await emailOf(person)
    expect(await storage.write((tx) => setRoleByEmail(tx, operator, { email, role: 'admin' }))).toMatchObject({
      id: person.id,
      role: 'admin',
    })
    const unknown = storage.write((tx) => setRoleByEmail(tx, operator, { email: 'nobody@campus.edu', role: 'admin' }))
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
  test('a new name for who has one that is off the list, and for nobody else', async () => {
    const [old, fine] = [await student(), await student()]
    await execute("UPDATE users SET username = 'racial-donkey-1234' WHERE id = ?", old.id)
    expect(findUsersToRename(storage.reader)).toEqual([old.id])
    expect(await storage.write((tx) => renameUsers(tx, operator, [old.id, fine.id]))).toBe(1)
    expect(findUsersToRename(storage.reader)).toEqual([])
    const [entry] = auditEntries(old.id, 'operator:renamed:user')
    expect(entry).toMatchObject({ before: null, after: null, metadata: null })
  })
})

test('a new administrator has a branch that students of the college have', async () => {
  const joining = await student({ onboard: false })
  await execute("UPDATE users SET branch = 'Botany' WHERE role = 'user' AND branch <> ''")
  const { email } = joining
  const made = await storage.write((tx) => setRoleByEmail(tx, systemActor('cli'), { email, role: 'admin' }))
  expect(made).toMatchObject({ role: 'admin', status: 'ACTIVE', branch: 'Botany' })
})
