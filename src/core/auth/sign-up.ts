import { storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { matchingAddress, sealAddress } from '../../lib/addresses'
import { parseAddress } from '../../lib/email-address'
import { randomToken, tokenHash } from '../../lib/keys'
import { deliver } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { hashPassword } from '../../lib/password-hash'
import type { Viewer } from '../access/account'
import type { OwnUser, Profile } from '../accounts/record'
import { createUser, findIdentity, findIdentityByIndex, readOwnUser, readProfile } from '../accounts/users'
import { audit, auditAttempt, type Origin } from '../audit/audit'
import { collegeByDomain, mailCampus } from '../colleges/directory'
import { allSettings } from '../settings/settings'
import { codeDigits, guessOtp } from './code-budget'
import { newOtp, OTP_MINUTES, otpExpiry, otpHash } from './otp'
import { consumeNewAccount, consumeOtpSend } from './otp-rate-limits'
import { NO_PASSWORD, refuseWeakPassword } from './password-policy'
import { admitSignup, admitSignupAgain } from './proof-of-work'
import { beginSession, type OpenedSession } from './sessions'
import {
  addressOfSignup,
  addSignup,
  countSignupAttempt,
  isAddressOf,
  markSignupVerified,
  removeSignup,
  replaceSignupOtp,
  SIGNUP_MS,
  signupAddress,
  signupByToken,
} from './sign-up-queries'
import { admitAccount, refuseIfClosed, refuseUnlessAdmitted } from './sign-up-requests'
import { requireLastingEmail, requireStudentEmail } from './student-email'

/** `token` goes into the `pending_signup` cookie; `digits` is the length of the mailed code. */
export type PendingSignup = { token: string; expiresAt: string; digits: number }

type SignupInput = { email: string; password: string; proofOfWork?: string | undefined }

// The log has the sign-up in the place of its address: whoever tries to register an address that he knows would find it
// again, and beside it the new account.

/**
 * Begins a sign-up and mails its code. The password is checked, so that the last step does not refuse it, and is not
 * stored.
 */
export async function beginSignup(origin: Origin, input: SignupInput): Promise<PendingSignup> {
  // Before all else, so that it says nothing of an address.
  refuseIfClosed((await allSettings()).signUp)
  const student = requireLastingEmail(input.email)
  const { email } = student
  if (!(await collegeByDomain(student.domain))) refuse('COLLEGE_NOT_FOUND')
  requireStudentEmail(student)
  if (input.password !== NO_PASSWORD) refuseWeakPassword(input.password, email, 'password')
  if (await findIdentity(storage.reader, email)) refuse('USER_EXISTS')
  await admitSignup(origin.ip, input.proofOfWork)
  const id = crypto.randomUUID()
  const { otp } = await mailOtp(origin, email)
  const address = await sealAddress(email, id)
  const token = randomToken()
  const expiresAt = new Date(Date.now() + SIGNUP_MS).toISOString()
  await storage.write(async (tx) => {
    await addSignup(tx, {
      id,
      tokenHash: tokenHash(token),
      ...signupAddress(address),
      otpHash: otpHash(id, otp),
      otpExpiresAt: otpExpiry('registration'),
      createdAt: new Date().toISOString(),
      expiresAt,
    })
    await auditAttempt(tx, origin, { action: 'user:began:registration', subject: id })
  })
  return { token, expiresAt, digits: otp.length }
}

/** Mails a new code, within the rate limits. Called before the code is stored, because the mail can fail. */
async function mailOtp(origin: Origin, email: string): Promise<{ otp: string; messageId: string }> {
  const { allowed, ...rateLimit } = consumeOtpSend(email, origin.ip)
  if (!allowed) refuse('OTP_COOLDOWN', 'auth.tooManyCodes', { rateLimit })
  const otp = newOtp(codeDigits())
  const campus = await mailCampus()
  const { messageId } = await deliver(
    otpMail(origin.language, { to: email, otp, campus, minutes: OTP_MINUTES.registration, purpose: 'registration' }),
    'signup',
  )
  return { otp, messageId }
}

/** Mails another code to the email of the sign-up, and resets its attempts. */
export async function resendSignupOtp(
  origin: Origin,
  token: string | undefined,
  text: string,
): Promise<{ messageId: string; digits: number }> {
  refuseIfClosed((await allSettings()).signUp)
  if (!token) return refuse('SIGNUP_MISSING')
  const signup = await pendingSignup(token)
  if (!signup) return refuse('OTP_EXPIRED', 'auth.signUpExpired')
  const email = parseAddress(text)?.email
  if (email === undefined || !isAddressOf(signup, email)) return refuseField('email', 'auth.otherEmail')
  if (signup.verifiedAt !== null) refuse('OTP_EXPIRED', 'auth.alreadyVerified')
  admitSignupAgain(origin.ip)
  const { otp, messageId } = await mailOtp(origin, email)
  await storage.write(async (tx) => {
    await replaceSignupOtp(tx, signup.id, otpHash(signup.id, otp), otpExpiry('registration'))
    await auditAttempt(tx, origin, { action: 'user:requested:otp', subject: signup.id })
  })
  return { messageId, digits: otp.length }
}

const pendingSignup = (token: string, db: Tx | typeof storage.reader = storage.reader) =>
  signupByToken(db, tokenHash(token))

/** Verifies the email by its code. Simultaneous attempts count one by one. */
export async function verifySignup(
  origin: Origin,
  token: string | undefined,
  otp: string,
): Promise<{ isVerified: true }> {
  if (!token) return refuse('SIGNUP_MISSING')
  const verdict = await storage.write(async (tx) => {
    const signup = await pendingSignup(token, tx)
    if (!signup) return 'expired'
    const now = new Date().toISOString()
    const verdict = guessOtp(signup, signup.id, otp, now)
    if (verdict === 'matched') await markSignupVerified(tx, signup.id, now)
    // The fifth wrong attempt counts, too: it exhausts the code.
    else if (verdict !== 'expired') await countSignupAttempt(tx, signup.id)
    const status = verdict === 'matched' ? 'success' : 'failure'
    await auditAttempt(tx, origin, {
      action: 'user:verified:otp',
      subject: signup.id,
      status,
      metadata: { verdict },
    })
    return verdict
  })
  if (verdict === 'wrong') refuse('OTP_INVALID')
  if (verdict === 'exhausted') refuse('OTP_EXHAUSTED')
  if (verdict === 'expired') refuse('OTP_EXPIRED')
  return { isVerified: true }
}

type Finalized = { user: OwnUser; profile: Profile; session: OpenedSession | undefined }

/**
 * Creates the account of a verified sign-up; of several for one email the first wins. The password of this step becomes
 * the account's; with the placeholder of external sign-up the account has none. While a moderator has to let people in,
 * it files their request. With `signIn` it opens a session, as the code would that proved the email, in place of the
 * client's current one.
 */
export async function finalizeSignup(
  origin: Origin,
  current: Viewer | null,
  token: string | undefined,
  { password, signIn = false }: { password: string; signIn?: boolean | undefined },
): Promise<Finalized> {
  const verified = token ? await pendingSignup(token) : undefined
  if (!token || verified?.verifiedAt == null) return refuse('NOT_VERIFIED')
  const address = await addressOfSignup(verified)
  if (address === undefined) return refuse('NOT_VERIFIED')
  if (password !== NO_PASSWORD) refuseWeakPassword(password, matchingAddress(password, address.indexes), 'password')
  const college = await collegeByDomain(address.domain)
  if (!college) return refuse('COLLEGE_NOT_FOUND')
  const passwordHash = password === NO_PASSWORD ? null : await hashPassword(password, origin.ip)
  const outcome = await storage.write(async (tx) => {
    if (await findIdentityByIndex(tx, address.indexes)) refuse('USER_EXISTS')
    const signup = await pendingSignup(token, tx)
    if (signup?.verifiedAt == null) return refuse('NOT_VERIFIED')
    const admission = await admitAccount(tx, origin, address)
    if (admission !== 'admitted') return { admission }
    consumeNewAccount(address)
    await removeSignup(tx, signup.id)
    const { language } = origin
    const id = await createUser(tx, { address, passwordHash, collegeId: college.id, language })
    await audit(tx, { id, role: 'user', origin }, { action: 'user:created:account', entityType: 'user', entityId: id })
    const session = signIn ? await beginSession(tx, origin, current, { userId: id, role: 'user' }, 'otp') : undefined
    return { user: await readOwnUser(tx, id), profile: await readProfile(tx, id), session }
  })
  return outcome.admission === undefined ? outcome : refuseUnlessAdmitted(outcome.admission)
}
