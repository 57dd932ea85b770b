import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { createUser, findIdentity } from '../../../src/campus/accounts/users'
import { beginLink } from '../../../src/campus/auth/sign-in-by-provider'
import { takeAlias } from '../../../src/campus/authorship/aliases'
import { readAccount } from '../../../src/ground/access/account'
import type { Sanction } from '../../../src/ground/access/sanctions'
import { systemActor } from '../../../src/ground/audit/audit'
import { deleteAccount } from '../../../src/keeping/erasure/delete-account'
import { addKey } from '../../../src/lib/crypto/keys'
import { addressIndex, sealAddress } from '../../../src/lib/net/addresses'
import { judge, select, viewerOf } from '../../support/content'
import {
  administrator,
  BLOCK,
  CAMPUS,
  collegeId,
  configured,
  expectData,
  inHours,
  newEmail,
  sanction,
  student,
  useQuad,
} from '../../support/kit'
import { mailsTo, otpFor } from '../../support/traces'

await useQuad()
const moderator = await administrator()

let serial = 0
const newSubject = () => ({ issuer: 'https://login.campus.edu', subject: `ban-${serial++}` })

type Options = { email?: string; subject?: ReturnType<typeof newSubject> }

/** An account as the identity provider's callback creates it. */
async function arrive({ email = newEmail(), subject }: Options = {}) {
  const college = await collegeId(CAMPUS)
  const account = { address: await sealAddress(email), passwordHash: null, collegeId: college, language: 'en' as const }
  const id = await storage.write((tx) => createUser(tx, { ...account, ...(subject ? { subject } : {}) }))
  return { id, email, collegeId: college }
}

/** Somebody who was banned and deleted the account. */
async function banned(laid: Sanction = BLOCK) {
  const subject = newSubject()
  const first = await arrive({ subject })
  await sanction(first.id, laid)
  await leave(first.id)
  return { subject, first }
}

const leave = async (id: string) => deleteAccount(await viewerOf(id))
const sanctionOf = ({ id }: { id: string }) => select('SELECT kind FROM sanctions WHERE user_id = ?', id)
const lift = (who: { id: string }) => judge(moderator, 'user', who, { blocked: false })
const retained = () => select('SELECT key FROM retained_sanctions').length
const BANNED = [{ kind: 'block' }]

describe('a banned person who deletes the account and comes back', () => {
  test('after a rotation of the keys is banned, by the address and by the subject', async () => {
    const { subject, first } = await banned()
    await Bun.sleep(2)
    const { id } = addKey()
    expect(addressIndex(first.email)).toStartWith(id)
    expect(sanctionOf(await arrive({ subject }))).toEqual(BANNED)
    expect(sanctionOf(await arrive({ email: first.email }))).toEqual(BANNED)
    expect(sanctionOf(await arrive())).toEqual([])
  })
  test('stays banned over any chain of subjects and addresses, by the provider and by mail', async () => {
    const { subject: one, first } = await banned()
    const two = newSubject()
    const second = await arrive({ subject: one })
    await leave(second.id)
    const third = await arrive({ email: second.email, subject: two })
    expect(sanctionOf(third)).toEqual(BANNED)
    await leave(third.id)
    expect(sanctionOf(await arrive({ subject: two }))).toEqual(BANNED)
    expect((await student({ email: first.email, onboard: false })).user).toMatchObject({ blocked: true })
  })
  test('is free of it everywhere once a moderator lifts it, on whichever account', async () => {
    const before = retained()
    const { subject, first } = await banned()
    const second = await arrive({ subject })
    expect(retained()).toBe(before + 2)
    expectData(await lift(second))
    expect(retained()).toBe(before)
    expect(sanctionOf(await arrive({ email: first.email }))).toEqual([])
    await leave(second.id)
    expect(sanctionOf(await arrive({ subject }))).toEqual([])
  })
  test('under an address and a subject that two accounts had is one person: the longer sanction applies', async () => {
    const subject = newSubject()
    const [suspended, banned] = [await arrive(), await arrive({ subject })]
    await sanction(suspended.id, { kind: 'suspension', reason: 'Cool down', endsAt: inHours(24) })
    await sanction(banned.id, BLOCK)
    for (const { id } of [suspended, banned]) await leave(id)
    const both = await arrive({ email: suspended.email, subject })
    expect(sanctionOf(both)).toEqual(BANNED)
    expectData(await lift(both))
    expect(sanctionOf(await arrive({ email: banned.email }))).toEqual([])
  })
  test('meets a sanction that was changed meanwhile as it is now', async () => {
    const { subject, first } = await banned({ kind: 'suspension', reason: 'Cool down', endsAt: inHours(24) })
    const second = await arrive({ subject })
    await sanction(second.id, BLOCK)
    expect(sanctionOf(await arrive({ email: first.email }))).toEqual(BANNED)
  })
})

test('a second account is banned when the subject of a banned one is linked to it', async () => {
  const { subject } = await banned()
  const { id, email, visitor } = await student()
  const identity = await findIdentity(storage.reader, email)
  const address = await sealAddress(email)
  const mails = mailsTo(email).length
  const { origin } = systemActor('system')
  visitor.cookies.set('idp_link', await beginLink(origin, subject, email, { identity: identity!, address }))
  expectData(await visitor.post('auth/idp/link', { otp: await otpFor(email, mails) }))
  expect(sanctionOf({ id })).toEqual(BANNED)
})

test('the ban of an alias, decided after its account left, meets its person over any chain, and on return from a rotation of keys', async () => {
  const subject = newSubject()
  const first = await arrive({ subject })
  const alias = await storage.write((tx) => takeAlias(tx, { id: first.id, collegeId: first.collegeId }, 'a thread'))
  await leave(first.id)
  await sanction(alias.id, BLOCK)
  await Bun.sleep(2)
  addKey()
  const bound = async ({ id }: { id: string }) => {
    const account = await readAccount(storage.reader, id)
    return [account?.sanction, account?.aliasSanction?.kind, account?.aliases.has(alias.id)]
  }
  const second = await arrive({ subject })
  expect(await bound(second)).toEqual([null, 'block', true])
  // The alias has one account; the other one of the same person is bound by its own name.
  expect(sanctionOf(await arrive({ email: first.email }))).toEqual(BANNED)
  await leave(second.id)
  expect(await bound(await arrive({ email: second.email }))).toEqual([null, 'block', true])
  expect(await bound(await arrive())).toEqual([null, undefined, false])
})

test('what is retained names neither address nor subject, and hits nobody else: another subject, another issuer, an account that was never banned', async () => {
  const { subject, first } = await banned({ ...BLOCK, reason: 'Retained for this' })
  const rows = JSON.stringify(select('SELECT * FROM retained_sanctions'))
  expect(rows).toContain('Retained for this')
  for (const secret of [first.email, first.id, subject.subject, 'login.campus.edu']) expect(rows).not.toContain(secret)
  expect(sanctionOf(await arrive({ subject: newSubject() }))).toEqual([])
  expect(sanctionOf(await arrive({ subject: { ...subject, issuer: 'https://elsewhere.example' } }))).toEqual([])
  const innocent = await arrive()
  await leave(innocent.id)
  expect(sanctionOf(await arrive({ email: innocent.email }))).toEqual([])
})

test('an address opens three accounts a day, so that no limit of an account begins anew without end', async () => {
  const email = newEmail()
  await configured({ rateLimits: true }, async () => {
    for (let n = 0; n < 3; n++) {
      const { visitor } = await student({ email, onboard: false })
      expectData(await visitor.delete('auth/account'))
    }
    await expect(student({ email, onboard: false })).rejects.toThrow('RATE_LIMITED')
    expect((await student({ onboard: false })).user.blocked).toBe(false)
  })
  expect((await student({ email, onboard: false })).email).toBe(email)
})
