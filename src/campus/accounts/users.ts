import { eq, sql as expression } from 'drizzle-orm'
import { colleges } from '../../../db/schema/colleges'
import { identities, identityLinks } from '../../../db/schema/identities'
import { accountNotices } from '../../../db/schema/notifications'
import { userStats, users } from '../../../db/schema/users'
import { sql } from '../../../db/sql'
import { pick, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import { forgetAccount, isAdministrator, type Role, readAccount, rolePermissions } from '../../ground/access/account'
import { isMember, membershipEnd } from '../../ground/access/membership'
import { longestSanction, type ProviderSubject, sanctionFields, subjectIndexes } from '../../ground/access/sanctions'
import { type Actor, audit } from '../../ground/audit/audit'
import { namesOf } from '../../ground/names/own-names'
import { namesLeft, uniqueUsername } from '../../ground/names/pseudonyms'
import { insertUser } from '../../ground/names/searched-names'
import { keyedHash } from '../../lib/crypto/keys'
import { addressIndexes, openAddress, type SealedAddress, unreadableAddress } from '../../lib/net/addresses'
import { monthOf } from '../../lib/text/coarse-time'
import type { Language } from '../../messages/template'
import { bindReturned } from '../authorship/endings'
import { regroupOf } from './branch-groups'
import { accountStatus, type OwnUser, type Profile, type PublicUser } from './record'

/** The branch as others see it. */
export const PUBLIC_COLUMNS = {
  ...pick(users, 'id', 'username', 'collegeId', 'createdAt', 'updatedAt'),
  branch: users.publicBranch,
}

const publicUser = statement((orm) =>
  orm
    .select({ ...PUBLIC_COLUMNS, karma: userStats.karma, status: users.status })
    .from(users)
    .innerJoin(userStats, eq(userStats.user, users.key))
    .where(eq(users.id, expression.placeholder('id')))
    .prepare(),
)

/** Undefined for an alias, and for an account that has not finished onboarding, except for administrators. */
export function publicUserById(db: Connection, viewer: { role: Role }, id: string): PublicUser | undefined {
  const row = publicUser(db).get({ id })
  if (row === undefined || row.status === 'ALIAS') return undefined
  const { status, ...user } = row
  return status === 'ACTIVE' || isAdministrator(viewer) ? user : undefined
}

const ownUser = statement((orm) =>
  orm
    .select({
      ...PUBLIC_COLUMNS,
      karma: userStats.karma,
      authId: identities.id,
      emailSealed: identities.emailSealed,
      ...pick(users, 'branch', 'role', 'status', 'language', 'verifiedAt', 'nameDraws'),
      isAcceptedTerms: expression<number>`${users.termsAcceptedAt} is not null`,
      hasPassword: expression<number>`${identities.passwordHash} is not null`,
      unreadNotices: expression<number>`(select count(*) from ${accountNotices} where ${accountNotices.userId} in ${expression.raw(namesOf('users.id'))} and ${accountNotices.acknowledgedAt} is null)`,
      college: pick(colleges, 'id', 'name', 'profile', 'accentHue', 'coverLine'),
      collegeDomain: colleges.emailDomain,
    })
    .from(users)
    .innerJoin(userStats, eq(userStats.user, users.key))
    .innerJoin(identities, eq(identities.id, users.authId))
    .innerJoin(colleges, eq(colleges.id, users.collegeId))
    .where(eq(users.id, expression.placeholder('id')))
    .prepare(),
)

/**
 * A user as it sees itself, with the sanction that binds it, be it of an alias. Throws if there is none, because the
 * caller holds a session of it.
 */
export function readOwnUser(db: Connection, id: string): OwnUser {
  const [row, account] = [ownUser(db).get({ id }), readAccount(db, id)]
  if (!row || !account) throw new Error('no such user')
  const sanctions = [account.sanction, account.aliasSanction].filter((each) => each !== null)
  const { authId, emailSealed, collegeDomain, nameDraws, verifiedAt, ...user } = row
  const standing = { role: user.role, verifiedAt }
  return {
    ...user,
    status: accountStatus(user.status),
    email: openAddress({ id: authId, emailSealed }) ?? unreadableAddress(collegeDomain),
    permissions: rolePermissions(user.role),
    namesLeft: namesLeft({ ...user, nameDraws }),
    draftKey: keyedHash('drafts', user.id),
    isAcceptedTerms: user.isAcceptedTerms === 1,
    hasPassword: user.hasPassword === 1,
    membership: { endsAt: membershipEnd(standing), hasEnded: !isMember(standing) },
    ...sanctionFields(longestSanction(sanctions)),
  }
}

/** The profile has the id of the user. */
export function readProfile(db: Connection, id: string): Profile {
  const user = readOwnUser(db, id)
  const { username, karma, collegeId, branch, status, isAcceptedTerms, createdAt, updatedAt } = user
  return { id, username, karma, collegeId, branch, status, isAcceptedTerms, createdAt, updatedAt }
}

type NewUser = {
  /** Its id becomes that of the identity. */
  address: SealedAddress
  /** Null for an account that signs in by code or provider only. */
  passwordHash: string | null
  collegeId: string
  role?: Role
  language: Language
  /** The subject of the identity provider that the account belongs to from its start. */
  subject?: ProviderSubject
  /** Set for administrators, who need no onboarding and have accepted the terms. */
  onboarded?: { branch: string; branchId: string | null }
}

/**
 * Creates the identity and the user for a verified email, and imposes a sanction that a deleted account of that email
 * or subject still had. Throws if the email is taken. Returns the user's id.
 */
export async function createUser(
  tx: Tx,
  { address, passwordHash, collegeId, role = 'user', language, subject, onboarded }: NewUser,
): Promise<string> {
  if (findIdentityByIndex(tx, address.indexes)) throw new Error('the email has an account')
  const now = new Date().toISOString()
  const [id, authId, username] = [crypto.randomUUID(), address.id, uniqueUsername(tx)]
  const [emailIndex = ''] = address.indexes
  tx.orm
    .insert(identities)
    .values({ id: authId, emailIndex, emailSealed: address.sealed, passwordHash, createdAt: now, updatedAt: now })
    .run()
  insertUser(tx, {
    id,
    authId,
    username,
    role,
    collegeId,
    branch: onboarded?.branch ?? '',
    branchId: onboarded?.branchId ?? null,
    status: onboarded ? 'ACTIVE' : 'ONBOARDING',
    language,
    termsAcceptedAt: onboarded ? now : null,
  })
  if (onboarded) await regroupOf(tx, id)
  if (subject) linkSubject(tx, authId, subject)
  bindReturned(tx, id, { emailIndexes: address.indexes, subject })
  return id
}

/** Links the identity to a subject of the identity provider. */
export function linkSubject(tx: Tx, identityId: string, subject: ProviderSubject): void {
  const [subjectIndex = ''] = subjectIndexes(subject)
  const link = { issuer: subject.issuer, subjectIndex, identityId, createdAt: new Date().toISOString() }
  tx.orm.insert(identityLinks).values(link).onConflictDoNothing().run()
}

const identityByIndex = statement((orm) =>
  orm
    .select({
      authId: identities.id,
      userId: users.id,
      ...pick(users, 'role', 'language'),
      ...pick(identities, 'passwordHash', 'emailIndex', 'emailSealed'),
    })
    .from(identities)
    .innerJoin(users, eq(users.authId, identities.id))
    .where(eq(identities.emailIndex, expression.placeholder('emailIndex')))
    .prepare(),
)

export type SignInIdentity = NonNullable<ReturnType<ReturnType<typeof identityByIndex>['get']>>

/** Who signs in with the email. */
export const findIdentity = (db: Connection, email: string) => findIdentityByIndex(db, addressIndexes(email))

/** The identity with one of the indexes of an email. */
export const findIdentityByIndex = (db: Connection, emailIndexes: readonly string[]) =>
  emailIndexes.map((emailIndex) => identityByIndex(db).get({ emailIndex })).find((found) => found !== undefined)

/**
 * Call when somebody has proved the college email. `updated_at` stays, because others see its day. Nothing happens, nor
 * is audited, more than once a month.
 */
export async function renewMembership(tx: Tx, actor: Actor & { id: string }): Promise<void> {
  const { id } = actor
  // A time of a clock that was ahead stays: the membership ends later than it would.
  const month = monthOf(new Date().toISOString())
  if (
    sql`UPDATE users SET verified_at = ${month}, reminded_at = '' WHERE id = ${id} AND verified_at < ${month}`.run(tx)
      .changes === 0
  )
    return
  forgetAccount(tx, id)
  await regroupOf(tx, id)
  audit(tx, actor, { action: 'user:renewed:membership', entityType: 'user', entityId: id })
}
