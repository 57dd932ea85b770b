import type { ErrorCode } from '../../errors'
import type { Account } from './account'
import { isMember } from './membership'

/**
 * Who may call a route. Every route names exactly one level, and nothing else decides it. Whoever asks at `viewer` and
 * `content` is signed in or not; `content` is for all that people wrote.
 */
export type Level = 'public' | 'viewer' | 'content' | AccountLevel

/** The levels that require a session. */
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

/** `refusal` returns the code with which the check refuses the account, or null. */
type Check = { refusal: (account: Account) => ErrorCode | null; codes: readonly ErrorCode[] }

const ADMIN: Check = { refusal: ({ role }) => (role === 'user' ? 'FORBIDDEN' : null), codes: ['FORBIDDEN'] }
const SUPERADMIN: Check = {
  refusal: ({ role }) => (role === 'superadmin' ? null : 'FORBIDDEN'),
  codes: ['FORBIDDEN'],
}
const ONBOARDED: Check = {
  refusal: ({ status }) => (status === 'ACTIVE' ? null : 'NOT_ONBOARDED'),
  codes: ['NOT_ONBOARDED'],
}
const TERMS: Check = {
  refusal: ({ termsAccepted }) => (termsAccepted ? null : 'TERMS_NOT_ACCEPTED'),
  codes: ['TERMS_NOT_ACCEPTED'],
}
const NO_SANCTION: Check = {
  refusal: ({ sanction, aliasSanction }) => {
    const kinds = [sanction?.kind, aliasSanction?.kind]
    if (kinds.includes('block')) return 'USER_BLOCKED'
    return kinds.includes('suspension') ? 'USER_SUSPENDED' : null
  },
  codes: ['USER_BLOCKED', 'USER_SUSPENDED'],
}

/** Whoever lacks a passkey that it needs can sign in and add one, and nothing else. */
const PASSKEY: Check = {
  refusal: ({ lacksPasskey }) => (lacksPasskey ? 'PASSKEY_REQUIRED' : null),
  codes: ['PASSKEY_REQUIRED'],
}

/** An alumnus reads and reports, and keeps and deletes what is there already; nothing of it is new to others. */
const MEMBERSHIP: Check = {
  refusal: (account) => (isMember(account) ? null : 'MEMBERSHIP_ENDED'),
  codes: ['MEMBERSHIP_ENDED'],
}

/** In the order of refusal: passkey, role, onboarding, terms, sanction, membership. */
const CHECKS: Record<AccountLevel, readonly Check[]> = {
  session: [],
  reader: [PASSKEY, NO_SANCTION],
  member: [PASSKEY, NO_SANCTION, MEMBERSHIP],
  onboarded: [PASSKEY, ONBOARDED],
  reporter: [PASSKEY, ONBOARDED, NO_SANCTION],
  owner: [PASSKEY, ONBOARDED, TERMS, NO_SANCTION],
  author: [PASSKEY, ONBOARDED, TERMS, NO_SANCTION, MEMBERSHIP],
  admin: [PASSKEY, ADMIN, NO_SANCTION],
  superadmin: [PASSKEY, SUPERADMIN, NO_SANCTION],
}

/** The code with which the level refuses the account, or null. The account's sanction must be an active one. */
export function levelRefusal(level: AccountLevel, account: Account): ErrorCode | null {
  for (const { refusal } of CHECKS[level]) {
    const code = refusal(account)
    if (code !== null) return code
  }
  return null
}

/**
 * The code with which the level refuses who is not signed in, or null. `content` is what people wrote: strangers
 * read it while the setting `readers` lets them.
 */
export function strangerRefusal(level: Level, strangersRead: boolean): ErrorCode | null {
  if (level === 'public' || level === 'viewer' || (level === 'content' && strangersRead)) return null
  return 'UNAUTHENTICATED'
}

/** Every code with which the level may refuse. */
export function levelCodes(level: Level): readonly ErrorCode[] {
  if (level === 'public' || level === 'viewer') return []
  if (level === 'content') return ['UNAUTHENTICATED']
  return ['UNAUTHENTICATED', ...new Set(CHECKS[level].flatMap(({ codes }) => codes))]
}
