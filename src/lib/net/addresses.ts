import { config } from '../../config'
import { keyIdOf, storedHashes } from '../crypto/keys'
import { seal, sealer, sealTo, unseal } from '../crypto/sealing'
import { maskedEmail } from '../mail/email-address'

// Email addresses at rest. A table has an index, a keyed hash by which an address is found, and the address sealed.

/** An address for one row, made before the write that stores it: sealing for an offline recipient takes a while. */
export type SealedAddress = {
  id: string
  /** The address's index under each key, the current one first. */
  indexes: readonly string[]
  sealed: string
  domain: string
}

/** Versions before sealed addresses had this purpose for the sanctions of deleted accounts, which stay valid. */
const PURPOSE = 'sanction'

/** The index of an address under each key, the current one first: a row may name any of them. */
export const addressIndexes = (email: string): string[] => storedHashes(PURPOSE, email)

export const addressIndex = (email: string): string => addressIndexes(email)[0]!

/** The address that a text is, if the row with one of these indexes has that address. Needs no opening. */
export function matchingAddress(text: string, indexes: readonly string[]): string | undefined {
  const email = text.trim().toLowerCase()
  return addressIndexes(email).some((index) => indexes.includes(index)) ? email : undefined
}

/** Seals an address for the row with that id: by `ADDRESS_RECIPIENT`, else by the server's own key. */
export async function sealAddress(email: string, id: string = crypto.randomUUID()): Promise<SealedAddress> {
  const { addressRecipient } = config
  const sealed = addressRecipient === undefined ? seal(id, email) : await sealTo(addressRecipient, email)
  return { id, indexes: addressIndexes(email), sealed, domain: email.slice(email.lastIndexOf('@') + 1) }
}

type AddressRow = { id: string; emailSealed: string }

/** The address of a row; null when this server cannot read it. Prefer the address that the request has. */
export const openAddress = ({ id, emailSealed }: AddressRow): string | null => unseal(id, emailSealed)

/** Whether a row names another key or recipient than values that are stored now. */
export const isStale = ({ emailIndex, emailSealed }: { emailIndex: string; emailSealed: string }): boolean =>
  keyIdOf(emailSealed) !== sealer() || keyIdOf(emailIndex) !== keyIdOf(addressIndex(''))

export const unreadableAddress = (collegeDomain: string): string => `…@${collegeDomain}`

/** An address as lists show it: `1…7@campus.edu`, or `…@campus.edu` when this server cannot read it. */
export function shownAddress(row: AddressRow, collegeDomain: () => string): string {
  const email = openAddress(row)
  return email === null ? unreadableAddress(collegeDomain()) : maskedEmail(email)
}
