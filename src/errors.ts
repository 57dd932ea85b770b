import { type MessageOrKey, resolveMessage, type Text } from './messages/message'

/** Why Quad refuses, and with which status. It says `errors.<code>`, or something better. Clients read the code. */
export const ERRORS = {
  VALIDATION_FAILED: 400,
  INVALID_JSON: 400,
  INVALID_EMAIL: 400,
  DISPOSABLE_EMAIL: 400,
  SIGNUP_MISSING: 400,
  CONTENT_POLICY_VIOLATION: 400,
  INVALID_TOKEN: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  NOT_OWNER: 403,
  NOT_ONBOARDED: 403,
  ALREADY_ONBOARDED: 403,
  TERMS_NOT_ACCEPTED: 403,
  USER_BLOCKED: 403,
  USER_SUSPENDED: 403,
  MEMBERSHIP_ENDED: 403,
  BLOCK_RELATION: 403,
  USER_EXISTS: 403,
  NOT_VERIFIED: 403,
  SIGN_UP_CLOSED: 403,
  APPROVAL_PENDING: 403,
  SIGN_UP_REFUSED: 403,
  OTP_INVALID: 403,
  OTP_EXPIRED: 403,
  OTP_EXHAUSTED: 403,
  CSRF_REJECTED: 403,
  REAUTHENTICATION_REQUIRED: 403,
  PASSKEY_REQUIRED: 403,
  NOT_FOUND: 404,
  COLLEGE_NOT_FOUND: 404,
  FEATURE_DISABLED: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  DUPLICATE: 409,
  ALREADY_VOTED: 409,
  ALREADY_BOOKMARKED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  MISDIRECTED_REQUEST: 421,
  IDEMPOTENCY_KEY_REUSED: 422,
  UPGRADE_REQUIRED: 426,
  OTP_COOLDOWN: 429,
  PROOF_OF_WORK_REQUIRED: 429,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  MAIL_FAILED: 500,
  BUSY: 503,
  NOT_READY: 503,
  NOT_PRIMARY: 503,
  STORAGE_UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof ERRORS
export type ErrorStatus = (typeof ERRORS)[ErrorCode]
export type FieldError = { field: string; message: Text }
/** How its sender stands with a limit: what `RateLimit-*` says. */
export type RateLimit = { limit: number; remaining: number; resetSeconds: number }
type Details = {
  status?: ErrorStatus
  errors?: FieldError[]
  meta?: Record<string, unknown>
  /** The limit that refused. */
  rateLimit?: RateLimit
  /** When to try again, for `Retry-After`; of a limit that refused, when it resets. */
  retrySeconds?: number
}

/** A request that is refused for a named reason; becomes the failure envelope, in the language of the request. */
export class AppError extends Error {
  readonly status: ErrorStatus

  constructor(
    readonly code: ErrorCode,
    /** What it says to people; `message` is the same in English, for logs and commands. */
    readonly text: MessageOrKey = `errors.${code}`,
    readonly details: Readonly<Details> = {},
  ) {
    super(resolveMessage(text, 'en'))
    this.status = details.status ?? ERRORS[code]
  }
}

/** Refuses the request with `code`; the message says what was wrong and what would be right. */
export function refuse(code: ErrorCode, text?: MessageOrKey, details?: Details): never {
  throw new AppError(code, text, details)
}

/** Refuses one field of the input (400 `VALIDATION_FAILED`). */
export function refuseField(field: string, message: MessageOrKey): never {
  throw new AppError('VALIDATION_FAILED', message, { errors: [{ field, message }] })
}
