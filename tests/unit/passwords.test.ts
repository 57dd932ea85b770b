import { describe, expect, test } from 'bun:test'
import { NO_PASSWORD, refuseWeakPassword } from '../../src/core/auth/password-policy'
import { AppError } from '../../src/errors'
import { ARGON2, hashPassword, hashRuns, verifyPassword } from '../../src/lib/password-hash'

const EMAIL = '20211234@campus.edu'

function refusal(password: string, email: string | undefined = EMAIL): AppError | undefined {
  try {
    refuseWeakPassword(password, email, 'newPassword')
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

describe('the policy', () => {
  test.each([
    'aZ9-kQ2x',
    'eight 8s',
    'x'.repeat(128),
    'ż7 kM🙂ñ9',
    // Eight emoji are eight characters, though sixteen UTF-16 units.
    '🦦'.repeat(8),
    '🦦'.repeat(128),
    'correct horse battery',
    '        ',
  ])('%j is strong enough', (password) => {
    expect(refusal(password)).toBeUndefined()
  })

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
  ])('%s is 400 on its field', (_, password) => {
    const refused = refusal(password)
    expect([refused?.status, refused?.code, refused?.errors?.[0]?.field]).toEqual([
      400,
      'VALIDATION_FAILED',
      'newPassword',
    ])
    expect(refused?.message).not.toMatch(/12345678|qwertyuiop|20211234/)
  })

  test("another's address is a password like any other", () => {
    expect(refusal('20219999@campus.edu')).toBeUndefined()
  })
})

describe('hashes', () => {
  test('are argon2id and salted', async () => {
    const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
    expect(one).toStartWith('$argon2id$')
    expect(one).toContain(`m=${ARGON2.memoryCost},t=${ARGON2.timeCost}`)
    expect(two).not.toBe(one)
  })
  test('match their password and no other', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    for (const wrong of ['correct horse ', 'Correct horse', '', 'correct horse\0'])
      expect(await verifyPassword(wrong, hash)).toBe(false)
  })
  test('without one, the answer is no after the same work', async () => {
    const before = hashRuns()
    expect(await verifyPassword('nobody', null)).toBe(false)
    expect(hashRuns() - before).toBe(1)
  })
  test('many at once all come out right', async () => {
    const hash = await hashPassword('correct horse')
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => verifyPassword(at % 2 ? 'correct horse' : 'wrong', hash)),
    )
    expect(answers).toEqual(answers.map((_, at) => at % 2 === 1))
  })
})
