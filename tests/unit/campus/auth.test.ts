import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { guessOtp, newCode, OTP_MINUTES, type OtpState, otpHash } from '../../../src/campus/auth/codes'
import { OTP_ATTEMPTS } from '../../../src/campus/auth/otp-rate-limits'
import { NO_PASSWORD, refuseWeakPassword } from '../../../src/campus/auth/password-policy'
import { requireLastingEmail, requireStudentEmail } from '../../../src/campus/auth/student-email'
import { AppError } from '../../../src/errors'
import { ARGON2, hashPassword, hashRuns, verifyPassword } from '../../../src/lib/crypto/password-hash'
import { isDisposable, maskedEmail, parseAddress } from '../../../src/lib/mail/email-address'
import { startCpuClock } from '../../support/cpu'

const SUBJECT = 'signup-1'
const RIGHT = '042137'
const NOW = '2026-03-01T12:00:00.000Z'
const LATER = '2026-03-01T12:15:00.000Z'

const state = (changes: Partial<OtpState> = {}): OtpState => ({
  otpHash: otpHash(SUBJECT, RIGHT),
  otpExpiresAt: LATER,
  attempts: 0,
  ...changes,
})
function judge(changes: Partial<OtpState>, attempt: string, subject = SUBJECT) {
  setSystemTime(new Date(NOW))
  return guessOtp(state(changes), subject, attempt)
}
/** What is refused; nothing is where the work is done. */
function refusalOf(work: () => void): AppError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

afterEach(() => void setSystemTime())

describe("an attempt at a code, row by row of the interface's registration states", () => {
  test.each([
    ['matches', {}, RIGHT, 'matched'],
    ['matches after four that were wrong', { attempts: 4 }, RIGHT, 'matched'],
    ['matches with the spaces of a paste', {}, ` ${RIGHT}\n`, 'matched'],
    ['wrong, attempts below 5', {}, '042138', 'wrong'],
    ['wrong for the fourth time', { attempts: 3 }, '042138', 'wrong'],
    ['wrong and attempts reach 5', { attempts: 4 }, '042138', 'exhausted'],
    ['right, but blocked', { attempts: 5 }, RIGHT, 'exhausted'],
    ['right, but blocked and expired', { attempts: 5, otpExpiresAt: NOW }, RIGHT, 'exhausted'],
    ['missing: used or void', { otpHash: null, otpExpiresAt: null }, RIGHT, 'expired'],
    ['void, its end still there', { otpHash: null }, RIGHT, 'expired'],
    ['expired this very moment', { otpExpiresAt: NOW }, RIGHT, 'expired'],
    ['expired long ago', { otpExpiresAt: '2026-02-01T00:00:00.000Z' }, RIGHT, 'expired'],
    ['wrong and expired', { otpExpiresAt: NOW }, '042138', 'expired'],
    ['empty', {}, '', 'wrong'],
    ['shorter', {}, '42137', 'wrong'],
    ['in other digits', {}, '٠٤٢١٣٧', 'wrong'],
    ['valid to the last millisecond', { otpExpiresAt: '2026-03-01T12:00:00.001Z' }, RIGHT, 'matched'],
  ] as const)('%s', (_, changes, attempt, verdict) => expect(judge(changes, attempt)).toBe(verdict))

  test('no attempt but the right one ever matches, and no code outlives five attempts', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat({ max: 9 }), (attempt, attempts) => {
        const verdict = judge({ attempts }, attempt)
        expect(verdict === 'matched').toBe(attempt.trim() === RIGHT && attempts < OTP_ATTEMPTS)
        if (attempts >= OTP_ATTEMPTS) expect(verdict).toBe('exhausted')
      }),
    )
  })

  test('a code is worth nothing for another signup', () => {
    for (const other of ['signup-2', 'signup-1\0']) expect(judge({}, RIGHT, other)).toBe('wrong')
  })
})

describe('a code', () => {
  test('is six digits, leading zeros kept, drawn evenly: each first digit comes up about as often', () => {
    const counts: Record<string, number> = {}
    for (let drawn = 0; drawn < 20_000; drawn++) {
      const { otp: code } = newCode(SUBJECT, 'login')
      expect(code).toMatch(/^\d{6}$/)
      counts[code[0]!] = (counts[code[0]!] ?? 0) + 1
    }
    // 2,000 expected; eight standard deviations of 42 are 340.
    expect(Object.values(counts)).toHaveLength(10)
    for (const count of Object.values(counts)) expect(count).toBeWithin(1_660, 2_340)
  })

  test('is kept as a keyed hash, which differs by what it is for', () => {
    expect(otpHash(SUBJECT, RIGHT)).not.toContain(RIGHT)
    expect(otpHash(SUBJECT, RIGHT)).toBe(otpHash(SUBJECT, RIGHT))
    expect(otpHash('other', RIGHT)).not.toBe(otpHash(SUBJECT, RIGHT))
    const plain = new Bun.CryptoHasher('sha256').update(`otp\0${SUBJECT}\0${RIGHT}`).digest('base64url')
    expect(otpHash(SUBJECT, RIGHT)).not.toBe(plain)
  })

  test('lives 15 minutes for a registration, 10 for a sign-in', () => {
    setSystemTime(new Date(NOW))
    expect(OTP_MINUTES).toEqual({ registration: 15, login: 10 })
    expect(newCode(SUBJECT, 'registration').otpExpiresAt).toBe(LATER)
    expect(newCode(SUBJECT, 'login').otpExpiresAt).toBe('2026-03-01T12:10:00.000Z')
  })
})

describe('passwords', () => {
  const EMAIL = '20211234@campus.edu'

  const refusal = (password: string) => refusalOf(() => refuseWeakPassword(password, EMAIL, 'newPassword'))

  describe('the policy', () => {
    test.each([
      'aZ9-kQ2x',
      'eight 8s',
      'x'.repeat(128),
      'ż7 kM🙂ñ9',
      // Eight emoji are eight characters, though sixteen UTF-16 units.
      '🦦'.repeat(8),
      '🦦'.repeat(128),
      // Another's address is a password like any other.
      ...'correct horse battery|quadratic-8|on campus since 1998|83920173|        |20219999@elsewhere.org'.split('|'),
    ])('%j is strong enough', (password) => expect(refusal(password)).toBeUndefined())

    test.each([
      ['too short', 'aZ9-kQ2'],
      ['too short, though more UTF-16 units', '🦦'.repeat(7)],
      ['empty', ''],
      ['too long', 'x'.repeat(129)],
      ['common', 'password'],
      ['common in capitals', 'PASSWORD'],
      ['common digits', '12345678'],
      ['common', 'qwertyuiop'],
      ['the address', EMAIL],
      ['the address in capitals, with spaces', ` ${EMAIL.toUpperCase()} `],
      ['what external sign-up sends, known to all', NO_PASSWORD],
      ['the name of the software and a year', 'Quad-2026!'],
      ['the college and a year', 'Campus@2026'],
      ['several expected words', 'student.of.campus'],
    ])('%s is 400 on its field', (_, password) => {
      const refused = refusal(password)
      expect(refused).toMatchObject({
        status: 400,
        code: 'VALIDATION_FAILED',
        details: { errors: [{ field: 'newPassword' }] },
      })
      expect(refused?.message).not.toMatch(/12345678|qwertyuiop|20211234/)
    })
  })

  describe('hashes', () => {
    test('are argon2id and salted, and match their password and no other, many at once, too', async () => {
      const [hash, other] = [await hashPassword('correct horse', null), await hashPassword('correct horse', null)]
      expect(hash).toStartWith('$argon2id$')
      expect(hash).toContain(`m=${ARGON2.memoryCost},t=${ARGON2.timeCost}`)
      expect(other).not.toBe(hash)
      // Twice as many as run at once: with more, a busy machine would refuse the last.
      const right = 'correct horse'
      const tried = [right, `${right} `, right, 'Correct horse', right, '', right, `${right}\0`]
      const answers = await Promise.all(tried.map((each) => verifyPassword(each, hash, null)))
      expect(answers).toEqual(tried.map((each) => each === right))
    })
    test('without one, the answer is no after the same work', async () => {
      const before = hashRuns()
      expect(await verifyPassword('nobody', null, null)).toBe(false)
      expect(hashRuns() - before).toBe(1)
    })
  })
})

describe('an address', () => {
  test.each([
    ['20211234@campus.edu', '20211234', 'campus.edu'],
    ['  20211234@Campus.EDU\n', '20211234', 'campus.edu'],
    ['Jane.Doe+quad@cs.campus.ac.uk', 'jane.doe+quad', 'cs.campus.ac.uk'],
    ["o'neil@campus.edu", "o'neil", 'campus.edu'],
    ['1@xn--bcher-kva.example', '1', 'xn--bcher-kva.example'],
    [`${'1'.repeat(64)}@campus.edu`, '1'.repeat(64), 'campus.edu'],
  ])('%j is read in lower case, apart', (given, local, domain) => {
    expect(parseAddress(given)).toEqual({ email: `${local}@${domain}`, local, domain })
  })

  test.each([
    ...'| |12 34@campus.edu|Jane <12@campus.edu>|12@campus.edu, 13@campus.edu|12@campus.edu; 13@campus.edu'.split('|'),
    ...'12@campus.edu\r\nBcc: x@evil.example|12\r\n@campus.edu|12\0@campus.edu|12@campus.edu\0.evil.example'.split('|'),
    `${'1'.repeat(65)}@campus.edu`,
    `12@${'a'.repeat(64)}.edu`,
    `12@${'a.'.repeat(125)}edu`,
    ...`@ plain 12@ @campus.edu 12@campus 12@campus. 12@.edu 12@campus..edu 12@-campus.edu 12@campus-.edu 12@campus.e
      12@campus.1 12@127.0.0.1 12@[127.0.0.1] .12@campus.edu 12.@campus.edu 1..2@campus.edu 1@2@campus.edu
      "12"@campus.edu 12@campus.edu%0a 12@cämpus.edu jané@campus.edu １２@campus.edu 12@campus․edu
      ../../etc/1@campus.edu/..`.split(/\s+/),
  ])('%j is none', (given) => expect(parseAddress(given)).toBeUndefined())

  test('whatever is accepted is one line of plain ASCII without anything that a mail header could trip over', () => {
    const nasty = fc.constantFrom(...'@.,;<>"\\\r\n\0 İK1a', 'edu')
    const address = fc.tuple(fc.array(nasty, { maxLength: 12 }), fc.array(nasty, { maxLength: 12 }))
    fc.assert(
      fc.property(address, ([local, domain]) => {
        const parsed = parseAddress(`${local.join('')}@${domain.join('')}`)
        if (parsed === undefined) return
        expect(parsed.email).toMatch(/^[!-~]+$/)
        expect(parsed.email).not.toMatch(/[\s,;<>"\\()[\]:]/)
        expect(parsed.email.split('@')).toEqual([parsed.local, parsed.domain])
        expect(parsed.email).toBe(parsed.email.toLowerCase())
      }),
      { numRuns: 2_000 },
    )
  })

  test('a long hostile one is refused at once', () => {
    const cpuMs = startCpuClock()
    for (const hostile of [
      `${'a.'.repeat(100_000)}@`,
      `1@${'a-'.repeat(100_000)}`,
      `${'1'.repeat(253)}`,
      `${'a.'.repeat(126)}@`,
      `1@${'a-'.repeat(120)}.`,
    ])
      expect(parseAddress(hostile)).toBeUndefined()
    expect(cpuMs()).toBeLessThan(200)
  })
})

describe('the address of a student', () => {
  const refusedAs = {
    'nothing at all': '1@campus.edu 0001@campus.edu 20211234@CAMPUS.edu',
    INVALID_EMAIL: 'jane@campus.edu 12a@campus.edu a12@campus.edu 1+2@campus.edu 1.2@campus.edu -1@campus.edu nothing',
    DISPOSABLE_EMAIL: '1@mailinator.com 1@MAILINATOR.com 1@box.mailinator.com 1@a.b.guerrillamail.com',
  }
  const cases = Object.entries(refusedAs).flatMap(([code, all]) =>
    all.split(' ').map((given) => [given, code] as const),
  )
  test.each(cases)('%s is refused as %s', (given, code) => {
    const refused = refusalOf(() => requireStudentEmail(requireLastingEmail(given)))
    expect(refused?.code ?? 'nothing at all').toBe(code)
  })
  test('a domain that only looks like a disposable one is none', () => {
    expect(isDisposable('mailinator.com')).toBe(true)
    for (const domain of ['xmailinator.edu', 'mailinator.com.campus.edu', 'campus.edu', 'com'])
      expect(isDisposable(domain)).toBe(false)
  })
})

describe('a masked address', () => {
  test.each([
    ['20211237@campus.edu', '2…7@campus.edu'],
    ['123456@campus.edu', '1…6@campus.edu'],
    ['12345@campus.edu', '…@campus.edu'],
    ['12@campus.edu', '…@campus.edu'],
    ['1@campus.edu', '…@campus.edu'],
  ])('%s reads %s', (email, masked) => expect(maskedEmail(email)).toBe(masked))
  test('never gives the local part away', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{1,20}$/), (local) => {
        const [shown = ''] = maskedEmail(`${local}@campus.edu`).split('@')
        expect(local.length - (shown.length - 1)).toBeGreaterThanOrEqual(Math.min(local.length, 4))
      }),
    )
  })
})
