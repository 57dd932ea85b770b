import { config } from '../../config'
import { refuse } from '../../errors'
import { type Address, isDisposable, parseAddress } from '../../lib/email-address'

/** 400 `INVALID_EMAIL` or `DISPOSABLE_EMAIL` for what cannot be the email of a student. */
export function requireStudentEmail(text: string): Address {
  const address = parseAddress(text)
  if (!address) return refuse('INVALID_EMAIL', 'auth.notAnEmail')
  if (isDisposable(address.domain)) refuse('DISPOSABLE_EMAIL')
  if (!config.enrollmentPattern.test(address.local)) refuse('INVALID_EMAIL', 'auth.studentEmail')
  return address
}
