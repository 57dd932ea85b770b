import { eq } from 'drizzle-orm'
import { identities } from '../../../db/schema/identities'
import { storage } from '../../../db/storage'
import { isStale, sealAddress } from '../../lib/addresses'
import { inBackground } from '../../lib/background'
import type { SignInIdentity } from './users'

/** After a sign-in with the email: stores it under the current key or recipient if it is stored under another one. */
export function renewAddress(identity: SignInIdentity, email: string): void {
  if (!isStale(identity)) return
  inBackground('renewing an address', async () => {
    const { id, indexes, sealed } = await sealAddress(email, identity.authId)
    const change = { emailIndex: indexes[0] ?? '', emailSealed: sealed }
    await storage.write(async (tx) => tx.orm.update(identities).set(change).where(eq(identities.id, id)).run())
  })
}
