import { sanctions, users } from '../../../db/schema/users'
import { orNull, sqlStatement } from '../../../db/statement'
import type { Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { type Account, readAccount } from './account'
import { activeSanction, type Sanction } from './sanctions'

/**
 * The account of who writes, as the transaction sees it: whatever was waited for since the request was let in, it may
 * have gone (401) or have been sanctioned (403 `USER_BLOCKED`, `USER_SUSPENDED`) meanwhile.
 */
export async function standingAuthor(tx: Tx, { id }: { id: string }): Promise<Account> {
  const account = (await readAccount(tx, id)) ?? refuse('UNAUTHENTICATED')
  refuseSanctioned(account.sanction)
  return account
}

const sanctionOf = sqlStatement(
  'SELECT s.kind, s.ends_at AS endsAt FROM users u LEFT JOIN sanctions s ON s.user_id = u.id WHERE u.id = $id',
  { returns: { kind: orNull(sanctions.kind), endsAt: sanctions.endsAt }, params: { id: users.id } },
)

/** The same for what needs nothing else of the account; it takes a third of the time. */
export async function refuseUnlessStanding(tx: Tx, { id }: { id: string }): Promise<void> {
  const { kind, endsAt } = sanctionOf(tx).get({ id }) ?? refuse('UNAUTHENTICATED')
  refuseSanctioned(kind === null ? null : { kind, reason: '', endsAt })
}

function refuseSanctioned(laid: Sanction | null): void {
  const sanction = activeSanction(laid)
  if (sanction !== null) refuse(sanction.kind === 'suspension' ? 'USER_SUSPENDED' : 'USER_BLOCKED')
}
