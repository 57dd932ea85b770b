/**
 * Every reason for which Quad refuses a request: its stable code, its status, and what it says unless the place
 * that refuses says something better. The OpenAPI document lists them; clients switch on them.
 */
export const ERRORS = {
  VALIDATION_FAILED: [400, 'Some of what was sent is missing or not as it should be'],
  INVALID_JSON: [400, 'The body is not valid JSON'],
  INVALID_EMAIL: [400, 'This is not a student e-mail address that Quad accepts'],
  DISPOSABLE_EMAIL: [400, 'Addresses of disposable mail services are not accepted'],
  SIGNUP_MISSING: [400, 'There is no registration under way here; start again'],
  CONTENT_POLICY_VIOLATION: [400, 'The text is against the content policy'],
  INVALID_TOKEN: [400, 'The link is not valid, or has been used or has expired'],
  UNAUTHENTICATED: [401, 'Sign in first'],
  INVALID_CREDENTIALS: [401, 'The e-mail address or the password is wrong'],
  FORBIDDEN: [403, 'Your role does not allow this'],
  NOT_OWNER: [403, 'Only its author may do this'],
  NOT_ONBOARDED: [403, 'Choose your branch first'],
  ALREADY_ONBOARDED: [403, 'Your branch has been chosen already'],
  TERMS_NOT_ACCEPTED: [403, 'Accept the terms first'],
  USER_BLOCKED: [403, 'Your account is blocked from taking part'],
  USER_SUSPENDED: [403, 'Your account is suspended for the time being'],
  BLOCK_RELATION: [403, 'One of you has blocked the other'],
  USER_EXISTS: [403, 'There is an account with this address already'],
  NOT_VERIFIED: [403, 'The address has not been verified'],
  OTP_INVALID: [403, 'The code is wrong'],
  OTP_EXPIRED: [403, 'The code has expired or was used; ask for a new one'],
  OTP_EXHAUSTED: [403, 'Too many attempts; ask for a new code later'],
  CSRF_REJECTED: [403, 'The request comes from a page that is not trusted'],
  NOT_FOUND: [404, 'There is nothing here'],
  COLLEGE_NOT_FOUND: [404, 'No college here uses this e-mail domain'],
  FEATURE_DISABLED: [404, 'This is switched off here'],
  METHOD_NOT_ALLOWED: [405, 'This address does not take that method'],
  CONFLICT: [409, 'This clashes with what is there already'],
  ALREADY_VOTED: [409, 'You have voted on this already'],
  ALREADY_BOOKMARKED: [409, 'You have bookmarked this already'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Send JSON or a URL-encoded form'],
  UPGRADE_REQUIRED: [426, 'This address answers as a WebSocket only'],
  OTP_COOLDOWN: [429, 'A code was sent a moment ago; wait before asking for another'],
  RATE_LIMITED: [429, 'Too many requests; wait a little'],
  INTERNAL: [500, 'Something went wrong on our side'],
  MAIL_FAILED: [500, 'The mail could not be sent; try again later'],
  NOT_READY: [503, 'Quad is starting or stopping'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS
export type ErrorStatus = (typeof ERRORS)[ErrorCode][0]
export type FieldError = { field: string; message: string }
/** How its sender stands with a limit: what `RateLimit-*` says. */
export type RateLimit = { limit: number; remaining: number; resetSeconds: number }
type Details = { status?: ErrorStatus; errors?: FieldError[]; meta?: Record<string, unknown>; rateLimit?: RateLimit }

/** A request that is refused for a named reason; becomes the failure envelope. */
export class Refusal extends Error {
  readonly status: ErrorStatus
  readonly errors: FieldError[] | undefined
  readonly meta: Record<string, unknown> | undefined
  /** The limit that refused. */
  readonly rateLimit: RateLimit | undefined

  constructor(
    readonly code: ErrorCode,
    message: string = ERRORS[code][1],
    { status = ERRORS[code][0], errors, meta, rateLimit }: Details = {},
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.meta = meta
    this.rateLimit = rateLimit
  }
}

/** Refuses the request with `code`; the message says what was wrong and what would be right. */
export function refuse(code: ErrorCode, message?: string, details?: Details): never {
  throw new Refusal(code, message, details)
}

/** Refuses one field of the input (400 `VALIDATION_FAILED`). */
export function refuseField(field: string, message: string): never {
  throw new Refusal('VALIDATION_FAILED', message, { errors: [{ field, message }] })
}
