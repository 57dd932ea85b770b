import { type Static, t } from 'elysia'
import { storage, type Tx } from '../../../db/storage'
import { aliasById } from '../../campus/accounts/managed-users'
import { ownerOf } from '../../campus/authorship/aliases'
import { noticeSanction, type SanctionNotice } from '../../campus/notices/notices'
import { scheduleModerationMail } from '../../campus/sanctions/mails'
import { recordModeration, type UserModerated } from '../../campus/sanctions/records'
import { refuse, refuseField } from '../../errors'
import { recountVotes } from '../../forum/posts/votes'
import { forgetAccount, readAccount, type Viewer } from '../../ground/access/account'
import { refuseUnlessBelow } from '../../ground/access/levels'
import {
  activeSanction,
  imposeSanction,
  liftSanction,
  revokeInvitationsOf,
  type Sanction,
  sanctionFields,
} from '../../ground/access/sanctions'
import { renewTokens } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { optionalMails } from '../../ground/settings/settings'
import { instant, namedObject, nullable, text, untrimmed } from '../../lib/text/schema'
import { readVersion, refuseIfDecidedSince, version } from '../reports/decision'

// People whom moderators suspend or ban, and the end of both. The interface calls a ban a block (`blocked`, `block`).
//
// An alias is suspended or banned as an account is, and the answer is the same whoever is behind it: the sanction is of the
// alias, binds the account unless that is an administrator's (`aliasSanction`), and shows on no other name. Only its owner
// learns more: nobody decides about themselves, under any name.

const newSuspension = t.Object({
  ends: instant('fields.instant', 'A day, which begins at midnight UTC, or a time with its zone'),
  reason: untrimmed(1, 500),
})

export const userDecision = namedObject('ModerateUser', {
  blocked: t.Boolean(),
  suspension: t.Optional(nullable(newSuspension)),
  /** Of a block, or of lifting what there was; a suspension has its own. */
  reason: t.Optional(text(1, 500)),
  version: t.Optional(version),
})
type UserDecision = Static<typeof userDecision>

/**
 * Bans or suspends a user from the next request on, or lifts either; the same again changes nothing. 404 for an unknown
 * user; 400 for a suspension in the past or without `blocked`; 403 `FORBIDDEN` for oneself and, unless by a superadmin,
 * for an administrator; 409 `CONFLICT` if another moderator has decided since the version that the decision names.
 */
export async function moderateUser(moderator: Viewer, userId: string, input: UserDecision): Promise<UserModerated> {
  const sanction = toSanction(input)
  const sendsMail = optionalMails().suspended
  await writeAs(moderator, 'admin', (tx, moderator) => {
    refuseIfDecidedSince(tx, moderator, userId, input.version)
    return changeSanction(tx, moderator, userId, sanction, sanction?.reason ?? input.reason, sendsMail)
  })
  return { userId, ...sanctionFields(sanction) }
}

/** The same in the transaction of a decision that has it as a consequence. */
export function changeSanction(
  tx: Tx,
  moderator: Viewer,
  userId: string,
  sanction: Sanction | null,
  reason = '',
  sendsMail = false,
): void {
  const user = readAccount(tx, userId) ?? refuse('NOT_FOUND', 'accounts.missing')
  refuseUnlessBelow(moderator, user)
  const before = activeSanction(user.sanction)
  if (isSame(before, sanction)) return
  const ownerId = ownerOf(tx, userId)
  if (sanction === null) liftSanction(tx, userId)
  else {
    imposeSanction(tx, userId, sanction, moderator.id)
    revokeInvitationsOf(tx, ownerId)
  }
  recountVotes(tx, userId)
  for (const id of new Set([userId, ownerId])) forgetAccount(tx, id)
  renewTokens(tx, ownerId)
  const to = standingIn(sanction)
  recordModeration(tx, moderator, { resource: 'user', resourceId: userId, ...to, reason: reason || null })
  const change = { before: standingIn(before), after: to, reason: reason || undefined }
  audit(tx, moderator, { action: ACTIONS[to.state], entityType: 'user', entityId: userId, ...change })
  const hasNews = noticeSanction(tx, userId, toNotice(before), toNotice(sanction))
  if (hasNews && sendsMail) scheduleModerationMail(tx, userId)
}

/** The sanction of a name, with the version for a decision; of an alias all that its list has. 404. */
export function readStanding(viewer: Viewer, userId: string) {
  const user = readAccount(storage.reader, userId) ?? refuse('NOT_FOUND', 'accounts.missing')
  const { suspension } = sanctionFields(user.sanction)
  const version = readVersion(storage.reader, viewer.id, userId)
  return { suspension, version, alias: aliasById(storage.reader, userId) ?? null }
}

function toSanction({ blocked, suspension = null, reason = '' }: UserDecision): Sanction | null {
  if (suspension === null) return blocked ? { kind: 'block', reason, endsAt: null } : null
  if (!blocked) refuseField('suspension', 'moderation.suspensionWithoutBlock')
  const ends = new Date(suspension.ends)
  if (ends.getTime() <= Date.now()) refuseField('suspension.ends', 'fields.future')
  return { kind: 'suspension', reason: suspension.reason.trim(), endsAt: ends.toISOString() }
}

/** A new reason makes a new suspension, but not a new ban. */
const isSame = (one: Sanction | null, other: Sanction | null): boolean =>
  one?.kind === other?.kind &&
  (one?.kind !== 'suspension' || (one.endsAt === other?.endsAt && one.reason === other.reason))

const STATES = { block: 'blocked', suspension: 'suspended' } as const
const standingIn = (sanction: Sanction | null) => ({
  state: sanction === null ? ('active' as const) : STATES[sanction.kind],
  ends: sanction?.endsAt ?? null,
})
const ACTIONS = {
  active: 'admin:lifted:sanction',
  blocked: 'admin:blocked:user',
  suspended: 'admin:suspended:user',
} as const

/** Why a sanction is lifted is for moderators only. */
function toNotice(sanction: Sanction | null): SanctionNotice {
  if (sanction === null) return { kind: 'sanction_lifted' }
  const { reason, endsAt } = sanction
  return endsAt === null ? { kind: 'banned', reason: reason || null } : { kind: 'suspended', reason, endsAt }
}
