import { getTableColumns } from 'drizzle-orm'
import { pendingSignups } from '../../../db/schema/identities'
import { raw, sql } from '../../../db/sql'
import { type Raw, selectList } from '../../../db/statement'
import { type Connection, storage, type Tx } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import { forgetAccount, type Viewer } from '../../ground/access/account'
import { renewTokens } from '../../ground/access/sessions'
import { writeAs } from '../../ground/access/write-as'
import { audit, auditAttempt, type Origin } from '../../ground/audit/audit'
import { allSettings } from '../../ground/settings/settings'
import { keyIdOf, randomToken, tokenHash } from '../../lib/crypto/keys'
import { hashPassword } from '../../lib/crypto/password-hash'
import { parseAddress } from '../../lib/mail/email-address'
import { deliver } from '../../lib/mail/mail'
import { otpMail } from '../../lib/mail/templates'
import { addressIndex, matchingAddress, openAddress, type SealedAddress, sealAddress } from '../../lib/net/addresses'
import { inBackground } from '../../lib/process/background'
import { isValid } from '../../lib/process/clock'
import { isoOf, today } from '../../lib/text/coarse-time'
import { keepingBranchGroups, redrawFirstBranches } from '../accounts/branch-groups'
import type { Profile } from '../accounts/record'
import { createUser, findIdentity, findIdentityByIndex, readOwnUser, readProfile } from '../accounts/users'
import { resolveBranch } from '../colleges/branches'
import { collegeByDomain, mailTo } from '../colleges/directory'
import { guessOtp, newCode, OTP_MINUTES, otpExpiry, refuseCode } from './codes'
import { consumeNewAccount, consumeOtpSend, OTP_ATTEMPTS } from './otp-rate-limits'
import { NO_PASSWORD, refuseWeakPassword } from './password-policy'
import { admitSignup, admitSignupAgain } from './proof-of-work'
import { beginSession } from './sessions'
import { admitAccount, refuseIfClosed, refuseUnlessAdmitted } from './sign-up-requests'
import { requireLastingEmail, requireStudentEmail } from './student-email'

// The log has the sign-up in the place of its address: whoever tries to register an address that he knows would find it
// again, and beside it the new account.

/**
 * Begins a sign-up and mails its code. The password is checked, so that the last step does not refuse it, and is not
 * stored. `token` goes into the `pending_signup` cookie.
 */
export async function beginSignup(
  origin: Origin,
  input: { email: string; password: string; proofOfWork?: string | undefined },
): Promise<{ token: string; expiresAt: string; digits: number }> {
  // Before all else, so that it says nothing of an address.
  refuseIfClosed(allSettings().signUp)
  const student = requireLastingEmail(input.email)
  const { email } = student
  if (!collegeByDomain(student.domain)) refuse('COLLEGE_NOT_FOUND')
  requireStudentEmail(student)
  if (input.password !== NO_PASSWORD) refuseWeakPassword(input.password, email, 'password')
  if (findIdentity(storage.reader, email)) refuse('USER_EXISTS')
  await admitSignup(origin.ip, input.proofOfWork)
  const [id, token] = [crypto.randomUUID(), randomToken()]
  const { otp, otpHash, otpExpiresAt } = await mailCode(origin, id, email)
  const [createdAt, expiresAt] = [isoOf(Date.now()), isoOf(Date.now() + SIGNUP_MS)]
  const { indexes, sealed: emailSealed, domain: emailDomain } = await sealAddress(email, id)
  const row = { id, tokenHash: tokenHash(token), emailIndexes: indexes.join(' '), emailSealed, emailDomain }
  await storage.write((tx) => {
    tx.orm
      .insert(pendingSignups)
      .values({ ...row, otpHash, otpExpiresAt, createdAt, expiresAt })
      .run()
    auditAttempt(tx, origin, { action: 'user:began:registration', subject: id })
  })
  return { token, expiresAt, digits: otp.length }
}

/** Mails a new code, within the rate limits. Called before the code is stored, because the mail can fail. */
async function mailCode(origin: Origin, signupId: string, email: string) {
  const { allowed, ...rateLimit } = consumeOtpSend(email, origin.ip)
  if (!allowed) refuse('OTP_COOLDOWN', 'auth.tooManyCodes', { rateLimit })
  const code = newCode(signupId, 'registration')
  const words = { otp: code.otp, minutes: OTP_MINUTES.registration, purpose: 'registration' } as const
  const mail = otpMail(mailTo(email, origin.language), words)
  const { messageId } = await deliver(mail, 'signup')
  // Its minutes begin when it is on its way: mail may take some seconds.
  return { ...code, otpExpiresAt: otpExpiry('registration'), messageId }
}

/** Mails another code to the email of the sign-up, and resets its attempts. */
export async function resendSignupOtp(origin: Origin, token: string | undefined, text: string) {
  refuseIfClosed(allSettings().signUp)
  if (!token) return refuse('SIGNUP_MISSING')
  const { id, ...signup } = pendingSignup(storage.reader, token) ?? refuse('OTP_EXPIRED', 'auth.signUpExpired')
  const email = parseAddress(text)?.email
  if (email === undefined || !matchingAddress(email, signup.emailIndexes.split(' ')))
    return refuseField('email', 'auth.otherEmail')
  if (signup.verifiedAt !== null) refuse('OTP_EXPIRED', 'auth.alreadyVerified')
  admitSignupAgain(origin.ip)
  const { otp, otpHash, otpExpiresAt, messageId } = await mailCode(origin, id, email)
  await storage.write((tx) => {
    sql`
      UPDATE pending_signups SET otp_hash = ${otpHash}, otp_expires_at = ${otpExpiresAt}, attempts = 0
      WHERE id = ${id}`.run(tx)
    auditAttempt(tx, origin, { action: 'user:requested:otp', subject: id })
  })
  return { messageId, digits: otp.length }
}

/** Verifies the email by its code. Simultaneous attempts count one by one. */
export async function verifySignup(origin: Origin, token: string | undefined, otp: string) {
  if (!token) return refuse('SIGNUP_MISSING')
  const verdict = await storage.write((tx) => {
    const signup = pendingSignup(tx, token)
    if (!signup) return 'expired'
    const { id } = signup
    const verdict = guessOtp(signup, id, otp)
    if (verdict === 'matched')
      sql`
        UPDATE pending_signups SET verified_at = ${isoOf(Date.now())}, otp_hash = NULL, otp_expires_at = NULL
        WHERE id = ${id}`.run(tx)
    // The fifth wrong attempt counts, too: it exhausts the code.
    else if (verdict !== 'expired')
      sql`UPDATE pending_signups SET attempts = attempts + 1 WHERE id = ${id} AND attempts < ${OTP_ATTEMPTS}`.run(tx)
    const status = verdict === 'matched' ? 'success' : 'failure'
    auditAttempt(tx, origin, { action: 'user:verified:otp', subject: id, status, metadata: { verdict } })
    return verdict
  })
  if (verdict !== 'matched') refuseCode(verdict)
  return { isVerified: true } as const
}

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
) {
  const verified = token ? pendingSignup(storage.reader, token) : undefined
  if (!token || verified?.verifiedAt == null) return refuse('NOT_VERIFIED')
  const address = (await addressOfSignup(verified)) ?? refuse('NOT_VERIFIED')
  if (password !== NO_PASSWORD) refuseWeakPassword(password, matchingAddress(password, address.indexes), 'password')
  const { id: collegeId } = collegeByDomain(address.domain) ?? refuse('COLLEGE_NOT_FOUND')
  const passwordHash = password === NO_PASSWORD ? null : await hashPassword(password, origin.ip)
  const outcome = await storage.write(async (tx) => {
    if (findIdentityByIndex(tx, address.indexes)) refuse('USER_EXISTS')
    const signup = pendingSignup(tx, token)
    if (signup?.verifiedAt == null) return refuse('NOT_VERIFIED')
    const admission = admitAccount(tx, origin, address)
    if (admission !== 'admitted') return { admission }
    consumeNewAccount(address.indexes)
    // Other sign-ups of the email stay until they expire, and are refused.
    sql`DELETE FROM pending_signups WHERE id = ${signup.id}`.run(tx)
    const id = await createUser(tx, { address, passwordHash, collegeId, language: origin.language })
    audit(tx, { id, role: 'user', origin }, { action: 'user:created:account', entityType: 'user', entityId: id })
    const session = signIn ? beginSession(tx, origin, current, { userId: id, role: 'user' }, 'otp') : undefined
    return { user: readOwnUser(tx, id), profile: readProfile(tx, id), session }
  })
  return outcome.admission === undefined ? outcome : refuseUnlessAdmitted(outcome.admission)
}

const SIGNUP = getTableColumns(pendingSignups)
type Signup = Raw<typeof SIGNUP>

/**
 * The address of a sign-up for a new row. Undefined if this server cannot read it and the key has changed since: then
 * nobody could tell whether it has an account.
 */
async function addressOfSignup(signup: Signup): Promise<SealedAddress | undefined> {
  const email = openAddress(signup)
  if (email !== null) return sealAddress(email)
  const indexes = signup.emailIndexes.split(' ')
  if (keyIdOf(indexes[0] ?? '') !== keyIdOf(addressIndex(''))) return undefined
  // What is sealed for an offline recipient is bound to no row.
  return { id: crypto.randomUUID(), indexes, sealed: signup.emailSealed, domain: signup.emailDomain }
}

const SIGNUP_MS = 24 * 3_600_000

function pendingSignup(db: Connection, token: string): Signup | undefined {
  const signup = sql(SIGNUP)`
    SELECT ${raw(selectList(SIGNUP))} FROM pending_signups WHERE token_hash = ${tokenHash(token)}`.get(db)
  return signup && isValid(signup.expiresAt, SIGNUP_MS) ? signup : undefined
}

/** Reads every sign-up of a day: a row has an index for each key of its time. */
export const removeSignups = (tx: Tx, emailIndex: string) =>
  sql`DELETE FROM pending_signups WHERE instr(email_indexes, ${emailIndex}) > 0`.run(tx)

/** Chooses the branch and activates the profile. 409 `ALREADY_ONBOARDED` the second time. */
export const completeOnboarding = (user: Viewer, codeOrName: string): Promise<Profile> =>
  writeAs(user, 'session', async (tx, user) => {
    if (user.status !== 'ONBOARDING') return refuse('ALREADY_ONBOARDED')
    const { branch, branchId } = resolveBranch(tx, user.collegeId, codeOrName)
    keepingBranchGroups(tx, user.id, () =>
      sql`
        UPDATE users SET status = 'ACTIVE', branch = ${branch}, branch_id = ${branchId}, updated_at = ${today()}
        WHERE id = ${user.id}`.run(tx),
    )
    audit(tx, user, { action: 'user:completed:onboarding', entityType: 'user', entityId: user.id })
    forgetAccount(tx, user.id)
    tx.afterCommit(() => inBackground('drawing branches of administrators', redrawFirstBranches))
    renewTokens(tx, user.id)
    return readProfile(tx, user.id)
  })
