import { describe, expect, test } from 'bun:test'
import type { ErrorCode } from '../../public/app/lib/api'
import { failureMessage, policyMessage } from '../../public/app/lib/failures'
import { text } from '../../public/app/texts/core'

const failure = (code: ErrorCode, more: object = {}) => ({
  success: false as const,
  code,
  message: 'As the server says it',
  ...more,
})

describe('a failure in words', () => {
  test.each([
    [failure('UNREACHABLE'), text.failures.UNREACHABLE],
    [failure('NOT_ONBOARDED'), 'As the server says it'],
    [failure('RATE_LIMITED', { retryAfter: 7 }), 'in 7 s.'],
    [failure('RATE_LIMITED', { retryAfter: 1 }), 'in 1 s.'],
    [failure('OTP_COOLDOWN', { retryAfter: 3000 }), 'in 50 min.'],
    [failure('RATE_LIMITED'), text.waiting.some],
    [failure('SOMETHING_NEW' as ErrorCode), 'As the server says it'],
  ])('%o', (given, words) => {
    expect(failureMessage(given)).toContain(words)
  })
})

describe('a refusal by the content policy', () => {
  const errors = [{ field: 'content', message: 'It contains a word that isn’t allowed here.' }]
  const sent = '  What a loathsome, loathsome day'
  const matches = [
    { field: 'content', start: 9, end: 18, severity: 'severe' },
    { field: 'content', start: 20, end: 29, severity: 'severe' },
    { field: 'title', start: 0, end: 4, severity: 'mild' },
  ]
  const refused = failure('CONTENT_POLICY_VIOLATION', {
    errors,
    meta: { source: 'words', reasons: ['banned_word'], matches },
  })

  test('names what was meant, once, at the field that it is about', () => {
    const words = policyMessage(refused, 'content', sent)
    expect(words?.matched).toEqual(['loathsome'])
    expect(policyMessage(refused, 'title', sent)).toBeUndefined()
    expect(policyMessage(failure('VALIDATION_FAILED', { errors }), 'content', sent)).toBeUndefined()
  })
  test('says what the server says of the whole and of the field, each once', () => {
    expect(policyMessage(refused, 'content', sent)?.text).toBe(
      'As the server says it It contains a word that isn’t allowed here.',
    )
    const once = [{ field: 'content', message: 'As the server says it' }]
    expect(policyMessage({ ...refused, errors: once }, 'content', sent)?.text).toBe('As the server says it')
  })
})
