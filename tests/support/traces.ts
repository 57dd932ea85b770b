import { setSystemTime } from 'bun:test'
import { readFileSync } from 'node:fs'
import PostalMime from 'postal-mime'
import { storage } from '../../db/storage'
import { sendDueModerationMails } from '../../src/campus/sanctions/mails'
import { config } from '../../src/config'
import { ERRORS, type ErrorCode } from '../../src/errors'
import type { Settings } from '../../src/ground/settings/schemas'
import { storeSetting } from '../../src/ground/settings/settings'
import { openQueued } from '../../src/lib/mail/queue'
import { addressIndex } from '../../src/lib/net/addresses'
import { backgroundIdle } from '../../src/lib/process/background'
import { type LogEntry, logEntries } from './audit-log'
import { select } from './content'
import type { Answer } from './kit'
import { mailFiles } from './outbox'
import { expectRefused } from './scenarios'
import { until } from './until'

type Facts = 'before' | 'after' | 'metadata'
/** As the log has it, with facts as JSON. */
export type TracedEntry = Omit<LogEntry, Facts> & Record<Facts, string | null>

const traced = (fits: (entry: LogEntry) => boolean): TracedEntry[] =>
  logEntries()
    .filter(fits)
    .map((entry) => ({
      ...entry,
      before: text(entry.before),
      after: text(entry.after),
      metadata: text(entry.metadata),
    }))

const text = (facts: object | undefined): string | null => (facts === undefined ? null : JSON.stringify(facts))

/** What the audit log holds about an id, as its actor or its subject, oldest first; of one action where it is named. */
export const auditEntries = (id: string, action: string | null = null): TracedEntry[] =>
  traced((entry) => [entry.entityId, entry.actorId].includes(id) && (action ?? entry.action) === entry.action)

/** The attempts of a kind, oldest first. */
export const attempts = (action: string): TracedEntry[] => traced((entry) => entry.action === action)

/** What was done, by the audit log, to or by an id, oldest first. */
export const auditActions = (id: string) => auditEntries(id).map(({ action }) => action)

type ReadMail = { to: string; subject: string; text: string; html: string }
const read = new Map<string, { raw: string; to: string }>()

/** The raw mails to the address, oldest first. */
export function mailsTo(email: string) {
  const files = mailFiles(config.dataDir)
  for (const file of files) {
    if (read.has(file)) continue
    const raw = readFileSync(file, 'utf8')
    read.set(file, { raw, to: /^To: (.*)$/im.exec(raw)?.[1]?.toLowerCase() ?? '' })
  }
  return files.flatMap((file) => {
    const mail = read.get(file)
    return mail?.to.includes(email.toLowerCase()) ? [mail.raw] : []
  })
}

/** The first mail to the address after the `known` ones that were there, once it has come. */
export async function mailFor(email: string, known = 0): Promise<ReadMail> {
  const hasCome = async () => {
    await backgroundIdle()
    return mailsTo(email).length > known
  }
  // A page's request for it may still be on its way.
  await until(hasCome, 'a mail')
  const raw = mailsTo(email)[known]!
  const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return { to: email, subject, text, html }
}

/** The code in the mail that came after the `known` ones. */
export async function otpFor(email: string, known = 0) {
  const otp = /^\s*(\d{6}|[\d ]{9,})\s*$/m.exec((await mailFor(email, known)).text)?.[1]
  if (otp === undefined) throw new Error('the mail holds no code')
  return otp
}

type QueuedMail = { subject: string; text: string; html: string }

/** What is queued for an address, oldest first: nothing sends it in a test. */
export const queuedFor = (email: string): QueuedMail[] =>
  select('SELECT id, sealed FROM mail_queue WHERE addressee_index = ? ORDER BY rowid', addressIndex(email)).map(
    (row) => openQueued(row)!,
  )

/** What is queued for the person a day from now; with that the mails about moderation until now count as sent. */
export async function mailsADayLater({ email }: { email: string }): Promise<QueuedMail[]> {
  setSystemTime(new Date(Date.now() + 86_400_000))
  await sendDueModerationMails().finally(() => setSystemTime())
  return queuedFor(email)
}

/** Runs `work` while a mail is switched off. */
export async function withoutMail(name: keyof Settings['mails'], work: () => Promise<void>) {
  const all = { contentRemoved: true, suspended: true, collegeAvailable: true }
  await storage.write((tx) => storeSetting(tx, 'mails', { ...all, [name]: false }))
  await work()
  await storage.write((tx) => storeSetting(tx, 'mails', all))
}

/** As `expectRefused`, by the code, whose status the refusal has, and the fields that it names. */
export const refused = (send: () => Promise<Answer>, code: ErrorCode, ...fields: string[]): Promise<Answer> =>
  expectRefused(send, [ERRORS[code], code, ...fields])
