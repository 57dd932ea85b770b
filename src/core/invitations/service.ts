import type { Static } from 'elysia'
import { invitations } from '../../../db/schema/invitations'
import { INTEGER, pick, selectList, sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { minuteOf } from '../../lib/coarse-time'
import { randomToken, tokenHash } from '../../lib/keys'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { DailyQuota } from '../accounts/daily-quota'
import { audit } from '../audit/audit'
import { type invitation, LIFE_MS, ROW, stateOf, toRecord } from './record'

// Invitations: links with which students become administrators. Superadmins make, list and revoke them here; take.ts is
// what a link does. Decision 52 says why they are for one role alone, and name nobody.

/** Of one superadmin, and of all together, in a day. Each is open for three. */
const made = new DailyQuota(
  'invitations',
  { each: 10, inAll: 20 },
  { each: 'accounts.invitations', inAll: 'accounts.invitationsInAll' },
)

/** More than can be made while the oldest is kept. */
export const MOST_LISTED = 700

type Invitation = Static<typeof invitation>

const NEW = pick(invitations, 'id', 'tokenHash', 'invitedBy', 'createdAt', 'expiresAt')
const insert = sqlStatement(
  `INSERT INTO invitations (id, token_hash, invited_by, created_at, expires_at)
  VALUES ($id, $tokenHash, $invitedBy, $createdAt, $expiresAt)`,
  { params: NEW },
)
const COLUMNS = `${selectList(pick(invitations, 'id', 'invitedBy', 'createdAt', 'expiresAt', 'ending'), 'i')},
  u.username AS madeBy FROM invitations i JOIN users u ON u.id = i.invited_by`
const newest = sqlStatement(`SELECT ${COLUMNS} ORDER BY i.expires_at DESC, i.rowid DESC LIMIT $limit`, {
  returns: ROW,
  params: { limit: INTEGER },
})
const byId = sqlStatement(`SELECT ${COLUMNS} WHERE i.id = $id`, { returns: ROW, params: { id: invitations.id } })
const revoke = sqlStatement("UPDATE invitations SET ending = 'revoked' WHERE id = $id", {
  params: { id: invitations.id },
})

/** Newest first. */
export async function listInvitations(): Promise<{ invitations: Invitation[] }> {
  const rows = newest(storage.reader).all({ limit: MOST_LISTED })
  return { invitations: await Promise.all(rows.map((row) => toRecord(storage.reader, row))) }
}

/** The token is shown this once. 429 `RATE_LIMITED` beyond ten in a day. */
export async function createInvitation(user: Viewer): Promise<{ invitation: Invitation; token: string }> {
  const [id, token, createdAt] = [crypto.randomUUID(), randomToken(), minuteOf(new Date().toISOString())]
  return writeAs(user, 'superadmin', async (tx, user) => {
    insert(tx).run({
      id,
      tokenHash: tokenHash(token),
      invitedBy: user.id,
      createdAt,
      expiresAt: new Date(Date.parse(createdAt) + LIFE_MS).toISOString(),
    })
    await audit(tx, user, { action: 'admin:made:invitation', entityType: 'invitation', entityId: id })
    const row = byId(tx).get({ id }) ?? refuse('NOT_FOUND')
    const answer = { invitation: await toRecord(tx, row), token }
    // Last, because what is counted here stays counted when the transaction is rolled back.
    made.consume(user.id)
    return answer
  })
}

/** Any superadmin may. 404; 409 `CONFLICT` for one that was taken; one that is over anyway is revoked all the same. */
export async function revokeInvitation(user: Viewer, id: string): Promise<void> {
  await writeAs(user, 'superadmin', async (tx, user) => {
    const row = byId(tx).get({ id }) ?? refuse('NOT_FOUND', 'accounts.invitationMissing')
    const state = await stateOf(tx, row)
    if (state === 'taken') refuse('CONFLICT', 'accounts.invitationTaken', { meta: { invitation: state } })
    if (state === 'revoked') return
    revoke(tx).run({ id })
    await audit(tx, user, { action: 'admin:revoked:invitation', entityType: 'invitation', entityId: id })
  })
}

const KEPT_MS = 30 * 86_400_000
/** By the index invitations_expires. */
const deleteEnded = sqlStatement('DELETE FROM invitations WHERE expires_at < $before', { params: { before: TEXT } })

/** For a month a link says why it no longer works. */
export async function deleteOldInvitations(tx: Tx): Promise<void> {
  deleteEnded(tx).run({ before: new Date(Date.now() - KEPT_MS).toISOString() })
}
