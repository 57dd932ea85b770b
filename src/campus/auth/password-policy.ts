import { refuseField } from '../../errors'
import { message } from '../../messages/message'

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** External sign-up sends this in place of a password, and the account has none (interface, Auth). */
export const NO_PASSWORD = 'oauth-flow-placeholder'

/** Loaded with the first chosen password, because these lists would slow the start down. */
let commonPasswords: Set<string> | undefined

function isCommon(password: string): boolean {
  if (commonPasswords === undefined) {
    const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
    commonPasswords = new Set([...dictionary['passwords-common'], NO_PASSWORD])
  }
  return commonPasswords.has(password.toLowerCase())
}

/** Words that somebody who guesses tries first here (OWASP ASVS 5.0 §6.1.2), with those of the own email. */
const EXPECTED_WORDS = ['quad', 'campus', 'college', 'university', 'student', 'admin', 'password', 'welcome']

/** Whether the password has hardly a letter but for expected words: `Quad@Campus2026`. */
function isExpected(password: string, email = ''): boolean {
  const own = email.split(/[^\p{L}]+/u).filter((part) => part.length > 2)
  const words = [...EXPECTED_WORDS, ...own].sort((a, b) => b.length - a.length)
  const text = password.toLowerCase()
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest !== text && rest.replace(/[^\p{L}]/gu, '').length < 3
}

/** 400 on `field`. No rule requires kinds of characters (OWASP ASVS 5.0 §6.2.5). */
export function refuseWeakPassword(password: string, email: string | undefined, field: string): void {
  const { min, max } = PASSWORD_LENGTH
  // An emoji counts as one character.
  const { length } = [...password]
  if (length < min || length > max) refuseField(field, message('auth.passwordLength', { min, max }))
  if (email !== undefined && password.trim().toLowerCase() === email) refuseField(field, 'auth.passwordIsEmail')
  if (isCommon(password) || isExpected(password, email)) refuseField(field, 'auth.passwordCommon')
}
