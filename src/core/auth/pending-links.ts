import { LRUCache } from 'lru-cache'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import type { SealedAddress } from '../../lib/addresses'
import { inBackground } from '../../lib/background'
import { randomToken, tokenHash } from '../../lib/keys'
import { consumeShare } from '../../lib/mail/fair-share'
import { deliverInBackground } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { readAccount, type Viewer } from '../access/account'
import type { ProviderSubject } from '../access/sanctions'
import { renewMembership } from '../accounts/membership'
import { linkSubject, type SignInIdentity } from '../accounts/users'
import { bindReturned } from '../aliases/returns'
import { audit, auditAttempt, type Origin } from '../audit/audit'
import { mailCampus } from '../colleges/directory'
import { codeDigits, guessOtp } from './code-budget'
import { newOtp, OTP_MINUTES, type OtpState, type OtpVerdict, otpExpiry, otpHash } from './otp'
import { consumeOtpSend } from './otp-rate-limits'
import { beginSession, type OpenedSession } from './sessions'

// A subject of the identity provider that has the email of an existing account is linked to it after a code that was
// mailed to that email: otherwise whoever runs the provider could enter any account. What waits for its code is in
// memory only. After a restart one signs in at the provider again.

type PendingLink = {
  id: string
  subject: ProviderSubject
  identity: Pick<SignInIdentity, 'authId' | 'userId'>
  address: SealedAddress
  state: OtpState
}

/** By the hash of the token that the browser keeps. Each took a code, whose number is limited. */
const pending = new LRUCache<string, PendingLink>({ max: 1_000, ttl: OTP_MINUTES.login * 60_000 })

export const LINK_SECONDS = OTP_MINUTES.login * 60

/** Mails a code to the account's email. The token is for a cookie of the browser that comes from the provider. */
export async function beginLink(
  origin: Origin,
  subject: ProviderSubject,
  email: string,
  { identity, address }: { identity: SignInIdentity; address: SealedAddress },
): Promise<string> {
  const { allowed, ...rateLimit } = consumeOtpSend(email, origin.ip)
  if (!allowed) refuse('RATE_LIMITED', 'auth.tooManyCodes', { rateLimit })
  consumeShare('account', origin.ip, 1)
  const [id, token, otp] = [crypto.randomUUID(), randomToken(), newOtp(codeDigits())]
  const state = { otpHash: otpHash(id, otp), otpExpiresAt: otpExpiry('login'), attempts: 0 }
  pending.set(tokenHash(token), { id, subject, identity, address, state })
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email }))
  inBackground('code that links an account', async () => {
    const content = { to: email, otp, campus: await mailCampus(), minutes: OTP_MINUTES.login, purpose: 'link' } as const
    await deliverInBackground(otpMail(identity.language, content))
  })
  return token
}

/**
 * Links the account and opens a session, by the code. 400 `INVALID_TOKEN` in another browser or when too late; 403 for
 * a wrong code, and `FORBIDDEN` if the account has become an administrator's meanwhile.
 */
export async function finishLink(
  origin: Origin,
  current: Viewer | null,
  token: string | undefined,
  otp: string,
): Promise<{ session: OpenedSession; role: string }> {
  const key = tokenHash(token ?? '')
  const link = pending.get(key) ?? refuse('INVALID_TOKEN', 'auth.linkExpired')
  const verdict = guessOtp(link.state, link.id, otp, new Date().toISOString())
  if (verdict !== 'matched') return refuseCode(origin, link, verdict)
  // Before the write, so that the code works once.
  pending.delete(key)
  const { identity, subject, address } = link
  return storage.write(async (tx) => {
    const account = (await readAccount(tx, identity.userId)) ?? refuse('INVALID_TOKEN', 'auth.linkExpired')
    if (account.role !== 'user') refuse('FORBIDDEN', 'auth.noProviderForAdmins')
    await linkSubject(tx, identity.authId, subject)
    await bindReturned(tx, account.id, { emailIndexes: address.indexes, subject })
    await audit(
      tx,
      { id: account.id, role: account.role, origin },
      {
        action: 'user:linked:identity',
        entityType: 'user',
        entityId: account.id,
        metadata: { issuer: subject.issuer },
      },
    )
    await renewMembership(tx, { id: account.id, role: account.role, origin })
    const session = await beginSession(tx, origin, current, { userId: account.id, role: account.role }, 'idp')
    return { session, role: account.role }
  })
}

async function refuseCode(origin: Origin, { state }: PendingLink, verdict: OtpVerdict): Promise<never> {
  if (verdict !== 'expired') state.attempts++
  const attempt = { subject: null, status: 'failure', metadata: { method: 'idp', verdict } } as const
  await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:failed:login', ...attempt }))
  if (verdict === 'wrong') return refuse('OTP_INVALID')
  return refuse(verdict === 'exhausted' ? 'OTP_EXHAUSTED' : 'OTP_EXPIRED')
}
