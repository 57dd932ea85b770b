import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { newOtp, OTP_MINUTES, type OtpState, otpExpiry, otpHash, verifyOtp } from '../../src/core/auth/otp'
import { OTP_ATTEMPTS } from '../../src/core/auth/otp-rate-limits'

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
const judge = (changes: Partial<OtpState>, attempt: string, now = NOW) =>
  verifyOtp(state(changes), SUBJECT, attempt, now)

afterEach(() => {
  setSystemTime()
})

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
  ] as const)('%s', (_, changes, attempt, verdict) => {
    expect(judge(changes, attempt)).toBe(verdict)
  })

  test('valid to the last millisecond', () => {
    expect(judge({}, RIGHT, '2026-03-01T12:14:59.999Z')).toBe('matched')
  })

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
    expect(verifyOtp(state(), 'signup-2', RIGHT, NOW)).toBe('wrong')
    expect(verifyOtp(state(), 'signup-1\0', RIGHT, NOW)).toBe('wrong')
  })
})

describe('a code', () => {
  test('is six digits, leading zeros kept', () => {
    const codes = Array.from({ length: 20_000 }, newOtp)
    for (const code of codes) expect(code).toMatch(/^\d{6}$/)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })

  test('is drawn evenly: each first digit comes up about as often', () => {
    const counts = Array<number>(10).fill(0)
    for (let drawn = 0; drawn < 20_000; drawn++) counts[Number(newOtp()[0])]!++
    // 2,000 expected; eight standard deviations of 42 are 340.
    for (const count of counts) expect(count).toBeWithin(1_660, 2_340)
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
    expect(otpExpiry('registration')).toBe(LATER)
    expect(otpExpiry('login')).toBe('2026-03-01T12:10:00.000Z')
  })
})
