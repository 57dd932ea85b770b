import { type Static, t } from 'elysia'
import { storage } from '../../../db/storage'
import { config } from '../../config'
import { ConfigValueError, type LinearPattern, pattern } from '../../config/parse'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { type Address, isDisposable, maskedEmail, parseAddress } from '../../lib/mail/email-address'
import { deliver } from '../../lib/mail/mail'
import { MailFailure } from '../../lib/mail/message'
import { testMail } from '../../lib/mail/templates'
import { mailWay } from '../../lib/mail/transport'
import { openAddress } from '../../lib/net/addresses'
import { integer, namedObject, nullable, recordId } from '../../lib/text/schema'
import { message } from '../../messages/message'
import { collegeByDomain, mailTo } from '../colleges/directory'
import { identityById } from './password'

// Whose email may join, and what a superadmin tries before students do: sample addresses, and a mail to oneself.

/** 400 `INVALID_EMAIL` or `DISPOSABLE_EMAIL` for what is the email of no mailbox that a college gives. */
export function requireLastingEmail(text: string): Address {
  const address = parseAddress(text) ?? refuse('INVALID_EMAIL', 'auth.notAnEmail')
  return isDisposable(address.domain) ? refuse('DISPOSABLE_EMAIL') : address
}

/**
 * Whether the part before the @ is one that the college gives to a student. What follows a `+` is up to the owner of the
 * mailbox (RFC 5233), who would have any number of accounts.
 */
const isStudentLocal = (local: string, pattern: LinearPattern): boolean => !local.includes('+') && pattern.test(local)

/**
 * 400 `INVALID_EMAIL` for what cannot be the email of a student. Look for the college first: whoever has mistaken the
 * domain must not read that the part before it is wrong.
 */
export function requireStudentEmail({ local, domain }: Pick<Address, 'local' | 'domain'>): void {
  const { enrollmentPattern, enrollmentExample } = config
  if (isStudentLocal(local, enrollmentPattern)) return
  if (enrollmentExample === undefined) refuse('INVALID_EMAIL', 'auth.studentEmail')
  refuse('INVALID_EMAIL', message('auth.studentEmailLike', { example: `${enrollmentExample}@${domain}` }))
}

// Samples stay in the request: nothing of them is stored, logged or sent back, but how many there were and how many could
// join.

export const MOST_SAMPLES = 50

export const addressTrial = namedObject('AddressTrial', {
  pattern: t.String({ description: 'The pattern of the part before the @ that was tried' }),
  isInUse: t.Boolean({ description: 'It is the one of `ENROLLMENT_PATTERN`' }),
  results: t.Array(
    t.Object({
      verdict: t.UnionEnum(['accepted', 'no_email', 'disposable', 'no_college', 'no_student']),
      college: nullable(t.Object({ id: recordId, name: t.String() })),
    }),
    { maxItems: MOST_SAMPLES, description: 'In the order of the samples' },
  ),
})
type Trial = Static<typeof addressTrial>

/** 400 for a pattern that is none, or whose time could grow faster than the length of a text (no RE2). */
export async function tryAddresses(user: Viewer, samples: readonly string[], candidate?: string): Promise<Trial> {
  const inUse = config.enrollmentPattern
  const tried = candidate === undefined ? inUse : compiled(candidate)
  const results = samples.map((sample) => judge(parseAddress(sample), tried))
  const isInUse = tried.source === inUse.source
  const accepted = results.filter(({ verdict }) => verdict === 'accepted').length
  const metadata = { pattern: tried.source, samples: results.length, accepted }
  const entry = { action: 'admin:tried:addresses', entityType: 'settings', entityId: null, metadata } as const
  // For whoever asks later whether the pattern in use was tried (keeping/setup/checklist.ts).
  if (isInUse) await writeAs(user, 'superadmin', (tx, user) => audit(tx, user, entry))
  return { pattern: tried.source, isInUse, results }
}

function compiled(text: string): LinearPattern {
  try {
    return pattern(text)
  } catch (error) {
    if (error instanceof ConfigValueError) return refuseField('pattern', 'auth.addressPattern')
    throw error
  }
}

/** In the order in which a sign-up is refused. */
function judge(address: Address | undefined, tried: LinearPattern): Trial['results'][number] {
  if (address === undefined) return { verdict: 'no_email', college: null }
  if (isDisposable(address.domain)) return { verdict: 'disposable', college: null }
  const found = collegeByDomain(address.domain)
  if (found === undefined) return { verdict: 'no_college', college: null }
  const college = { id: found.id, name: found.name }
  return { verdict: isStudentLocal(address.local, tried) ? 'accepted' : 'no_student', college }
}

export const mailTest = namedObject('MailTest', {
  to: t.String({ description: 'The own address, as lists show it' }),
  via: t.UnionEnum(['smtp', 'outbox'], { description: '`outbox`: no mail server is configured' }),
  isAccepted: t.Boolean({
    description: 'The mail server, or the folder, took it. Whether it arrives is another matter',
  }),
  host: nullable(t.String({ description: 'Of the mail server, with its port' })),
  encryption: nullable(
    t.UnionEnum(['tls', 'starttls', 'offered', 'none'], {
      description: 'What the configuration asks of the connection; `offered`: STARTTLS if the server has it',
    }),
  ),
  code: nullable(integer('The answer of the mail server (RFC 5321 §4.2), where it gave one')),
  file: nullable(t.String({ description: 'In the data directory' })),
  problem: nullable(t.String({ description: 'What went wrong, for the operator; without addresses and passwords' })),
  ms: integer('How long it took'),
})

/**
 * Sends a test mail to the superadmin's own address, and says where it went. It takes nothing of the mail that is kept
 * for those who sign in. 409 when this server cannot read the address.
 */
export async function sendTestMail(user: Viewer): Promise<Static<typeof mailTest>> {
  const identity = identityById(storage.reader, user.authId) ?? refuse('NOT_FOUND')
  const to = openAddress(identity) ?? refuse('CONFLICT', 'auth.ownAddressSealed')
  const started = performance.now()
  const mail = testMail(mailTo(to, user.origin.language))
  const sent = await deliver(mail, 'signup').catch((error: unknown) => {
    if (error instanceof MailFailure) return error
    throw error
  })
  const ms = Math.round(performance.now() - started)
  const [way, failure] = [mailWay(), sent instanceof MailFailure ? sent.message : null]
  const isAccepted = failure === null
  const metadata = { via: way.via, accepted: isAccepted, server: way.host }
  const entry = { action: 'admin:tested:mail', entityType: 'settings', entityId: null, metadata } as const
  await writeAs(user, 'superadmin', (tx, user) => audit(tx, user, entry))
  const file = 'file' in sent ? (sent.file ?? null) : null
  return { to: maskedEmail(to), ...way, isAccepted, code: sent.code ?? null, file, problem: failure, ms }
}
