import { comments } from '../../../db/schema/comments'
import { posts } from '../../../db/schema/posts'
import { users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { storage, type Tx } from '../../../db/storage'
import { keepingBranchGroups } from '../../campus/accounts/branch-groups'
import { isLastSuperadmin } from '../../campus/accounts/roles'
import { identityById } from '../../campus/auth/password'
import { revokeSessions } from '../../campus/auth/sessions'
import { removeSignups } from '../../campus/auth/sign-up'
import { removeSignUpRequests } from '../../campus/auth/sign-up-requests'
import { ownerOf } from '../../campus/authorship/aliases'
import {
  beginEnding,
  dueAliases,
  endAliases,
  scatterLateEndings,
  scatterMissedEndings,
} from '../../campus/authorship/endings'
import { forgetRequester } from '../../campus/colleges/requests'
import { refuse } from '../../errors'
import { deleteFromThread } from '../../forum/comments/threads'
import { detachPicture } from '../../forum/pictures/pictures'
import { deletePoll } from '../../forum/polls/poll'
import {
  beginDeletion,
  deletePostRow,
  endDeletion,
  finishDeletions,
  forgetModeratorsWords,
  isBeingDeleted,
  repeatForAStep,
  untilDeleted,
} from '../../forum/posts/changes'
import { deleteAuthorCounts, keepingPostCounts } from '../../forum/posts/counts'
import { dropPin } from '../../forum/posts/pins'
import { clearVotes, threadCount } from '../../forum/posts/stats'
import { deleteVersions } from '../../forum/posts/versions'
import { revokeVotesOn, withdrawSomeVotes } from '../../forum/posts/votes'
import { forgetAccount, readAccount, type Viewer } from '../../ground/access/account'
import { activeSanction, retainSanction } from '../../ground/access/sanctions'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { takeNameOutOfSearch } from '../../ground/names/searched-names'
import { tell } from '../../ground/parts'
import { keepingSearch } from '../../ground/search-index'
import { reportReasons } from '../../ground/settings/settings'
import { withdrawMail } from '../../lib/mail/queue'
import { addressIndexes, openAddress } from '../../lib/net/addresses'
import { runEvery } from '../../lib/process/background'
import { forgetReporter } from '../../order/reports/service'
import { deleteExportOf } from '../exports/service'

/**
 * Deletes the account and its texts in steps: signed out at once, it loses its texts from the newest on, and the rest
 * with the last one. Texts with replies stay without author and words. An active sanction applies to the next account
 * of the same email. Aliases end later (authorship/endings.ts). 409 `CONFLICT` for the last superadmin.
 */
export async function deleteAccount(user: Viewer): Promise<void> {
  await writeAs(user, 'session', (tx, user) => {
    if (user.role === 'superadmin' && isLastSuperadmin(tx, user.id)) refuse('CONFLICT', 'auth.lastSuperadminLeaves')
    beginDeletion(tx, { subject: 'account', id: user.id })
    tell(tx, 'account.removed', { id: user.id })
    revokeSessions(tx, user.id)
    deleteExportOf(tx, user.id)
    audit(tx, user, { action: 'user:deleted:account', entityType: 'user', entityId: user.id })
  })
  await untilDeleted(finishAccountDeletion(user.id))
}

/** Resolves when the account is gone, where its deletion has begun. */
async function finishAccountDeletion(id: string): Promise<void> {
  const reasons = reportReasons()
  const deletion = { subject: 'account', id } as const
  const takeStep = async (tx: Tx): Promise<boolean> => {
    if (!isBeingDeleted(tx, deletion)) return false
    if (await repeatForAStep(() => deleteNextContent(tx, id))) return true
    await deletePerson(tx, id, reasons)
    endDeletion(tx, deletion)
    return false
  }
  while (await storage.write(takeStep));
}

/** Who has no texts any more. */
async function deletePerson(tx: Tx, id: string, reasons: readonly string[]): Promise<void> {
  const account = sql({ authId: users.authId })`SELECT auth_id AS authId FROM users WHERE id = ${id}`.get(tx)
  if (account?.authId === null) return deleteAlias(tx, id)
  const identity = account && identityById(tx, account.authId)
  if (identity === undefined) return
  const email = openAddress(identity)
  const emailIndexes = email === null ? [identity.emailIndex] : addressIndexes(email)
  retainSanction(tx, id, identity.emailIndex)
  endAliases(tx, id, { emailIndexes: [identity.emailIndex] })
  deleteAuthorCounts(tx, id)
  forgetReporter(tx, id, reasons)
  // Somebody may have signed in meanwhile.
  revokeSessions(tx, id)
  for (const emailIndex of emailIndexes) removeSignups(tx, emailIndex)
  removeSignUpRequests(tx, emailIndexes)
  forgetRequester(tx, emailIndexes)
  withdrawMail(tx, emailIndexes)
  deleteExportOf(tx, id)
  takeNameOutOfSearch(tx, id)
  forgetModeratorsWords(tx, id)
  keepingBranchGroups(tx, id, () => sql`DELETE FROM users WHERE id = ${id}`.run(tx))
  sql`DELETE FROM identities WHERE id = ${identity.id}`.run(tx)
  forgetAccount(tx, id)
}

/** A sanction holds its alias: moderators lift it there, and whoever comes back is bound by it. */
function deleteAlias(tx: Tx, id: string): void {
  deleteAuthorCounts(tx, id)
  sql`DELETE FROM account_notices WHERE user_id = ${id}`.run(tx)
  sql`DELETE FROM appeals WHERE user_id = ${id}`.run(tx)
  sql`DELETE FROM held_texts WHERE author_id = ${id}`.run(tx)
  const alias = readAccount(tx, id)
  forgetAccount(tx, id)
  forgetAccount(tx, ownerOf(tx, id))
  if (alias === undefined || activeSanction(alias.sanction) !== null) return
  forgetModeratorsWords(tx, id)
  sql`DELETE FROM users WHERE id = ${id}`.run(tx)
}

/** Also of the aliases of deleted accounts that are due: theirs goes on in the steps of an account's. */
export async function finishAccountDeletions(): Promise<void> {
  await scatterLateEndings()
  for (const id of dueAliases())
    await storage.write((tx) => {
      if (!beginEnding(tx, id)) return
      beginDeletion(tx, { subject: 'account', id })
      tell(tx, 'account.removed', { id })
    })
  await finishDeletions('account', finishAccountDeletion)
}

export const startAccountDeletions = () =>
  runEvery(5000, 'deletions of accounts', async (isAfterGap) => {
    if (isAfterGap) await scatterMissedEndings()
    await finishAccountDeletions()
  })

/**
 * Deletes the newest text, with the votes on it, or takes some votes back; returns whether there was anything. A
 * comment with replies becomes a placeholder; a post with comments keeps its title.
 */
export async function deleteNextContent(tx: Tx, userId: string): Promise<boolean> {
  if (withdrawSomeVotes(tx, userId)) return true
  // The last that was written: replies to oneself go before their parents. Index: comments_author.
  const comment = sql({ id: comments.id })`
    SELECT id FROM comments WHERE author = (SELECT key FROM users WHERE id = ${userId}) ORDER BY key DESC LIMIT 1`.get(
    tx,
  )
  if (comment !== undefined) {
    deleteFromThread(tx, comment.id)
    return true
  }
  // Index: posts_author_newest.
  const post = sql({ id: posts.id })`
    SELECT id FROM posts WHERE author_id = ${userId} ORDER BY created_at DESC, id DESC LIMIT 1`.get(tx)
  if (post === undefined) return false
  const { id } = post
  if (threadCount(tx, id) === 0) {
    deletePostRow(tx, id)
    return true
  }
  revokeVotesOn(tx, 'post', id)
  clearVotes(tx, id)
  forgetModeratorsWords(tx, id)
  deleteVersions(tx, 'post', id)
  deletePoll(tx, id)
  dropPin(tx, id)
  detachPicture(tx, id)
  const empty = sql`
    UPDATE posts SET author_id = NULL, branch = '', branch_id = NULL, content = '[deleted]', starts_at = NULL, place = NULL,
      picture_id = NULL, picture_alt = NULL, poll = NULL
    WHERE id = ${id}`
  keepingPostCounts(tx, { id }, () => keepingSearch(tx, 'posts', id, () => empty.run(tx)))
  return true
}
