import { beforeEach, describe, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { forgetAccount } from '../../src/core/access/account'
import { createInvitation, deleteOldInvitations, revokeInvitation } from '../../src/core/invitations/service'
import { takeInvitation } from '../../src/core/invitations/take'
import { tokenHash } from '../../src/lib/keys'
import { noticesOf, viewerOf } from '../support/content'
import {
  administrator,
  BLOCK,
  configured,
  expectData,
  fails,
  forgetLimits,
  later,
  login,
  MISSING_ID,
  PASSWORD,
  type Person,
  refusal,
  sanction,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { auditEntries, mailsADayLater, queuedFor, runSql } from '../support/traces'

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
async function inviteAs({ visitor }: Person): Promise<{ id: string; token: string }> {
  const { invitation, token } = expectData(await visitor.post('admin/invitations'))
  return { id: invitation.id, token }
}
const take = ({ visitor }: Person, token: string) => visitor.post('invitations/take', { token })
const read = ({ visitor }: Person, token: string) => visitor.post('invitations/read', { token })
const list = async () => (await root.get('admin/invitations')).invitations
const stateOf = async (id: string) => (await list()).find((each: { id: string }) => each.id === id)?.state
const revoke = (id: string, by = root) => by.visitor.delete(`admin/invitations/${id}`)
const roleOf = async (by: Person) => (await by.get('auth/me')).user.role
const confirm = ({ visitor }: Person) => visitor.post('auth/reauthenticate', { password: PASSWORD })
const kindsOf = async (person: Person) => (await noticesOf(person)).map(({ kind }) => kind)

/** As if there had never been one, word for word: neither why nor since when. */
async function expectMissing(person: Person, token: string): Promise<void> {
  const never = await take(person, 'y'.repeat(43))
  for (const answer of [await read(person, token), await take(person, token)])
    expect([...refusal(answer), answer.body.message, answer.body.meta]).toEqual([
      404,
      'NOT_FOUND',
      never.body.message,
      never.body.meta,
    ])
}

/** Refused for that reason, both when it is read and when it is taken. */
async function expectUseless(person: Person, token: string, why: string): Promise<void> {
  for (const answer of [await read(person, token), await take(person, token)])
    expect([...refusal(answer), answer.body.meta.invitation]).toEqual([409, 'CONFLICT', why])
}

describe('an invitation', () => {
  test('makes a student a moderator, who can begin in the same session; it is listed without who took it', async () => {
    const { id, token } = await inviteAs(root)
    expect(await stateOf(id)).toBe('open')
    expect(expectData(await read(pupil, token))).toEqual({ role: 'admin', expiresAt: expect.any(String) })
    expect(expectData(await take(pupil, token))).toEqual({ role: 'admin' })
    expect(await roleOf(pupil)).toBe('admin')
    await pupil.get('admin/dashboard/overview')
    expect(await stateOf(id)).toBe('taken')
    const listed = JSON.stringify(await list())
    expect(listed).not.toContain(pupil.id)
    expect(listed).not.toContain(pupil.user.username)
    expect(listed).not.toContain(token)
  })
  test('ends the other sessions of who takes it: a copied cookie, or the provider’s, does not moderate', async () => {
    const { token } = await inviteAs(root)
    const elsewhere = new Visitor()
    expectData(await login(pupil.email, PASSWORD, elsewhere))
    expectData(await elsewhere.get('auth/me'))
    expectData(await take(pupil, token))
    await fails(elsewhere.get('auth/me'), 'UNAUTHENTICATED')
    await pupil.get('admin/dashboard/overview')
  })
  test('is stored as a hash, open for three days, and its token is nowhere afterwards', async () => {
    const { id, token } = await inviteAs(root)
    const row = storage.reader.sqlite
      .query<Record<string, string>, [string]>('SELECT * FROM invitations WHERE id = ?')
      .get(id)
    expect(row?.token_hash).toBe(tokenHash(token))
    expect(JSON.stringify(row)).not.toContain(token)
    const left = Date.parse(row?.expires_at ?? '') - Date.now()
    expect([left > 3 * DAY - 60_000, left <= 3 * DAY]).toEqual([true, true])
    for (const time of [row?.created_at, row?.expires_at]) expect(time).toEndWith(':00.000Z')
    for (const { path } of [{ path: 'admin/manage/logs?limit=5' }, { path: 'admin/invitations' }])
      expect((await root.visitor.get(path)).text).not.toContain(token)
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
    const [took] = auditEntries(pupil.id).filter(({ action }) => action === 'user:took:invitation')
    expect([took?.entityId, took?.metadata]).toEqual([null, null])
    expect(of(other)).toEqual([
      ['admin:made:invitation', root.id],
      ['admin:revoked:invitation', root.id],
    ])
    expect(of(pupil.id)).toContainEqual(['admin:changed:role', pupil.id])
    const { text } = await root.visitor.get('admin/manage/logs?limit=10')
    expect(text).not.toContain(pupil.email)
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
      expect(JSON.stringify(mail)).not.toContain(pupil.user.username)
    }
  })
})

describe('it does nothing', () => {
  test('a second time, nor for two who take it at the same moment', async () => {
    const { token } = await inviteAs(root)
    const others = [pupil, await student(), await student()]
    const answers = await Promise.all(others.map((each) => take(each, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await Promise.all(others.map(roleOf))).sort()).toEqual(['admin', 'user', 'user'])
    await expectUseless(await student(), token, 'taken')
  })
  test('after three days, and of a clock that was ahead', async () => {
    const { id, token } = await inviteAs(root)
    later(3 * DAY + 1)
    await confirm(pupil)
    await expectUseless(pupil, token, 'expired')
    await runSql(
      'UPDATE invitations SET expires_at = ? WHERE id = ?',
      new Date(Date.now() + 300 * DAY).toISOString(),
      id,
    )
    await expectUseless(pupil, token, 'expired')
  })
  test('once any superadmin has revoked it', async () => {
    const { id, token } = await inviteAs(root)
    const other = await administrator('superadmin')
    expectData(await revoke(id, other))
    expectData(await revoke(id, other))
    expect(await stateOf(id)).toBe('revoked')
    await expectMissing(pupil, token)
  })
  test('once whoever made it is no superadmin, banned, or gone', async () => {
    const boss = await administrator('superadmin')
    const { id, token } = await inviteAs(boss)
    const role = (role: string) => root.put(`admin/users/${boss.id}/role`, { role })
    await role('admin')
    await expectMissing(pupil, token)
    expect(await stateOf(id)).toBe('void')
    await role('superadmin')
    expectData(await read(pupil, token))
    await sanction(boss.id, BLOCK, root.id)
    await expectMissing(pupil, token)
    await runSql('DELETE FROM sanctions WHERE user_id = ?', boss.id)
    await runSql("INSERT INTO deletions VALUES ('account', ?)", boss.id)
    await expectMissing(pupil, token)
    await runSql('DELETE FROM deletions')
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
  test('for strangers, and for who is not onboarded, banned, or no member any more', async () => {
    const { token } = await inviteAs(root)
    await fails(new Visitor().post('invitations/take', { token }), 'UNAUTHENTICATED')
    await fails(new Visitor().post('invitations/read', { token }), 'UNAUTHENTICATED')
    const fresh = await student({ onboard: false })
    await fails(take(fresh, token), 'NOT_ONBOARDED')
    const undecided = await student({ terms: false })
    await fails(take(undecided, token), 'TERMS_NOT_ACCEPTED')
    await sanction(pupil.id, BLOCK, root.id)
    await fails(take(pupil, token), 'USER_BLOCKED')
    const alumna = await student()
    await storage.write(async (tx) => {
      tx.sqlite.run("UPDATE users SET verified_at = '2020-01-01' WHERE id = ?", [alumna.id])
      forgetAccount(tx, alumna.id)
    })
    await fails(take(alumna, token), 'MEMBERSHIP_ENDED')
    expectData(await read(await student(), token))
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
    expect([await roleOf(pupil), await stateOf(id)]).toEqual(['user', 'void'])
  })
  test('without a proof of the last minutes of who is there', async () => {
    const { token } = await inviteAs(root)
    later(6 * 60_000)
    await fails(take(pupil, token), 'REAUTHENTICATION_REQUIRED')
    await fails(root.visitor.post('admin/invitations'), 'REAUTHENTICATION_REQUIRED')
    expect(await roleOf(pupil)).toBe('user')
  })
  test('by a token that nobody made, or that is none', async () => {
    for (const token of ['x', 'y'.repeat(200), tokenHash('x')]) await fails(take(pupil, token), 'NOT_FOUND')
    for (const body of [{}, { token: '' }, { token: 'y'.repeat(201) }, { token: 7 }])
      await fails(pupil.visitor.post('invitations/take', body), 'VALIDATION_FAILED')
  })
})

describe('invitations', () => {
  test('are made, listed and revoked by superadmins alone, and are for no higher role', async () => {
    const { id, token } = await inviteAs(root)
    for (const by of [admin, pupil]) {
      await fails(by.visitor.post('admin/invitations', { role: 'superadmin' }), 'FORBIDDEN')
      await fails(by.visitor.get('admin/invitations'), 'FORBIDDEN')
      await fails(revoke(id, by), 'FORBIDDEN')
    }
    const asked = await root.post('admin/invitations', { role: 'superadmin' })
    expectData(await take(pupil, asked.token))
    expect(await roleOf(pupil)).toBe('admin')
    expectData(await take(await student(), token))
  })
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
  test('say for a month why they no longer work, and go then', async () => {
    const { id, token } = await inviteAs(root)
    later(4 * DAY)
    await storage.write(deleteOldInvitations)
    await confirm(pupil)
    await expectUseless(pupil, token, 'expired')
    later(30 * DAY)
    await storage.write(deleteOldInvitations)
    expect(storage.reader.sqlite.query('SELECT id FROM invitations WHERE id = ?').get(id)).toBeNull()
  })
})
