import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { identities, loginCodes } from '../../../db/schema/identities'
import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { readAccount, type Viewer } from '../../ground/access/account'
import { knownDevice } from '../../ground/access/devices'
import { issueTokens } from '../../ground/access/session-tokens'
import { auditAttempt, type Origin } from '../../ground/audit/audit'
import { storedHashes } from '../../lib/crypto/keys'
import { verifyPassword } from '../../lib/crypto/password-hash'
import { consumeShare } from '../../lib/mail/budget'
import { parseAddress } from '../../lib/mail/email-address'
import { deliverInBackground, mailReachable } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { isStale, sealAddress } from '../../lib/net/addresses'
import { inBackground } from '../../lib/process/background'
import { isValid } from '../../lib/process/clock'
import { findIdentity, readOwnUser, renewMembership, type SignInIdentity } from '../accounts/users'
import { mailCampus } from '../colleges/directory'
import {
  codeDigits,
  guessOtp,
  hasOwnCodes,
  newOtp,
  OTP_MINUTES,
  type OtpVerdict,
  otpExpiry,
  otpHash,
  refuseCode,
  SHORTEST_CODE,
} from './codes'
import {
  consumeLoginAttempt,
  consumeOtpSend,
  consumeStrangersCode,
  OTP_ATTEMPTS,
  type Own,
  refuseWithinLoginCooldown,
  resetLoginAttempts,
} from './otp-rate-limits'
import { beginSession } from './sessions'

type Wanted = { email: string; tokens?: boolean | undefined }

/**
 * Signs in by password. An unknown email, an account without a password and a wrong password get the same response and
 * take the same time. The client's current session ends: a new session never reuses an old one.
 */
export async function signIn(origin: Origin, current: Viewer | null, input: Wanted & { password: string }) {
  const email = parseAddress(input.email)?.email
  const identity = email ? findIdentity(storage.reader, email) : undefined
  const device = knownDevice(origin.device, identity)
  const refund = consumeLoginAttempt('password', email, origin.ip, device)
  const hash = identity?.passwordHash ?? null
  const matches = await verifyPassword(input.password, hash, origin.ip, device !== undefined).catch((error) => {
    refund()
    throw error
  })
  if (!email || !identity || !matches) {
    const attempt = { subject: email ?? null, status: 'failure', metadata: { method: 'password' } } as const
    await storage.write((tx) => auditAttempt(tx, origin, { action: 'user:failed:login', ...attempt }))
    return refuse('INVALID_CREDENTIALS')
  }
  refund()
  resetLoginAttempts('password', email, origin.ip, device)
  renewAddress(identity, email)
  return storage.write((tx) => {
    // Between the check and this write the password may have been changed, or the account deleted.
    const latest = findIdentity(tx, email)
    if (latest?.passwordHash !== identity.passwordHash) return refuse('INVALID_CREDENTIALS')
    const session = beginSession(tx, origin, current, latest, 'password')
    const tokens = input.tokens ? issueTokens(tx, session) : undefined
    return { user: readOwnUser(tx, latest.userId), session, tokens }
  })
}

/**
 * Under each key of the server, the current one first. A code asked for at a known browser of the account, or in its
 * session, is another than strangers ask for and try.
 */
const loginCodeKeys = (email: string, device: string | undefined): string[] =>
  storedHashes('login-code', device === undefined ? email : `${email}\0${device}`)

/** What the code is bound to. */
const subjectOf = (emailKey: string): string => emailKey.slice(emailKey.indexOf('.') + 1)

/**
 * Mails a sign-in code. An email without an account leaves the same state, gets the same response and takes the same
 * time: the mail transport is tested before the look-up, and the mail is sent after the response. `sessionId` binds the
 * code to a session, which proves again who is there. Returns how many digits the code has, or would have for a
 * stranger: whether the browser is known to the account is nobody's business.
 */
export async function sendLoginCode(
  origin: Origin,
  text: string,
  sessionId?: string,
  purpose: 'login' | 'membership' = 'login',
): Promise<{ digits: number }> {
  const email = parseAddress(text)?.email ?? refuse('INVALID_EMAIL', 'auth.notAnEmail')
  await mailReachable()
  const { identity, emailKey, hash, otp, isOwn } = await storage.write((tx) => {
    const identity = findIdentity(tx, email)
    const own = ownCodes(identity, sessionId ?? knownDevice(origin.device, identity))
    const device = own?.device
    const emailKeys = loginCodeKeys(email, device)
    const [emailKey = ''] = emailKeys
    const otp = newOtp(device === undefined ? codeDigits() : SHORTEST_CODE)
    const hash = otpHash(subjectOf(emailKey), otp)
    if (device === undefined) consumeStrangersCode(origin.ip)
    const last = findLoginCode(tx, emailKeys)
    if (last) refuseWithinLoginCooldown(last.sentAt)
    // Interface, OTP login send: 403 after too many, 429 only within the cooldown. Sign-ups get 429 for both.
    if (!consumeOtpSend(email, origin.ip, own).allowed) refuse('OTP_EXHAUSTED', 'auth.tooManyCodesHour')
    // A known browser is outside of what its neighbours use up.
    if (device === undefined) consumeShare('account', origin.ip, 1)
    if (last) tx.orm.delete(loginCodes).where(eq(loginCodes.emailKey, last.emailKey)).run()
    const [identityId, expiresAt, sentAt] = [identity?.authId ?? null, otpExpiry('login'), new Date().toISOString()]
    tx.orm.insert(loginCodes).values({ emailKey, identityId, otpHash: hash, expiresAt, sentAt }).run()
    auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email })
    return { identity, emailKey, hash, otp, isOwn: own !== undefined }
  })
  const digits = sessionId !== undefined && isOwn ? SHORTEST_CODE : codeDigits()
  if (!identity) return { digits }
  inBackground('sign-in code', async () => {
    const content = { to: email, otp, campus: mailCampus(), minutes: OTP_MINUTES.login, purpose } as const
    const isSent = await deliverInBackground(otpMail(identity.language, content))
    if (!isSent) await storage.write((tx) => voidLoginCode(tx, emailKey, hash))
  })
  return { digits }
}

/** The account with the device that asked; undefined for strangers, and for whoever has guessed too often. */
const ownCodes = (identity: SignInIdentity | undefined, device: string | undefined): Own | undefined =>
  identity !== undefined && device !== undefined && hasOwnCodes(identity.authId)
    ? { device, accountId: identity.authId }
    : undefined

/** Signs in by a mailed code, which works once. */
export async function signInByCode(origin: Origin, current: Viewer | null, input: Wanted & { otp: string }) {
  const email = parseAddress(input.email)?.email
  if (!email) return refuse('OTP_EXPIRED')
  const device = knownDevice(origin.device, findIdentity(storage.reader, email))
  const refund = consumeLoginAttempt('code', email, origin.ip, device)
  const outcome = await storage.write(async (tx) => {
    const { verdict, identity } = redeemLoginCode(tx, email, input.otp, device)
    const account = identity && readAccount(tx, identity.userId)
    if (verdict === 'matched' && account) {
      const session = beginSession(tx, origin, current, identity, 'otp')
      await renewMembership(tx, { id: account.id, role: account.role, origin })
      const tokens = input.tokens ? issueTokens(tx, session) : undefined
      return { verdict: 'matched' as const, identity, role: account.role, session, tokens }
    }
    const failure = verdict === 'matched' ? 'expired' : verdict
    const attempt = { subject: email, status: 'failure', metadata: { method: 'otp', verdict: failure } } as const
    auditAttempt(tx, origin, { action: 'user:failed:login', ...attempt })
    return { verdict: failure }
  })
  if (outcome.verdict !== 'matched') return refuseCode(outcome.verdict)
  refund()
  resetLoginAttempts('code', email, origin.ip, device)
  renewAddress(outcome.identity, email)
  return outcome
}

/** Voids the code if it is the right one for an account, and counts the attempt if not. */
export function redeemLoginCode(
  tx: Tx,
  email: string,
  otp: string,
  device: string | undefined,
): { verdict: OtpVerdict; identity: SignInIdentity | undefined } {
  const own = device === undefined ? undefined : ownCodes(findIdentity(tx, email), device)
  const { code, accountId } = openLoginCode(tx, email, own)
  const emailKey = code?.emailKey ?? ''
  const identity = code ? findIdentity(tx, email) : undefined
  const state = { otpHash: code?.otpHash ?? null, otpExpiresAt: code?.expiresAt ?? null, attempts: code?.attempts ?? 0 }
  const verdict = guessOtp(state, subjectOf(emailKey), otp, new Date().toISOString(), accountId)
  if (code && verdict === 'matched' && identity?.authId === code.identityId) {
    voidLoginCode(tx, emailKey, code.otpHash ?? '')
    return { verdict, identity }
  }
  if (verdict !== 'expired')
    tx.orm
      .update(loginCodes)
      .set({ attempts: sql`${loginCodes.attempts} + 1` })
      .where(and(eq(loginCodes.emailKey, emailKey), lt(loginCodes.attempts, OTP_ATTEMPTS)))
      .run()
  return { verdict: verdict === 'matched' ? 'expired' : verdict, identity }
}

/** The browser's own code if it has one that has not expired, or else the one that anybody can try. */
function openLoginCode(tx: Tx, email: string, own: Own | undefined) {
  const code = own && findLoginCode(tx, loginCodeKeys(email, own.device))
  if (own !== undefined && code?.otpHash != null && isValid(code.expiresAt, OTP_MINUTES.login * 60_000))
    return { code, accountId: own.accountId }
  return { code: findLoginCode(tx, loginCodeKeys(email, undefined)), accountId: undefined }
}

const findLoginCode = (tx: Tx, emailKeys: string[]) =>
  tx.orm.select().from(loginCodes).where(inArray(loginCodes.emailKey, emailKeys)).get()

/** Voids the code unless a newer one has replaced it. */
function voidLoginCode(tx: Tx, emailKey: string, otpHash: string): void {
  const same = and(eq(loginCodes.emailKey, emailKey), eq(loginCodes.otpHash, otpHash))
  tx.orm.update(loginCodes).set({ otpHash: null }).where(same).run()
}

/** After a sign-in with the email: stores it under the current key or recipient if it is stored under another one. */
function renewAddress(identity: SignInIdentity, email: string): void {
  if (!isStale(identity)) return
  inBackground('renewing an address', async () => {
    const { id, indexes, sealed } = await sealAddress(email, identity.authId)
    const change = { emailIndex: indexes[0] ?? '', emailSealed: sealed }
    await storage.write((tx) => tx.orm.update(identities).set(change).where(eq(identities.id, id)).run())
  })
}
