import { config } from '../../config'
import { refuse } from '../../errors'
import { type Address, isDisposable, parseAddress } from '../../lib/email-address'

/** RFC 5233: what follows it in the local part is up to the owner of the mailbox, who would have any number of accounts. */
const SUBADDRESS = '+'

/** 400 `INVALID_EMAIL` or `DISPOSABLE_EMAIL` for what cannot be the email of a student. */
export function requireStudentEmail(text: string): Address {
  const address = parseAddress(text)
  if (!address) return refuse('INVALID_EMAIL', 'auth.notAnEmail')
  if (isDisposable(address.domain)) refuse('DISPOSABLE_EMAIL')
  if (address.local.includes(SUBADDRESS) || !config.enrollmentPattern.test(address.local))
    refuse('INVALID_EMAIL', 'auth.studentEmail')
  return address
}
