import type { RateLimit } from '../../errors'

/** A mail that could not be sent. The message is for the operator and contains no address. */
export class MailFailure extends Error {
  constructor(
    message: string,
    readonly permanent = false,
    /** What the mail server answered (RFC 5321 §4.2), if it did. */
    readonly code?: number,
  ) {
    super(message)
  }
}

/** `MAIL_PER_HOUR` is used up. */
export class MailLimit extends Error {
  constructor(readonly rateLimit: RateLimit) {
    super(`All mail of this hour is used up; there is room in ${rateLimit.resetSeconds} s`)
  }
}

/** The library, loaded with the first mail: it takes 70 ms, which neither a start nor most commands need. */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer')

export const smtpConnection = (): typeof import('nodemailer/lib/smtp-connection').default =>
  require('nodemailer/lib/smtp-connection').default

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Where a mail program unsubscribes by a POST (RFC 8058). */
  unsubscribe?: string
}

/** Exactly one address: no list, no display name, no second header. */
const ADDRESS = /^[^\s@<>(),;:"\\[\]\p{Cc}]{1,64}@[^\s@<>(),;:"\\[\]\p{Cc}]{1,255}$/u

/** @throws MailFailure (permanent) if the address or subject could add a header or a second addressee */
export function refuseUnsafe({ to, subject }: Mail) {
  if (!ADDRESS.test(to)) throw new MailFailure('The addressee is not one plain email address', true)
  if (/\p{Cc}/u.test(subject)) throw new MailFailure('The subject contains a line break or a control character', true)
}

/** The fields that the mail library builds a message from. @throws MailFailure */
export function message(mail: Mail, from: string) {
  refuseUnsafe(mail)
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // RFC 3834: asks mail robots not to answer.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': `<${mail.unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** `code`: what the mail server answered. `file`: where the mail lies, in the data directory. */
export type Sent = { messageId: string; code?: number; file?: string }

export type Transport = {
  /** Where nobody waits for it, as long as the server may need to say that it has the mail: else it is sent twice. */
  send(mail: Mail, isAwaited?: boolean): Promise<Sent>
  verify(): Promise<void>
}
