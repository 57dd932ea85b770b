import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { loginCodes } from '../../../db/schema/identities'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { inBackground } from '../../lib/background'
import { isValid } from '../../lib/clock'
import { parseAddress } from '../../lib/email-address'
import { storedHashes } from '../../lib/keys'
import { consumeShare } from '../../lib/mail/fair-share'
import { deliverInBackground, mailReachable } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { readAccount, type Viewer } from '../access/account'
import { renewMembership } from '../accounts/membership'
import { renewAddress } from '../accounts/renew-address'
import { findIdentity, type SignInIdentity } from '../accounts/users'
import { auditAttempt, type Origin } from '../audit/audit'
import { mailCampus } from '../colleges/directory'
import { codeDigits, guessOtp, hasOwnCodes } from './code-budget'
import { knownDevice } from './devices'
import { newOtp, OTP_MINUTES, type OtpVerdict, otpExpiry, otpHash, SHORTEST_CODE } from './otp'
import {
  consumeLoginAttempt,
  consumeOtpSend,
  consumeStrangersCode,
  OTP_ATTEMPTS,
  type Own,
  refuseWithinLoginCooldown,
  resetLoginAttempts,
} from './otp-rate-limits'
import { issueTokens, type Tokens } from './refresh-tokens'
import { beginSession, type OpenedSession } from './sessions'

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
  const { identity, emailKey, hash, otp, isOwn } = await storage.write(async (tx) => {
    const identity = await findIdentity(tx, email)
    const own = ownCodes(identity, sessionId ?? knownDevice(origin.device, identity))
    const device = own?.device
    const emailKeys = loginCodeKeys(email, device)
    const [emailKey = ''] = emailKeys
    const otp = newOtp(device === undefined ? codeDigits() : SHORTEST_CODE)
    const hash = otpHash(subjectOf(emailKey), otp)
    if (device === undefined) consumeStrangersCode(origin.ip)
    const last = await findLoginCode(tx, emailKeys)
    if (last) refuseWithinLoginCooldown(last.sentAt)
    // Interface, OTP login send: 403 after too many, 429 only within the cooldown. Sign-ups get 429 for both.
    if (!consumeOtpSend(email, origin.ip, own).allowed) refuse('OTP_EXHAUSTED', 'auth.tooManyCodesHour')
    // A known browser is outside of what its neighbours use up.
    if (device === undefined) consumeShare('account', origin.ip, 1)
    const identityId = identity?.authId ?? null
    if (last) await deleteLoginCode(tx, last.emailKey)
    await addLoginCode(tx, {
      emailKey,
      identityId,
      otpHash: hash,
      expiresAt: otpExpiry('login'),
      sentAt: new Date().toISOString(),
    })
    await auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email })
    return { identity, emailKey, hash, otp, isOwn: own !== undefined }
  })
  const digits = sessionId !== undefined && isOwn ? SHORTEST_CODE : codeDigits()
  if (!identity) return { digits }
  inBackground('sign-in code', async () => {
    const content = {
      to: email,
      otp,
      campus: await mailCampus(),
      minutes: OTP_MINUTES.login,
      purpose,
    } as const
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

type SignedIn = { session: OpenedSession; role: string; tokens: Tokens | undefined }

type Outcome =
  | ({ verdict: 'matched'; identity: SignInIdentity } & SignedIn)
  | { verdict: 'wrong' | 'exhausted' | 'expired' }

/** Signs in by a mailed code, which works once. */
export async function signInByCode(
  origin: Origin,
  current: Viewer | null,
  input: { email: string; otp: string; tokens?: boolean | undefined },
): Promise<SignedIn> {
  const email = parseAddress(input.email)?.email
  if (!email) return refuse('OTP_EXPIRED')
  const device = knownDevice(origin.device, await findIdentity(storage.reader, email))
  const refund = consumeLoginAttempt('code', email, origin.ip, device)
  const outcome = await storage.write(async (tx): Promise<Outcome> => {
    const { verdict, identity } = await redeemLoginCode(tx, email, input.otp, device)
    const account = identity && (await readAccount(tx, identity.userId))
    if (verdict === 'matched' && account) {
      const session = await beginSession(tx, origin, current, identity, 'otp')
      await renewMembership(tx, { id: account.id, role: account.role, origin })
      const tokens = input.tokens ? await issueTokens(tx, session) : undefined
      return { verdict, identity, role: account.role, session, tokens }
    }
    const failure = verdict === 'matched' ? 'expired' : verdict
    await auditAttempt(tx, origin, {
      action: 'user:failed:login',
      subject: email,
      status: 'failure',
      metadata: { method: 'otp', verdict: failure },
    })
    return { verdict: failure }
  })
  if (outcome.verdict === 'matched') {
    refund()
    resetLoginAttempts('code', email, origin.ip, device)
    renewAddress(outcome.identity, email)
    return outcome
  }
  if (outcome.verdict === 'wrong') return refuse('OTP_INVALID')
  return refuse(outcome.verdict === 'exhausted' ? 'OTP_EXHAUSTED' : 'OTP_EXPIRED')
}

/** Voids the code if it is the right one for an account, and counts the attempt if not. */
export async function redeemLoginCode(
  tx: Tx,
  email: string,
  otp: string,
  device: string | undefined,
): Promise<{ verdict: OtpVerdict; identity: SignInIdentity | undefined }> {
  const own = device === undefined ? undefined : ownCodes(await findIdentity(tx, email), device)
  const { code, accountId } = await openLoginCode(tx, email, own)
  const emailKey = code?.emailKey ?? ''
  const identity = code ? await findIdentity(tx, email) : undefined
  const state = {
    otpHash: code?.otpHash ?? null,
    otpExpiresAt: code?.expiresAt ?? null,
    attempts: code?.attempts ?? 0,
  }
  const verdict = guessOtp(state, subjectOf(emailKey), otp, new Date().toISOString(), accountId)
  if (code && verdict === 'matched' && identity?.authId === code.identityId) {
    await voidLoginCode(tx, emailKey, code.otpHash ?? '')
    return { verdict, identity }
  }
  if (verdict !== 'expired') await countLoginAttempt(tx, emailKey)
  return { verdict: verdict === 'matched' ? 'expired' : verdict, identity }
}

/** The browser's own code if it has one that has not expired, or else the one that anybody can try. */
async function openLoginCode(tx: Tx, email: string, own: Own | undefined) {
  const code = own && (await findLoginCode(tx, loginCodeKeys(email, own.device)))
  if (own !== undefined && code?.otpHash != null && isValid(code.expiresAt, OTP_MINUTES.login * 60_000))
    return { code, accountId: own.accountId }
  return { code: await findLoginCode(tx, loginCodeKeys(email, undefined)), accountId: undefined }
}

async function findLoginCode(db: Connection, emailKeys: string[]) {
  return db.orm.select().from(loginCodes).where(inArray(loginCodes.emailKey, emailKeys)).get()
}

type NewLoginCode = { emailKey: string; identityId: string | null; otpHash: string; expiresAt: string; sentAt: string }

async function deleteLoginCode(tx: Tx, emailKey: string): Promise<void> {
  tx.orm.delete(loginCodes).where(eq(loginCodes.emailKey, emailKey)).run()
}

async function addLoginCode(tx: Tx, code: NewLoginCode): Promise<void> {
  tx.orm.insert(loginCodes).values(code).run()
}

/** Voids the code unless a newer one has replaced it. */
async function voidLoginCode(tx: Tx, emailKey: string, otpHash: string): Promise<void> {
  tx.orm
    .update(loginCodes)
    .set({ otpHash: null })
    .where(and(eq(loginCodes.emailKey, emailKey), eq(loginCodes.otpHash, otpHash)))
    .run()
}

async function countLoginAttempt(tx: Tx, emailKey: string): Promise<void> {
  tx.orm
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(and(eq(loginCodes.emailKey, emailKey), lt(loginCodes.attempts, OTP_ATTEMPTS)))
    .run()
}
