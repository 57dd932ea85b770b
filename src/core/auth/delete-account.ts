import { eq } from 'drizzle-orm'
import { appeals } from '../../../db/schema/appeals'
import { heldTexts } from '../../../db/schema/held-texts'
import { identities } from '../../../db/schema/identities'
import { accountNotices } from '../../../db/schema/notices'
import { users } from '../../../db/schema/users'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { addressIndexes, openAddress } from '../../lib/addresses'
import { runEvery } from '../../lib/background'
import { withdrawMail } from '../../lib/mail/mail'
import { forgetAccount, readAccount, type Viewer } from '../access/account'
import { activeSanction, retainSanction } from '../access/sanctions'
import { writeAs } from '../access/write-as'
import { keepingBranchGroups } from '../accounts/branch-groups'
import { deleteNextContent } from '../accounts/delete-content'
import { isLastSuperadmin } from '../accounts/roles'
import { ownerOf } from '../aliases/aliases'
import { beginEnding, dueAliases, endAliases, scatterLateEndings, scatterMissedEndings } from '../aliases/endings'
import { audit } from '../audit/audit'
import { forgetRequester } from '../colleges/requests'
import { deleteExportOf } from '../exports/queries'
import { takeNameOutOfSearch } from '../names/searched-names'
import { deleteAuthorCounts } from '../posts/counts'
import {
  beginDeletion,
  endDeletion,
  finishDeletions,
  isBeingDeleted,
  repeatForAStep,
  untilDeleted,
} from '../posts/deletions'
import { forgetModeratorsWords } from '../posts/moderators-words'
import { forgetReporter } from '../reports/erase'
import { reportReasons } from '../settings/settings'
import { announceRemovalsOf } from '../webhooks/outbox'
import { identityById } from './password-queries'
import { revokeSessions } from './sessions'
import { removeSignups } from './sign-up-queries'
import { removeSignUpRequests } from './sign-up-requests'

const INTERVAL_MS = 5000

/**
 * Deletes the account and its texts. Texts with replies stay without author and words, and its reports stay. An active
 * sanction applies to the next account of the same email. 409 `CONFLICT` for the last superadmin.
 *
 * In steps (posts/deletions.ts): signed out at once, it loses its texts from the newest on, and what is left with the
 * last one. What it wrote under aliases is not waited for (aliases/endings.ts).
 */
export async function deleteAccount(user: Viewer): Promise<void> {
  await writeAs(user, 'session', async (tx, user) => {
    if (user.role === 'superadmin' && (await isLastSuperadmin(tx, user.id)))
      refuse('CONFLICT', 'auth.lastSuperadminLeaves')
    beginDeletion(tx, { subject: 'account', id: user.id })
    announceRemovalsOf(tx, user.id)
    await revokeSessions(tx, user.id)
    deleteExportOf(tx, user.id)
    await audit(tx, user, { action: 'user:deleted:account', entityType: 'user', entityId: user.id })
  })
  await untilDeleted(finishAccountDeletion(user.id))
}

/** Resolves when the account is gone, where its deletion has begun. */
async function finishAccountDeletion(id: string): Promise<void> {
  const reasons = await reportReasons()
  while (await storage.write((tx) => takeStep(tx, id, reasons)));
}

/** Returns whether there may be more. */
async function takeStep(tx: Tx, id: string, reasons: readonly string[]): Promise<boolean> {
  const deletion = { subject: 'account', id } as const
  if (!isBeingDeleted(tx, deletion)) return false
  if (await repeatForAStep(() => deleteNextContent(tx, id))) return true
  await deletePerson(tx, id, reasons)
  endDeletion(tx, deletion)
  return false
}

/** Who has no texts any more. */
async function deletePerson(tx: Tx, id: string, reasons: readonly string[]): Promise<void> {
  const account = tx.orm.select({ authId: users.authId }).from(users).where(eq(users.id, id)).get()
  if (account?.authId === null) return deleteAlias(tx, id)
  const identity = account && (await identityById(tx, account.authId))
  if (identity === undefined) return
  const email = await openAddress(identity)
  const emailIndexes = email === null ? [identity.emailIndex] : addressIndexes(email)
  await retainSanction(tx, id, identity.emailIndex)
  endAliases(tx, id, { emailIndexes: [identity.emailIndex] })
  await deleteAuthorCounts(tx, id)
  await forgetReporter(tx, id, reasons)
  // Somebody may have signed in meanwhile.
  await revokeSessions(tx, id)
  for (const emailIndex of emailIndexes) await removeSignups(tx, emailIndex)
  removeSignUpRequests(tx, emailIndexes)
  await forgetRequester(tx, emailIndexes)
  await withdrawMail(tx, emailIndexes)
  deleteExportOf(tx, id)
  takeNameOutOfSearch(tx, id)
  forgetModeratorsWords(tx, id)
  await keepingBranchGroups(tx, id, async () => tx.orm.delete(users).where(eq(users.id, id)).run())
  tx.orm.delete(identities).where(eq(identities.id, identity.id)).run()
  forgetAccount(tx, id)
}

/** A sanction holds its alias: moderators lift it there, and whoever comes back is bound by it. */
async function deleteAlias(tx: Tx, id: string): Promise<void> {
  await deleteAuthorCounts(tx, id)
  tx.orm.delete(accountNotices).where(eq(accountNotices.userId, id)).run()
  tx.orm.delete(appeals).where(eq(appeals.userId, id)).run()
  tx.orm.delete(heldTexts).where(eq(heldTexts.authorId, id)).run()
  const alias = await readAccount(tx, id)
  forgetAccount(tx, id)
  forgetAccount(tx, ownerOf(tx, id))
  if (alias === undefined || activeSanction(alias.sanction) !== null) return
  forgetModeratorsWords(tx, id)
  tx.orm.delete(users).where(eq(users.id, id)).run()
}

/** Begins the deletion of the aliases of deleted accounts that are due; it goes on in the steps of an account's. */
async function beginDueAliases(): Promise<void> {
  await scatterLateEndings()
  for (const id of dueAliases())
    await storage.write(async (tx) => {
      if (!beginEnding(tx, id)) return
      beginDeletion(tx, { subject: 'account', id })
      await announceRemovalsOf(tx, id)
    })
}

export async function finishAccountDeletions(): Promise<void> {
  await beginDueAliases()
  await finishDeletions('account', finishAccountDeletion)
}

/** Now and every five seconds. The returned function stops that and waits for a run in progress. */
export const startAccountDeletions = (): (() => Promise<void>) =>
  runEvery(INTERVAL_MS, 'deletions of accounts', async (isAfterGap) => {
    if (isAfterGap) await scatterMissedEndings()
    await finishAccountDeletions()
  })
