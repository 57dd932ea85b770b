import { refuseField } from '../../errors'
import { message } from '../../messages/message'

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

/** What external sign-up sends in place of a password: an account finalized with it has none (interface, Auth). */
export const NO_PASSWORD = 'oauth-flow-placeholder'

let common: Set<string> | undefined

function isCommon(password: string): boolean {
  common ??= commonPasswords()
  return common.has(password.toLowerCase())
}

function commonPasswords(): Set<string> {
  // Loaded with the first password that is chosen, because a start does without these lists.
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], NO_PASSWORD])
}

/**
 * Refuses a password that is too short or too long, among the most common, or the address itself (400, on `field`).
 * No rule asks for kinds of characters (OWASP ASVS 5.0 §6.2.5).
 */
export function refuseWeakPassword(password: string, email: string | undefined, field: string): void {
  const { min, max } = PASSWORD_LENGTH
  // Counted as people count: an emoji is one character.
  const { length } = [...password]
  if (length < min || length > max) refuseField(field, message('auth.passwordLength', { min, max }))
  if (isCommon(password)) refuseField(field, 'auth.passwordCommon')
  if (email !== undefined && password.trim().toLowerCase() === email) refuseField(field, 'auth.passwordIsEmail')
}
