import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Account, isAdministrator, type Viewer } from './account'
import { standingAuthor } from './standing'

/**
 * The account of who administers, as the transaction sees it: another one may have taken the role or imposed a sanction
 * since the request was let in (a body can take its time), and two superadmins who block each other at once must not
 * both succeed. 401, 403 `USER_BLOCKED`, `USER_SUSPENDED` or `FORBIDDEN`.
 */
export async function standingAdministrator(tx: Tx, viewer: Pick<Viewer, 'id'>): Promise<Account> {
  const account = await standingAuthor(tx, viewer)
  return isAdministrator(account) ? account : refuse('FORBIDDEN')
}

/** The same of a superadmin. */
export async function standingSuperadmin(tx: Tx, viewer: Pick<Viewer, 'id'>): Promise<Account> {
  const account = await standingAuthor(tx, viewer)
  return account.role === 'superadmin' ? account : refuse('FORBIDDEN')
}
