import { eq, sql } from 'drizzle-orm'
import { colleges } from '../../../db/schema/colleges'
import { identities } from '../../../db/schema/identities'
import { sanctions, users } from '../../../db/schema/users'
import { pick, statement } from '../../../db/statement'
import type { Connection, Tx } from '../../../db/storage'
import type { Language } from '../../messages/template'
import { type Role, rolePermissions } from '../access/account'
import { reimposeRetainedSanction, type Sanction, sanctionFields } from '../access/sanctions'
import { pseudonym } from './pseudonyms'
import type { OwnUser, Profile, PublicUser } from './record'

export const PUBLIC_COLUMNS = pick(users, 'id', 'username', 'karma', 'collegeId', 'branch', 'createdAt', 'updatedAt')

const publicUser = statement((orm) =>
  orm
    .select(PUBLIC_COLUMNS)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

export async function publicUserById(db: Connection, id: string): Promise<PublicUser | undefined> {
  return publicUser(db).get({ id })
}

const own = statement((orm) =>
  orm
    .select({
      ...PUBLIC_COLUMNS,
      email: identities.email,
      role: users.role,
      status: users.status,
      language: users.language,
      isAcceptedTerms: sql<number>`${users.termsAcceptedAt} is not null`,
      hasPassword: sql<number>`${identities.passwordHash} is not null`,
      college: pick(colleges, 'id', 'name', 'profile'),
      ...pick(sanctions, 'kind', 'reason', 'endsAt'),
    })
    .from(users)
    .innerJoin(identities, eq(identities.id, users.authId))
    .innerJoin(colleges, eq(colleges.id, users.collegeId))
    .leftJoin(sanctions, eq(sanctions.userId, users.id))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
)

/** A user as it sees itself. Throws when there is none: the caller holds a session of it. */
export async function readOwnUser(db: Connection, id: string): Promise<OwnUser> {
  const row = own(db).get({ id })
  if (!row) throw new Error('no such user')
  const { kind, reason, endsAt, isAcceptedTerms, hasPassword, ...user } = row
  const sanction: Sanction | null = kind === null ? null : { kind, reason: reason ?? '', endsAt }
  return {
    ...user,
    permissions: rolePermissions(user.role),
    isAcceptedTerms: isAcceptedTerms === 1,
    hasPassword: hasPassword === 1,
    ...sanctionFields(sanction),
  }
}

/** The profile of a user (finalize, onboarding): its id is the user's id. */
export async function readProfile(db: Connection, id: string): Promise<Profile> {
  const { username, karma, collegeId, branch, status, isAcceptedTerms, createdAt, updatedAt } = await readOwnUser(
    db,
    id,
  )
  return { id, username, karma, collegeId, branch, status, isAcceptedTerms, createdAt, updatedAt }
}

const insertIdentity = statement((orm) =>
  orm
    .insert(identities)
    .values({
      id: sql.placeholder('id'),
      email: sql.placeholder('email'),
      emailVerifiedAt: sql.placeholder('emailVerifiedAt'),
      passwordHash: sql.placeholder('passwordHash'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)
const insertUser = statement((orm) =>
  orm
    .insert(users)
    .values({
      id: sql.placeholder('id'),
      authId: sql.placeholder('authId'),
      username: sql.placeholder('username'),
      role: sql.placeholder('role'),
      collegeId: sql.placeholder('collegeId'),
      branch: sql.placeholder('branch'),
      branchId: sql.placeholder('branchId'),
      status: sql.placeholder('status'),
      language: sql.placeholder('language'),
      termsAcceptedAt: sql.placeholder('termsAcceptedAt'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)
const usernameTaken = statement((orm) =>
  orm
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, sql.placeholder('username')))
    .prepare(),
)

export type NewUser = {
  email: string
  /** null: signs in by code or provider only */
  passwordHash: string | null
  collegeId: string
  role?: Role
  language: Language
  /** Administrators made by the operator need no onboarding: they come with it done and the terms accepted. */
  onboarded?: { branch: string; branchId: string | null }
}

/**
 * Makes the identity and the profile of a person whose address is verified; a sanction that an earlier account of
 * the address left behind finds it. Throws on an address that is taken. Answers the user's id.
 */
export async function createUser(
  tx: Tx,
  { email, passwordHash, collegeId, role = 'user', language, onboarded }: NewUser,
): Promise<string> {
  const now = new Date().toISOString()
  const [id, authId] = [crypto.randomUUID(), Bun.randomUUIDv7()]
  insertIdentity(tx).run({ id: authId, email, emailVerifiedAt: now, passwordHash, now })
  insertUser(tx).run({
    id,
    authId,
    username: drawUsername(tx),
    role,
    collegeId,
    branch: onboarded?.branch ?? '',
    branchId: onboarded?.branchId ?? null,
    status: onboarded ? 'ACTIVE' : 'ONBOARDING',
    language,
    termsAcceptedAt: onboarded ? now : null,
    now,
  })
  await reimposeRetainedSanction(tx, id, email)
  return id
}

/** A pseudonym that nobody has. */
export function drawUsername(tx: Tx, draw: () => string = pseudonym): string {
  for (;;) {
    const username = draw()
    if (!usernameTaken(tx).get({ username })) return username
  }
}

const identityByEmail = statement((orm) =>
  orm
    .select({
      authId: identities.id,
      userId: users.id,
      role: users.role,
      language: users.language,
      passwordHash: identities.passwordHash,
    })
    .from(identities)
    .innerJoin(users, eq(users.authId, identities.id))
    .where(eq(identities.email, sql.placeholder('email')))
    .prepare(),
)

export type KnownIdentity = {
  authId: string
  userId: string
  role: Role
  language: Language
  passwordHash: string | null
}

/** Who signs in with the address, if anybody does. */
export async function findIdentity(db: Connection, email: string): Promise<KnownIdentity | undefined> {
  return identityByEmail(db).get({ email })
}
