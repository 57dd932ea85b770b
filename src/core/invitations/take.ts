import { invitations } from '../../../db/schema/invitations'
import { pick, selectList, sqlStatement } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { config } from '../../config'
import { refuse } from '../../errors'
import { tokenHash } from '../../lib/keys'
import { accountNewsMail } from '../../lib/mail/templates'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { applyRole } from '../accounts/roles'
import { audit } from '../audit/audit'
import { revokeSessions } from '../auth/sessions'
import { superadminIds } from '../colleges/alerts'
import { mailCampus } from '../colleges/directory'
import { scheduleModerationMail } from '../moderation/mails'
import { addNotice, tellOwner } from '../notices/notices'
import { stateOf } from './record'

const TAKEN = pick(invitations, 'id', 'invitedBy', 'expiresAt', 'ending')
/** Index: invitations_token. */
const byToken = sqlStatement(`SELECT ${selectList(TAKEN)} FROM invitations WHERE token_hash = $tokenHash`, {
  returns: TAKEN,
  params: { tokenHash: invitations.tokenHash },
})
const end = sqlStatement("UPDATE invitations SET ending = 'taken' WHERE id = $id", { params: { id: invitations.id } })

const REFUSALS = {
  own: 'accounts.invitationOwn',
  needless: 'accounts.invitationNeedless',
  taken: 'accounts.invitationTaken',
  expired: 'accounts.invitationExpired',
} as const

/**
 * 404; 409 `CONFLICT` where it gives this viewer nothing, and why (`meta.invitation`). One that was revoked, and one whose
 * maker was demoted, banned or deleted, are missing like one that there never was: whoever holds it knows the person who
 * made it, and would learn what became of that person's account, and when.
 */
async function openFor(db: Connection, viewer: Viewer, token: string) {
  const row = byToken(db).get({ tokenHash: tokenHash(token) }) ?? refuse('NOT_FOUND', 'accounts.invitationMissing')
  const state = await stateOf(db, row)
  const why = row.invitedBy === viewer.id ? 'own' : viewer.role === 'user' ? state : 'needless'
  if (why === 'revoked' || why === 'void') refuse('NOT_FOUND', 'accounts.invitationMissing')
  if (why !== 'open') refuse('CONFLICT', REFUSALS[why], { meta: { invitation: why } })
  return row
}

/** What the link gives this viewer, and until when. Refuses as `takeInvitation` does. */
export async function readInvitation(viewer: Viewer, token: string): Promise<{ role: 'admin'; expiresAt: string }> {
  const { expiresAt } = await openFor(storage.reader, viewer, token)
  return { role: 'admin', expiresAt }
}

/** Makes the viewer an administrator. Of two who take it at once the second is refused, as after it. */
export async function takeInvitation(viewer: Viewer, token: string): Promise<{ role: 'admin' }> {
  const campus = await mailCampus()
  await writeAs(viewer, 'author', async (tx, viewer) => {
    const { id } = await openFor(tx, viewer, token)
    end(tx).run({ id })
    // Not which one: of ten that were handed out it would say whom each of them reached.
    await audit(tx, viewer, { action: 'user:took:invitation', entityType: 'invitation', entityId: null })
    await applyRole(tx, viewer, viewer, 'admin', viewer.sessionId)
    // Only this one has just proved who it is; another may be of a copied cookie, or the identity provider's.
    await revokeSessions(tx, viewer.id, viewer.sessionId)
    await tell(tx, viewer.id, campus)
  })
  return { role: 'admin' }
}

/**
 * Somebody else may have used the account, or have come by the link. The mails say nothing of it to who reads along, and that
 * of the account comes later: at this moment the log would name the owner of the mailbox to moderators who see it arrive.
 */
async function tell(tx: Tx, userId: string, campus: Awaited<ReturnType<typeof mailCampus>>): Promise<void> {
  addNotice(tx, userId, { kind: 'became_moderator' })
  scheduleModerationMail(tx, userId)
  for (const id of superadminIds(tx))
    await tellOwner(tx, id, { kind: 'invitation_taken' }, ({ email, language }) =>
      accountNewsMail(language, { to: email, campus, publicUrl: config.publicUrl }),
    )
}
