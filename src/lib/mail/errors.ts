import type { RateLimit } from '../../errors'

/** A mail that could not be sent. The message is for the operator and contains no address. */
export class MailFailure extends Error {
  constructor(
    message: string,
    /** Another attempt would fail, too. */
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
