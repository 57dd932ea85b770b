import { describe, expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../../src/config'
import { hourlyMail } from '../../../src/lib/mail/budget'
import { MailFailure } from '../../../src/lib/mail/message'
import { mailWay, transport } from '../../../src/lib/mail/transport'
import { administrator, expectData, expectWithout, fails, useQuad, Visitor } from '../../support/kit'
import { totalOf } from '../../support/repeats'
import { mailsTo } from '../../support/traces'

await useQuad()
const root = await administrator('superadmin')

const attempt = (body: object) => root.visitor.post('admin/settings/addresses', body)
const verdicts = async (addresses: string[], pattern?: string) =>
  expectData(await attempt({ addresses, pattern })).results.map(({ verdict }: { verdict: string }) => verdict)
const entries = () => totalOf('audit_log')

describe('addresses that are tried', () => {
  const SAMPLES = [
    '20231234@campus.edu',
    ' 20231234@CAMPUS.edu ',
    'first.last@campus.edu',
    '2023+1@campus.edu',
    '20231234@else.edu',
    '20231234@mailinator.com',
    'nobody',
  ]
  const EXPECTED = ['accepted', 'accepted', 'no_student', 'no_student', 'no_college', 'disposable', 'no_email']
  test('are judged as a sign-up would be, and nothing of them comes back; what stays is how many', async () => {
    const answer = await attempt({ addresses: SAMPLES })
    const { isInUse, results } = expectData(answer)
    expect(results.map(({ verdict }: { verdict: string }) => verdict)).toEqual(EXPECTED)
    expect([isInUse, results[0].college.name]).toEqual([true, 'Campus University'])
    expectWithout(answer.text, '20231234')
    const [entry] = (await root.get('admin/manage/logs?limit=1')).data
    expect(entry).toMatchObject({ action: 'admin:tried:addresses', actorId: root.id, entityId: null })
    expect(entry.metadata).toEqual({ pattern: config.enrollmentPattern.source, samples: 7, accepted: 2 })
    for (const [index, email] of SAMPLES.entries()) {
      const { status } = await new Visitor().post('auth/registration/initialize', { email, password: 'correct horse' })
      expect([email, status === 201]).toEqual([email, EXPECTED[index] === 'accepted'])
    }
  })
  test('against another pattern, of the whole part before the @, without the one in use changing', async () => {
    const before = entries()
    expect(await verdicts(['ab12345@campus.edu', '12345@campus.edu', 'xab12345@campus.edu'], '[a-z]{2}\\d{5}')).toEqual(
      ['accepted', 'no_student', 'no_student'],
    )
    expect(await verdicts(['a+b@campus.edu'], '.*')).toEqual(['no_student'])
    expect(entries()).toBe(before)
    expect(await verdicts(['12345@campus.edu'])).toEqual(['accepted'])
  })
  test('a pattern that is none or needs more than linear time is refused; one that looks so is no slower', async () => {
    const large = '(a?){1000}'.repeat(20)
    for (const pattern of ['(', '(?=a)b', '(a)\\1', '((a{30}){30}){30}', large, 'x'.repeat(201), ''])
      await fails(attempt({ addresses: ['1@campus.edu'], pattern }), 'VALIDATION_FAILED')
    expect(await verdicts([`${'a'.repeat(63)}!@campus.edu`], '(a+)+$')).toEqual(['no_student'])
  })
  test('at most fifty at once', async () => {
    for (const addresses of [[], Array(51).fill('1@campus.edu'), ['x'.repeat(255)]])
      await fails(attempt({ addresses }), 'VALIDATION_FAILED')
  })
})

describe('a test mail to oneself', () => {
  const tested = async () => {
    const answer = await root.visitor.post('admin/settings/mail')
    expectWithout(answer.text, root.email)
    return expectData(answer)
  }
  const masked = `${root.email[0]}…${root.email.slice(root.email.indexOf('@') - 1)}`
  test('without a mail server says in which file it lies, and is in the log', async () => {
    const before = mailsTo(root.email).length
    const result = await tested()
    expect(result).toMatchObject({ to: masked, via: 'outbox', isAccepted: true, host: null, code: null, problem: null })
    expect(existsSync(join(config.dataDir, result.file))).toBe(true)
    expect(mailsTo(root.email)).toHaveLength(before + 1)
    const [entry] = (await root.get('admin/manage/logs?limit=1')).data
    expect(entry).toMatchObject({
      action: 'admin:tested:mail',
      metadata: { via: 'outbox', accepted: true, server: null },
    })
  })
  test('says what the mail server answered, and never who signs in there', async () => {
    config.smtpUrl = 'smtp://office:secret-word@mail.campus.edu:2525'
    transport.send = async () => ({ messageId: 'x', code: 250 })
    const result = await tested()
    expect(result).toEqual({
      ...{ to: masked, via: 'smtp', isAccepted: true, host: 'mail.campus.edu:2525', encryption: 'starttls' },
      ...{ code: 250, file: null, problem: null, ms: expect.any(Number) },
    })
    transport.send = async () => {
      throw new MailFailure('The mail server refused the sender or the addressee (550)', true, 550)
    }
    const refused = await tested()
    expect(refused).toMatchObject({ isAccepted: false, code: 550, problem: expect.stringContaining('refused') })
    expect(JSON.stringify([result, refused])).not.toMatch(/secret-word|office/)
  })
  test('knows how the connection is encrypted, as far as it is configured', () => {
    for (const [url, encryption, host] of [
      ['smtps://mail.campus.edu', 'tls', 'mail.campus.edu:465'],
      ['smtp://mail.campus.edu', 'starttls', 'mail.campus.edu:587'],
      ['smtp://mail.campus.edu?ignoreTLS=true', 'none', 'mail.campus.edu:587'],
      ['smtp://127.0.0.1:25', 'offered', '127.0.0.1:25'],
    ] as const) {
      config.smtpUrl = url
      expect(mailWay()).toEqual({ via: 'smtp', host, encryption })
    }
  })
  test('takes nothing of the mail that is kept for those who sign in', async () => {
    const counted = spyOn(hourlyMail(), 'consume')
    expect((await tested()).isAccepted).toBe(true)
    expect(counted.mock.calls.map(([kind]) => kind)).toEqual(['signup'])
  })
})
