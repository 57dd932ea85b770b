import { getTableColumns } from 'drizzle-orm'
import { loginCodes } from '../../../db/schema/identities'
import { raw, sql } from '../../../db/sql'
import { selectList } from '../../../db/statement'
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
import { mailTo } from '../colleges/directory'
import {
  codeDigits,
  guessOtp,
  hasOwnCodes,
  newCode,
  OTP_MINUTES,
  type OtpVerdict,
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
import { auditFailedLogin, beginSession } from './sessions'

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
    await storage.write((tx) => auditFailedLogin(tx, origin, email ?? null, { method: 'password' }))
    return refuse('INVALID_CREDENTIALS')
  }
  refund()
  resetLoginAttempts('password', email, origin.ip, device)
  renewAddress(identity, email)
  return storage.write((tx) => {
    // Between the check and this write the password may have been changed, or the account deleted.
    const latest = findIdentity(tx, email)
    if (latest?.passwordHash !== hash) return refuse('INVALID_CREDENTIALS')
    const session = beginSession(tx, origin, current, latest, 'password')
    const tokens = input.tokens ? issueTokens(tx, session) : undefined
    return { user: readOwnUser(tx, latest.userId), session, tokens }
  })
}

/**
 * Under each key of the server, the current one first. A code asked for at a known browser of the account, or in its
 * session, is another than strangers ask for and try.
 */
const loginCodeKeys = (email: string, device?: string): string[] =>
  storedHashes('login-code', device === undefined ? email : `${email}\0${device}`)

/** What the code is bound to. */
const subjectOf = (emailKey: string): string => emailKey.slice(emailKey.indexOf('.') + 1)

const CODE = getTableColumns(loginCodes)

const findLoginCode = (tx: Tx, emailKeys: string[]) =>
  sql(CODE)`
    SELECT ${raw(selectList(CODE))} FROM login_codes
    WHERE email_key IN (SELECT value FROM json_each(${JSON.stringify(emailKeys)}))`.get(tx)

/** Voids the code unless a newer one has replaced it. */
const voidLoginCode = (tx: Tx, emailKey: string, otpHash: string | null) =>
  sql`UPDATE login_codes SET otp_hash = NULL WHERE email_key = ${emailKey} AND otp_hash = ${otpHash}`.run(tx)

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
  const { identity, own, emailKey, otp, otpHash } = await storage.write((tx) => {
    const identity = findIdentity(tx, email)
    const own = ownCodes(identity, sessionId ?? knownDevice(origin.device, identity))
    const emailKeys = loginCodeKeys(email, own?.device)
    const [emailKey = ''] = emailKeys
    const { otp, otpHash, otpExpiresAt: expiresAt } = newCode(subjectOf(emailKey), 'login', own && SHORTEST_CODE)
    if (!own) consumeStrangersCode(origin.ip)
    const last = findLoginCode(tx, emailKeys)
    if (last) refuseWithinLoginCooldown(last.sentAt)
    // Interface, OTP login send: 403 after too many, 429 only within the cooldown. Sign-ups get 429 for both.
    if (!consumeOtpSend(email, origin.ip, own).allowed) refuse('OTP_EXHAUSTED', 'auth.tooManyCodesHour')
    // A known browser is outside of what its neighbours use up.
    if (!own) consumeShare('account', origin.ip, 1)
    if (last) sql`DELETE FROM login_codes WHERE email_key = ${last.emailKey}`.run(tx)
    const [identityId, sentAt] = [identity?.authId ?? null, new Date().toISOString()]
    tx.orm.insert(loginCodes).values({ emailKey, identityId, otpHash, expiresAt, sentAt }).run()
    auditAttempt(tx, origin, { action: 'user:requested:otp', subject: email })
    return { identity, own, emailKey, otp, otpHash }
  })
  const digits = sessionId !== undefined && own ? SHORTEST_CODE : codeDigits()
  if (!identity) return { digits }
  inBackground('sign-in code', async () => {
    const code = { otp, minutes: OTP_MINUTES.login, purpose }
    const isSent = await deliverInBackground(otpMail(mailTo(email, identity.language), code))
    if (!isSent) await storage.write((tx) => voidLoginCode(tx, emailKey, otpHash))
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
  const email = parseAddress(input.email)?.email ?? refuse('OTP_EXPIRED')
  const device = knownDevice(origin.device, findIdentity(storage.reader, email))
  const refund = consumeLoginAttempt('code', email, origin.ip, device)
  const outcome = await storage.write(async (tx) => {
    const { verdict, identity } = redeemLoginCode(tx, email, input.otp, device)
    const account = identity && readAccount(tx, identity.userId)
    if (verdict === 'matched' && account) {
      const session = beginSession(tx, origin, current, identity, 'otp')
      await renewMembership(tx, { id: account.id, role: account.role, origin })
      return { identity, role: account.role, session, tokens: input.tokens ? issueTokens(tx, session) : undefined }
    }
    const refusal = verdict === 'matched' ? 'expired' : verdict
    auditFailedLogin(tx, origin, email, { method: 'otp', verdict: refusal })
    return { refusal }
  })
  if (outcome.refusal !== undefined) return refuseCode(outcome.refusal)
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
  const known = findIdentity(tx, email)
  const own = ownCodes(known, device)
  const ownCode = own && findLoginCode(tx, loginCodeKeys(email, own.device))
  // The browser's own code if it has one that has not expired, or else the one that anybody can try.
  const isOwn = ownCode?.otpHash != null && isValid(ownCode.expiresAt, OTP_MINUTES.login * 60_000)
  const code = isOwn ? ownCode : findLoginCode(tx, loginCodeKeys(email))
  if (!code) return { verdict: 'expired', identity: undefined }
  const { emailKey, otpHash, expiresAt: otpExpiresAt, attempts } = code
  const state = { otpHash, otpExpiresAt, attempts }
  const verdict = guessOtp(state, subjectOf(emailKey), otp, isOwn ? own?.accountId : undefined)
  if (verdict === 'matched' && known?.authId === code.identityId) {
    voidLoginCode(tx, emailKey, otpHash)
    return { verdict, identity: known }
  }
  if (verdict !== 'expired')
    sql`
      UPDATE login_codes SET attempts = attempts + 1
      WHERE email_key = ${emailKey} AND attempts < ${OTP_ATTEMPTS}`.run(tx)
  return { verdict: verdict === 'matched' ? 'expired' : verdict, identity: known }
}

/** After a sign-in with the email: stores it under the current key or recipient if it is stored under another one. */
function renewAddress(identity: SignInIdentity, email: string): void {
  if (!isStale(identity)) return
  inBackground('renewing an address', async () => {
    const { id, indexes, sealed } = await sealAddress(email, identity.authId)
    const [index = ''] = indexes
    await storage.write((tx) =>
      sql`UPDATE identities SET email_index = ${index}, email_sealed = ${sealed} WHERE id = ${id}`.run(tx),
    )
  })
}
