import { config } from '../../config'
import { refuse } from '../../errors'
import { type Address, isDisposable, parseAddress } from '../../lib/email-address'

/** The address of a student. 400 `INVALID_EMAIL`, 400 `DISPOSABLE_EMAIL`. */
export function studentAddress(given: string): Address {
  const address = parseAddress(given)
  if (!address) return refuse('INVALID_EMAIL', 'auth.notAnEmail')
  if (isDisposable(address.domain)) refuse('DISPOSABLE_EMAIL')
  if (!config.enrollmentPattern.test(address.local)) refuse('INVALID_EMAIL', 'auth.studentEmail')
  return address
}
