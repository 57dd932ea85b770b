import { describe, expect, test } from 'bun:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { config } from '../../../src/config'
import { renewAddresses } from '../../../src/keeping/maintenance/maintenance'
import { addKey } from '../../../src/lib/crypto/keys'
import { unsealWith } from '../../../src/lib/crypto/sealing'
import { addressIndexes } from '../../../src/lib/net/addresses'
import { backgroundIdle } from '../../../src/lib/process/background'
import { noticesOf, select } from '../../support/content'
import {
  administrator,
  expectData,
  expectWithout,
  fails,
  later,
  login,
  meOf,
  newEmail,
  PASSWORD,
  signedIn,
  signUp,
  student,
  useQuad,
  Visitor,
} from '../../support/kit'
import { mailFor, mailsADayLater, mailsTo, otpFor } from '../../support/traces'

// A campus whose addresses only the holder of an offline identity can read (ADDRESS_RECIPIENT), and the way to it and
// back.

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)

await useQuad()
const root = await administrator('superadmin')

type Row = { id: string; email_index: string; email_sealed: string }
const rowOf = (email: string): Row =>
  addressIndexes(email).flatMap((index) => select('SELECT * FROM identities WHERE email_index = ?', index))[0]
const MINUTE = 60_000

async function offline() {
  config.addressRecipient = recipient
  return student({ email: newEmail() })
}

describe('with an offline recipient', () => {
  test('people sign up, sign in by password and by code, and reset their password; only the identity opens the address; others are told nothing else', async () => {
    const person = await offline()
    const { email_sealed: sealed } = rowOf(person.email)
    expect(sealed).toStartWith(`age-${recipient.slice(-8)}.`)
    expect(await unsealWith([identity], sealed)).toBe(person.email)
    await expect(unsealWith([await generateX25519Identity()], sealed)).rejects.toThrow()

    later(2 * MINUTE)
    const [visitor, { email }] = [new Visitor(), person]
    const known = mailsTo(email).length
    expectData(await visitor.post('auth/otp/login/send', { email }))
    expectData(await visitor.post('auth/otp/login/verify', { email, otp: await otpFor(email, known) }))
    expect((await meOf(visitor)).email).toBe('…@campus.edu')
    later(2 * MINUTE)
    expectData(await new Visitor().post('auth/password/forgot', { email }))
    const { text } = await mailFor(email, known + 1)
    const token = /reset#([\w-]{43})/.exec(text)?.[1]
    const reset = (newPassword: string) => new Visitor().post('auth/password/reset', { token, newPassword })
    // The address as a password is recognized by its index.
    await fails(reset(person.email.toUpperCase()), 'VALIDATION_FAILED')
    expectData(await reset('another horse battery'))
    await signedIn(person.email, 'another horse battery')
    await fails(login(newEmail()), 'INVALID_CREDENTIALS')
    const again = { email, password: PASSWORD }
    await fails(new Visitor().post('auth/registration/initialize', again), 'USER_EXISTS')
  })
  test('what would be mailed is told in the app, no address waits in the queue, and an account is deleted with all that names its address', async () => {
    const person = await offline()
    const body = { currentPassword: PASSWORD, newPassword: 'another horse battery' }
    await person.post('auth/password/set', body)
    await root.put(`moderation/users/${person.id}/moderation-state`, { blocked: true })
    await root.post(`admin/users/${person.id}/reveal-email`, { reason: 'a threat that has to be reported' })
    expect(await mailsADayLater(person)).toEqual([])
    expect(select('SELECT * FROM mail_queue')).toEqual([])
    const kinds = (await noticesOf(person)).map(({ kind }) => kind)
    expect(kinds).toEqual(['email_revealed', 'banned', 'password_changed'])
    const index = rowOf(person.email).email_index
    await person.delete('auth/account')
    for (const table of ['identities', 'pending_signups', 'login_codes', 'mail_queue'])
      expectWithout(select(`SELECT * FROM ${table}`), index)
  })
  test('a code that confirms who is there goes to the address that is typed, if it is the own one', async () => {
    const person = await offline()
    later(10 * MINUTE)
    const send = (body?: object) => person.visitor.post('auth/reauthenticate/code', body)
    for (const body of [undefined, {}, { email: newEmail() }, { email: 'nobody' }]) {
      await fails(send(body), 'VALIDATION_FAILED', 'email')
    }
    const known = mailsTo(person.email).length
    expectData(await send({ email: ` ${person.email.toUpperCase()}` }))
    const otp = await otpFor(person.email, known)
    await fails(person.post('auth/reauthenticate', { otp }), 400)
    await person.post('auth/reauthenticate', { otp, email: person.email })
  })
  test('lists and requests of colleges show the domain, a search by the whole address still finds, and a reveal answers the sealed value', async () => {
    const person = await offline()
    const users = await root.get(`admin/manage/users/query?email=${encodeURIComponent(person.email)}`)
    expect(users).toEqual([expect.objectContaining({ id: person.id, email: '…@campus.edu' })])
    await root.post('auth/reauthenticate', { password: PASSWORD })
    const path = `admin/users/${person.id}/reveal-email`
    const revealed = await root.post(path, { reason: 'a threat that has to be reported' })
    expect(revealed.email).toBeNull()
    expect(await unsealWith([identity], revealed.sealed)).toBe(person.email)
    const place = { name: 'Hill College', emailDomain: 'hill.edu', city: 'Hilltown', state: 'Iowa' }
    const requestedByEmail = '7000000001@hill.edu'
    const made = expectData(await new Visitor().post('colleges/requests', { ...place, requestedByEmail }))
    expect(made.request?.requestedByEmail ?? made.requestedByEmail).toBe(requestedByEmail)
    const listed = await root.visitor.get('admin/colleges/requests')
    expectWithout(listed.text, '7000000001')
  })
})

describe('on the way to it and back', () => {
  test('addresses that the server can read are sealed for the recipient, and each follows back at a sign-in', async () => {
    const person = await student({ email: newEmail() })
    const before = rowOf(person.email).email_sealed
    config.addressRecipient = recipient
    await renewAddresses()
    const sealed = rowOf(person.email).email_sealed
    expect(await unsealWith([identity], sealed)).toBe(person.email)
    config.addressRecipient = undefined
    await renewAddresses()
    expect(rowOf(person.email).email_sealed).toBe(sealed)
    await signedIn(person.email)
    await backgroundIdle()
    const after = rowOf(person.email).email_sealed
    expect(after.slice(0, 9)).toBe(before.slice(0, 9))
    expect((await meOf(person)).email).toBe(person.email)
  })
  test('after a rotation accounts are found, and named by the new key when they can be read or sign in', async () => {
    const readable = await student({ email: newEmail() })
    const unreadable = await offline()
    config.addressRecipient = undefined
    await Bun.sleep(2)
    const { id } = addKey()
    await renewAddresses()
    expect(rowOf(readable.email).email_index).toStartWith(id)
    expect(rowOf(unreadable.email).email_index).not.toStartWith(id)
    await signedIn(unreadable.email)
    await backgroundIdle()
    expect(rowOf(unreadable.email)).toMatchObject({
      email_index: expect.stringContaining(id),
      email_sealed: expect.stringContaining(id),
    })
  })
  test('a sign-up of before a rotation that nobody can read begins anew', async () => {
    config.addressRecipient = recipient
    const [email, visitor] = [newEmail(), new Visitor()]
    expectData(await visitor.post('auth/registration/initialize', { email, password: PASSWORD }))
    expectData(await visitor.post('auth/registration/verify-otp', { otp: await otpFor(email) }))
    await Bun.sleep(2)
    addKey()
    await fails(visitor.post('auth/registration/finalize', { password: PASSWORD }), 'NOT_VERIFIED')
    await signUp({ email })
  })
})
