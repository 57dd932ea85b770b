import { type ErrorCode, refuse } from '../../errors'
import { isRecent } from '../../lib/process/clock'
import { type Account, isSelf, type Viewer } from './account'
import { isMember } from './membership'
import type { Sanction } from './sanctions'

/**
 * Who may call a route. Every route names exactly one level, and nothing else decides it. Whoever asks at `viewer` and
 * `content` is signed in or not; `content` is for all that people wrote.
 */
export type Level = 'public' | 'viewer' | 'content' | AccountLevel

export type AccountLevel =
  | 'session'
  | 'reader'
  | 'member'
  | 'onboarded'
  | 'reporter'
  | 'owner'
  | 'author'
  | 'admin'
  | 'superadmin'

/** Refuses with the code whoever does not pass. */
type Check = { code: ErrorCode; passes: (account: Account) => boolean }

const ADMIN: Check = { code: 'FORBIDDEN', passes: ({ role }) => role !== 'user' }
const SUPERADMIN: Check = { code: 'FORBIDDEN', passes: ({ role }) => role === 'superadmin' }
const ONBOARDED: Check = { code: 'NOT_ONBOARDED', passes: ({ status }) => status === 'ACTIVE' }
const TERMS: Check = { code: 'TERMS_NOT_ACCEPTED', passes: ({ termsAccepted }) => termsAccepted }
const isFreeOf = ({ sanction, aliasSanction }: Account, kind: Sanction['kind']): boolean =>
  sanction?.kind !== kind && aliasSanction?.kind !== kind
const NO_SANCTION: readonly Check[] = [
  { code: 'USER_BLOCKED', passes: (account) => isFreeOf(account, 'block') },
  { code: 'USER_SUSPENDED', passes: (account) => isFreeOf(account, 'suspension') },
]
/** Whoever lacks a passkey that it needs can sign in and add one, and nothing else. */
const PASSKEY: Check = { code: 'PASSKEY_REQUIRED', passes: ({ lacksPasskey }) => !lacksPasskey }
/** An alumnus reads and reports, and keeps and deletes what is there already; nothing of it is new to others. */
const MEMBERSHIP: Check = { code: 'MEMBERSHIP_ENDED', passes: isMember }

/** In the order of refusal: passkey, role, onboarding, terms, sanction, membership. */
const CHECKS: Record<AccountLevel, readonly Check[]> = {
  session: [],
  reader: [PASSKEY, ...NO_SANCTION],
  member: [PASSKEY, ...NO_SANCTION, MEMBERSHIP],
  onboarded: [PASSKEY, ONBOARDED],
  reporter: [PASSKEY, ONBOARDED, ...NO_SANCTION],
  owner: [PASSKEY, ONBOARDED, TERMS, ...NO_SANCTION],
  author: [PASSKEY, ONBOARDED, TERMS, ...NO_SANCTION, MEMBERSHIP],
  admin: [PASSKEY, ADMIN, ...NO_SANCTION],
  superadmin: [PASSKEY, SUPERADMIN, ...NO_SANCTION],
}

/** The code with which the level refuses the account, or null. The account's sanction must be an active one. */
export function levelRefusal(level: AccountLevel, account: Account): ErrorCode | null {
  for (const { code, passes } of CHECKS[level]) if (!passes(account)) return code
  return null
}

/** The code with which the level refuses who is not signed in, or null. */
export function strangerRefusal(level: Level, strangersRead: boolean): ErrorCode | null {
  if (level === 'public' || level === 'viewer' || (level === 'content' && strangersRead)) return null
  return 'UNAUTHENTICATED'
}

export function levelCodes(level: Level): readonly ErrorCode[] {
  if (level === 'public' || level === 'viewer') return []
  if (level === 'content') return ['UNAUTHENTICATED']
  return ['UNAUTHENTICATED', ...new Set(CHECKS[level].map(({ code }) => code))]
}

const FIVE_MINUTES = 300_000

/**
 * 403 `REAUTHENTICATION_REQUIRED` unless the viewer signed in or re-authenticated within five minutes: whoever copied a
 * cookie or found an unlocked device cannot. Routes declare it with `reauthenticated`; a route whose body decides
 * whether it is sensitive calls this with the viewer that `writeAs` passes on.
 */
export function requireReauthentication({ authenticatedAt }: Pick<Viewer, 'authenticatedAt'>): void {
  if (authenticatedAt === null || !isRecent(authenticatedAt, FIVE_MINUTES)) refuse('REAUTHENTICATION_REQUIRED')
}

/** 403 `FORBIDDEN` for oneself and, unless by a superadmin, for an administrator; an administrator's alias is any alias. */
export function refuseUnlessBelow(moderator: Pick<Account, 'id' | 'role' | 'aliases'>, user: Account): void {
  if (isSelf(moderator, user.id)) refuse('FORBIDDEN', 'moderation.ownAccount')
  if (user.role !== 'user' && moderator.role !== 'superadmin') refuse('FORBIDDEN', 'moderation.adminsBySuperadmin')
}
