import { Elysia } from 'elysia'
import { ERRORS, type ErrorCode, refuse, refuseField } from '../errors'
import { type Account, accountById, type Creation, type Viewer } from '../ground/access/account'
import {
  type AccountLevel,
  type Level,
  levelCodes,
  levelRefusal,
  requireReauthentication,
  strangerRefusal,
} from '../ground/access/levels'
import { isHalfSpent, recordSeenIfLongAgo, renewBeside, tryReplaceDueCookie } from '../ground/access/session-tokens'
import { findSession, type Session, wasSeenLongAgo } from '../ground/access/sessions'
import type { Origin } from '../ground/audit/audit'
import { strangersRead } from '../ground/settings/settings'
import { asFollower, ForPrimary } from '../lib/follower/following'
import { isObject, readBody } from './body'
import { failure } from './envelope'
import { limitAccount, limitAddress } from './limits'
import { redeemTicket, requestContext, requestCredential, requestOrigin } from './request'
import { renewedCookies } from './session-cookies'

type Gate = { request: Request; route: string }
type Sent = Gate & { params?: unknown; body?: unknown }

/** Looks up the session of the request; call it again later to see whether it is still valid. */
export function sessionProof({ request }: Pick<Gate, 'request'>): () => Promise<Session | undefined> {
  const credential = requestCredential(request)
  return async () => (credential === null ? undefined : findSession(credential.token, credential.kind))
}

async function identify(request: Request): Promise<Viewer | null> {
  const session = await sessionProof({ request })()
  const account = session && accountById(session.userId)
  if (asFollower() !== undefined) return identifyFromCopy(request, session, account)
  if (!session || !account) {
    // An earlier look at this request may have renewed a cookie that another tab has replaced since.
    requestContext(request).renewedCookies = undefined
    return null
  }
  const { credential, isSensitive } = requestContext(request)
  const cookie = credential?.kind === 'cookie' && !credential.isLent ? credential.token : undefined
  if (cookie !== undefined && session.isTokenDue) await replace(request, cookie, session)
  else if (cookie !== undefined && isHalfSpent(session)) renewCookies(request, session, renewBeside(session))
  else recordSeenIfLongAgo(session)
  const { id: sessionId, authenticatedAt } = session
  // What everybody may read, an administrator reads as a student until there is the passkey that the role needs.
  const role = account.lacksPasskey ? 'user' : account.role
  return { ...account, role, session, sessionId, authenticatedAt, isSensitive, origin: requestOrigin(request) }
}

/** For the primary: what the copy may lack, uses to be noted, and administrators, of whose reads some are audited. */
function identifyFromCopy(request: Request, session: Session | undefined, account: Account | undefined): Viewer | null {
  if (requestCredential(request) === null) return null
  if (!session || !account || account.role !== 'user' || isUseDue(session)) throw new ForPrimary()
  const { id: sessionId, authenticatedAt } = session
  return { ...account, sessionId, authenticatedAt, isSensitive: false, origin: requestOrigin(request) }
}

const isUseDue = (session: Session): boolean =>
  session.isTokenDue === 1 || isHalfSpent(session) || wasSeenLongAgo(session)

async function replace(request: Request, cookie: string, session: Session): Promise<void> {
  const replaced = await tryReplaceDueCookie(session, cookie)
  if (replaced === undefined) return
  requestContext(request).credential = { kind: 'cookie', token: replaced.token }
  renewCookies(request, session, replaced.expiresAt)
}

/** Sends the session cookie of the request again, with its new lifetime; nothing to a client without cookies. */
export function renewCookies(request: Request, owner: Pick<Session, 'userId' | 'role'>, expiresAt: string): void {
  const { userId, role } = owner
  const context = requestContext(request)
  if (context.credential?.kind === 'cookie')
    context.renewedCookies = renewedCookies(context.credential.token, { userId, role, expiresAt })
}

/** The viewer of the request; null without a valid session. */
async function readViewer(request: Request): Promise<Viewer | null> {
  const context = requestContext(request)
  context.viewer ??= identify(request)
  const viewer = await context.viewer
  if (viewer !== null) context.personal = true
  return viewer
}

async function admit(level: Level, { request, route }: Gate): Promise<void> {
  const context = requestContext(request)
  const first = context.route === undefined
  context.route = route
  const claimsSession = first && requestCredential(request) !== null
  if (first) limitAddress(request.method, route, context, claimsSession)
  // The second call is after the body, whose sender may have been signed out or sanctioned while it arrived.
  else context.viewer = undefined
  if (level === 'public') return
  const viewer = await readViewer(request)
  if (viewer === null) {
    const code = strangerRefusal(level, strangersRead())
    if (code !== null) refuse(code, level === 'content' ? 'requests.membersRead' : undefined)
  } else if (!isOpen(level)) {
    const code = levelRefusal(level, viewer)
    if (code !== null) refuse(code)
  }
  if (claimsSession) limitAccount(request.method, route, context, viewer?.id)
  if (context.isSensitive && viewer !== null) requireReauthentication(viewer)
}

const isOpen = (level: Level): level is 'viewer' | 'content' => level === 'viewer' || level === 'content'

const SESSION = [{ session: [] }, { bearer: [] }]

/** What a level adds to its route: checks before the body is read and before it is validated, and what is documented. */
const levelHooks = (level: Level) => ({
  detail: {
    'x-access': level,
    'x-codes': levelCodes(level),
    ...(level === 'public' ? {} : { security: isOpen(level) ? [{}, ...SESSION] : SESSION }),
  } as object,
  // Destructured: if a hook takes the whole context, Elysia parses the cookies, which costs 5 microseconds and more.
  async parse({ request, route }: Gate) {
    await admit(level, { request, route })
    return readBody(request, route)
  },
  async transform({ request, route }: Gate) {
    await admit(level, { request, route })
  },
})

const signedIn = (level: AccountLevel) => ({
  ...levelHooks(level),
  response: { 401: failure, 403: failure },
  async resolve({ request }: Gate): Promise<{ user: Viewer }> {
    const viewer = await readViewer(request)
    return viewer === null ? refuse('UNAUTHENTICATED') : { user: viewer }
  },
})

const resolveViewer = async ({ request }: Gate): Promise<{ viewer: Viewer | null; origin: Origin }> => ({
  viewer: await readViewer(request),
  origin: requestOrigin(request),
})

/** Adds a hook before that of the level, whichever of the two the route names first. */
const before = (events: readonly ('parse' | 'transform')[], hook: (gate: Gate) => void): object => ({
  introspect(hooks: { parse?: unknown; transform?: unknown }) {
    for (const event of events) hooks[event] = [hook, hooks[event] ?? []].flat()
  },
})

/** Codes of a route that creates: what a repeat asks for may be gone, its key may stand for another request. */
export const CREATION_CODES = ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'] as const

type ListedCode = ErrorCode | `${number} ${ErrorCode}`
const ANY_FAILURE = {
  400: failure,
  401: failure,
  403: failure,
  404: failure,
  409: failure,
  429: failure,
  500: failure,
  503: failure,
} as const

/** The access levels, and what else a route declares: `fails` are the codes of its own rules, some with a status. */
export const access = new Elysia({ name: 'access' }).macro({
  public: {
    ...levelHooks('public'),
    resolve: ({ request }: Gate): { origin: Origin } => ({ origin: requestOrigin(request) }),
  },
  viewer: { ...levelHooks('viewer'), resolve: resolveViewer },
  content: { ...levelHooks('content'), response: { 401: failure }, resolve: resolveViewer },
  session: signedIn('session'),
  reader: signedIn('reader'),
  member: signedIn('member'),
  onboarded: signedIn('onboarded'),
  reporter: signedIn('reporter'),
  owner: signedIn('owner'),
  author: signedIn('author'),
  admin: signedIn('admin'),
  superadmin: signedIn('superadmin'),
  /** For acts for which a copied cookie must not do. Checked where the level is, and again inside `writeAs`. */
  reauthenticated: {
    detail: { 'x-reauthentication': true } as object,
    ...before(['parse', 'transform'], ({ request }) => {
      requestContext(request).isSensitive = true
    }),
  },
  /** For the handshake of a socket: a ticket in the query counts instead of a token or a cookie. */
  ticketed: before(['transform'], ({ request }) => redeemTicket(request)),
  /** What a follower answers a read from; what has none it passes on. */
  follower: (answersFrom: 'copy' | 'index' | 'itself') => ({ detail: { 'x-follower': answersFrom } as object }),
  /** The route creates something durable, once for each `Idempotency-Key` of the viewer, or of nobody. */
  creates: (by: 'viewer' | 'nobody') => ({
    detail: { 'x-creates': true } as object,
    response: { 400: failure, 404: failure, 409: failure, 422: failure } as const,
    resolve: async ({ request, route, params, body }: Sent) => ({
      creation: await readCreation({ request, route, params, body }, by),
    }),
  }),
  fails: (codes: readonly ListedCode[]) => ({ detail: { 'x-fails': codes } as object, response: ANY_FAILURE }),
})

/** The status and code that an entry of `fails` stands for. */
export function listedFailure(listed: string): { status: number; code: ErrorCode } {
  const [first = '', second] = listed.split(' ')
  const code = (second ?? first) as ErrorCode
  return { status: second === undefined ? ERRORS[code] : Number(first), code }
}

const VISIBLE_ASCII = /^[!-~]+$/

/** A key, as the OpenAPI document describes it. */
export const IDEMPOTENCY_KEY = { type: 'string', minLength: 1, maxLength: 255, pattern: VISIBLE_ASCII.source } as const

/** The key of a request that creates (draft-ietf-httpapi-idempotency-key-header), with what was sent for it. */
async function readCreation(sent: Sent, by: 'viewer' | 'nobody'): Promise<Creation | undefined> {
  const { request, route, params, body } = sent
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length > IDEMPOTENCY_KEY.maxLength || !VISIBLE_ASCII.test(key))
    refuseField('Idempotency-Key', 'requests.idempotencyKey')
  const context = requestContext(request)
  const viewer = by === 'viewer' ? await context.viewer : undefined
  const creation = {
    userId: viewer?.id ?? null,
    key,
    request: inOrder([route, params, body, context.fileHash]),
    isReplayed: false,
  }
  if (viewer) viewer.creation = creation
  context.creation = creation
  return creation
}

/** The JSON of a value, whatever the order of its fields. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
