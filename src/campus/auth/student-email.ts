import { config } from '../../config'
import type { LinearPattern } from '../../config/parse'
import { refuse } from '../../errors'
import { type Address, isDisposable, parseAddress } from '../../lib/mail/email-address'
import { message } from '../../messages/message'

/**
 * RFC 5233: what follows it in the local part is up to the owner of the mailbox, who would have any number of accounts.
 */
const SUBADDRESS = '+'

/** 400 `INVALID_EMAIL` or `DISPOSABLE_EMAIL` for what is the email of no mailbox that a college gives. */
export function requireLastingEmail(text: string): Address {
  const address = parseAddress(text)
  if (!address) return refuse('INVALID_EMAIL', 'auth.notAnEmail')
  if (isDisposable(address.domain)) refuse('DISPOSABLE_EMAIL')
  return address
}

/** Whether the part before the @ is one that the college gives to a student. */
export const isStudentLocal = (local: string, pattern: LinearPattern): boolean =>
  !local.includes(SUBADDRESS) && pattern.test(local)

/**
 * 400 `INVALID_EMAIL` for what cannot be the email of a student. Look for the college first: whoever has mistaken the
 * domain must not read that the part before it is wrong.
 */
export function requireStudentEmail({ local, domain }: Pick<Address, 'local' | 'domain'>): void {
  if (isStudentLocal(local, config.enrollmentPattern)) return
  const { enrollmentExample } = config
  if (enrollmentExample === undefined) refuse('INVALID_EMAIL', 'auth.studentEmail')
  refuse('INVALID_EMAIL', message('auth.studentEmailLike', { example: `${enrollmentExample}@${domain}` }))
}
