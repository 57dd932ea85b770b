import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { beginSession } from '../../../src/campus/auth/sessions'
import {
  createInvitation,
  deleteOldInvitations,
  revokeInvitation,
  takeInvitation,
} from '../../../src/campus/invitations/service'
import { systemActor } from '../../../src/ground/audit/audit'
import { cookieNames } from '../../../src/http/session-cookies'
import { tokenHash } from '../../../src/lib/crypto/keys'
import { execute, noticesOf, select, viewerOf } from '../../support/content'
import {
  administrator,
  BLOCK,
  configured,
  expectData,
  expectWithout,
  fails,
  forgetLimits,
  later,
  MISSING_ID,
  meOf,
  PASSWORD,
  type Person,
  sanction,
  signedIn,
  statuses,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { auditEntries, mailsADayLater, queuedFor } from '../../support/traces'

await useQuad()
const root = await administrator('superadmin')
const admin = await administrator()
let pupil: Person
beforeEach(async () => {
  forgetLimits()
  pupil = await student()
})

const DAY = 86_400_000
/** A link that the superadmin has made, by its token. */
async function inviteAs(by: Person, body?: object): Promise<{ id: string; token: string }> {
  const { invitation, token } = await by.post('admin/invitations', body)
  return { id: invitation.id, token }
}
const take = ({ visitor }: Pick<Person, 'visitor'>, token: string) => visitor.post('invitations/take', { token })
const read = ({ visitor }: Person, token: string) => visitor.post('invitations/read', { token })
const list = async () => (await root.get('admin/invitations')).invitations
const stateOf = async (id: string) => (await list()).find((each: { id: string }) => each.id === id)?.state
const revoke = (id: string, by = root) => by.visitor.delete(`admin/invitations/${id}`)
const roleOf = async (by: Person) => (await meOf(by)).role
const confirm = ({ visitor }: Person) => visitor.post('auth/reauthenticate', { password: PASSWORD })
const kindsOf = async (person: Person) => (await noticesOf(person)).map(({ kind }) => kind)

/** As if there had never been one, word for word: neither why nor since when. */
async function expectMissing(person: Person, token: string) {
  const never = await take(person, 'y'.repeat(43))
  for (const answer of [await read(person, token), await take(person, token)])
    expect([answer.code, answer.body]).toEqual(['NOT_FOUND', never.body])
}

/** Refused for that reason, both when it is read and when it is taken. */
async function expectUseless(person: Person, token: string, why: string) {
  for (const answer of [await read(person, token), await take(person, token)])
    expect([answer.code, answer.body.meta.invitation]).toEqual(['CONFLICT', why])
}

describe('an invitation', () => {
  test('makes a student a moderator, and nothing higher, who can begin in the same session; it is listed without who took it', async () => {
    const { id, token } = await inviteAs(root, { role: 'superadmin' })
    expect(await stateOf(id)).toBe('open')
    expect(expectData(await read(pupil, token))).toEqual({ role: 'admin', expiresAt: expect.any(String) })
    expect(expectData(await take(pupil, token))).toEqual({ role: 'admin' })
    expect(await roleOf(pupil)).toBe('admin')
    await pupil.get('admin/dashboard/overview')
    expect(await stateOf(id)).toBe('taken')
    const listed = JSON.stringify(await list())
    expectWithout(listed, pupil.id, pupil.user.username, token)
  })
  test('ends the other sessions of who takes it: a copied cookie, or the provider’s, does not moderate', async () => {
    const { token } = await inviteAs(root)
    const elsewhere = await signedIn(pupil.email)
    await meOf(elsewhere)
    expectData(await take(pupil, token))
    await fails(elsewhere.get('auth/me'), 'UNAUTHENTICATED')
    await pupil.get('admin/dashboard/overview')
  })
  test('leaves the session that has just proved whose it is, also one that the identity provider opened', async () => {
    const { token } = await inviteAs(root)
    const visitor = new Visitor()
    const session = await storage.write((tx) =>
      beginSession(tx, systemActor('system').origin, null, { userId: pupil.id, role: 'user' }, 'idp'),
    )
    visitor.cookies.set(cookieNames.token, session.token)
    expectData(await take({ visitor }, token))
    expectData(await visitor.get('admin/dashboard/overview'))
  })
  test('is in the log as made, taken and revoked, with the change of the role, without an address', async () => {
    const { id, token } = await inviteAs(root)
    expectData(await take(pupil, token))
    const { id: other } = await inviteAs(root)
    expectData(await revoke(other))
    const of = (about: string) =>
      auditEntries(about)
        .filter(({ entityId }) => entityId === about)
        .map(({ action, actorId }) => [action, actorId])
    expect(of(id)).toEqual([['admin:made:invitation', root.id]])
    const [took] = auditEntries(pupil.id, 'user:took:invitation')
    expect([took?.entityId, took?.metadata]).toEqual([null, null])
    expect(of(other)).toEqual([
      ['admin:made:invitation', root.id],
      ['admin:revoked:invitation', root.id],
    ])
    expect(of(pupil.id)).toContainEqual(['admin:changed:role', pupil.id])
    const { text } = await root.visitor.get('admin/manage/logs?limit=10')
    expectWithout(text, pupil.email)
  })
  test('tells every superadmin at once and the account within a day, by a mail that says nothing of it', async () => {
    const { token } = await inviteAs(root)
    const before = queuedFor(pupil.email).length
    expectData(await take(pupil, token))
    // At that moment the log names the account to whoever sees or hears of the mailbox.
    expect(queuedFor(pupil.email)).toHaveLength(before)
    expect(await mailsADayLater(pupil)).toHaveLength(before + 1)
    expect((await kindsOf(pupil))[0]).toBe('became_moderator')
    expect((await kindsOf(root))[0]).toBe('invitation_taken')
    expect(await kindsOf(admin)).not.toContain('invitation_taken')
    for (const { email } of [pupil, root]) {
      const [mail] = queuedFor(email).slice(-1)
      expect(mail?.text).toContain('/settings#notices')
      expect(JSON.stringify(mail)).not.toMatch(/moderator|invitation|otter/i)
      expectWithout(mail, pupil.user.username)
    }
  })
})

describe('it does nothing', () => {
  test('a second time, nor for two who take it at the same moment', async () => {
    const { token } = await inviteAs(root)
    const others = [pupil, await student(), await student()]
    const answers = await Promise.all(others.map((each) => take(each, token)))
    expect(statuses(answers)).toEqual([200, 409, 409])
    expect((await Promise.all(others.map(roleOf))).sort()).toEqual(['admin', 'user', 'user'])
    await expectUseless(await student(), token, 'taken')
  })
  test('once any superadmin has revoked it', async () => {
    const { id, token } = await inviteAs(root)
    const other = await administrator('superadmin')
    expectData(await revoke(id, other))
    expectData(await revoke(id, other))
    expect(await stateOf(id)).toBe('revoked')
    await expectMissing(pupil, token)
  })
  test('once whoever made it is no superadmin or banned, and no more when that is over', async () => {
    const boss = await administrator('superadmin')
    const role = (role: string) => root.put(`admin/users/${boss.id}/role`, { role })
    const block = (blocked: boolean) =>
      root.put(`moderation/users/${boss.id}/moderation-state`, { blocked, ...(blocked && { reason: 'Left the keys' }) })
    const kept = await inviteAs(root)
    for (const [remove, restore] of [
      [() => role('admin'), () => role('superadmin')],
      [() => block(true), () => block(false)],
    ] as const) {
      const { id, token } = await inviteAs(boss)
      await remove()
      await expectMissing(pupil, token)
      expect(await stateOf(id)).toBe('revoked')
      await restore()
      await expectMissing(pupil, token)
    }
    expect([await stateOf(kept.id), await roleOf(pupil)]).toEqual(['open', 'user'])
  })
  test('once whoever made it is gone', async () => {
    const boss = await administrator('superadmin')
    const { id, token } = await inviteAs(boss)
    await execute("INSERT INTO deletions VALUES ('account', ?)", boss.id)
    await expectMissing(pupil, token)
    expect(await stateOf(id)).toBe('void')
    await execute('DELETE FROM deletions')
    await boss.delete('auth/account')
    await expectMissing(pupil, token)
    expect(await roleOf(pupil)).toBe('user')
  })
  test('for who made it, and for who moderates already', async () => {
    const { token } = await inviteAs(root)
    await expectUseless(root, token, 'own')
    await expectUseless(admin, token, 'needless')
    await expectUseless(await administrator('superadmin'), token, 'needless')
    expectData(await read(pupil, token))
  })
  test('for who was banned or demoted while the request was on its way', async () => {
    const { token } = await inviteAs(root)
    const viewer = await viewerOf(pupil.id)
    await sanction(pupil.id, BLOCK, root.id)
    expect(takeInvitation(viewer, token)).rejects.toMatchObject({ code: 'USER_BLOCKED' })
    const boss = await administrator('superadmin')
    const { id } = await inviteAs(boss)
    const maker = await viewerOf(boss.id)
    await root.put(`admin/users/${boss.id}/role`, { role: 'admin' })
    expect(createInvitation(maker)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(revokeInvitation(maker, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect([await roleOf(pupil), await stateOf(id)]).toEqual(['user', 'revoked'])
  })
  test('by a token that nobody made', async () => {
    for (const token of ['x', 'y'.repeat(200), tokenHash('x')]) await fails(take(pupil, token), 'NOT_FOUND')
  })
})

describe('invitations', () => {
  test('cannot be revoked once taken, nor where there is none', async () => {
    const { id, token } = await inviteAs(root)
    expectData(await take(pupil, token))
    await fails(revoke(id), 'CONFLICT')
    expect(await stateOf(id)).toBe('taken')
    await fails(revoke(MISSING_ID), 'NOT_FOUND')
  })
  test('are ten a day for one superadmin, and twenty for all', async () =>
    configured({ rateLimits: true }, async () => {
      const bosses = [root, await administrator('superadmin'), await administrator('superadmin')]
      const statuses: number[] = []
      for (const { visitor } of bosses)
        for (let each = 0; each < 11; each++) statuses.push((await visitor.post('admin/invitations')).status)
      expect(statuses.filter((status) => status === 201)).toHaveLength(20)
      expect([statuses[10], statuses[21], statuses.slice(22).includes(201)]).toEqual([429, 429, false])
    }))
  test('are stored as a hash and open for three days, say for a month why they no longer work, and go then', async () => {
    const { id, token } = await inviteAs(root)
    const [row] = select('SELECT * FROM invitations WHERE id = ?', id)
    expect(row?.token_hash).toBe(tokenHash(token))
    expectWithout(row, token)
    for (const time of [row?.created_at, row?.expires_at]) expect(time).toEndWith(':00.000Z')
    expectWithout((await root.visitor.get('admin/manage/logs?limit=5')).text, token)
    later(3 * DAY - 60_000)
    await confirm(pupil)
    expectData(await read(pupil, token))
    later(60_001)
    await storage.write(deleteOldInvitations)
    await expectUseless(pupil, token, 'expired')
    // Of a clock that was ahead.
    await execute("UPDATE invitations SET expires_at = '2999-01-01' WHERE id = ?", id)
    await expectUseless(pupil, token, 'expired')
    await execute('UPDATE invitations SET expires_at = ? WHERE id = ?', row!.expires_at!, id)
    later(30 * DAY)
    await storage.write(deleteOldInvitations)
    expect(select('SELECT id FROM invitations WHERE id = ?', id)).toEqual([])
  })
})
