import { Elysia } from 'elysia'
import { storage } from '../../../db/storage'
import { accountById, type Viewer } from '../../core/access/account'
import { type AccountLevel, type Level, levelCodes, levelRefusal } from '../../core/access/levels'
import type { Origin } from '../../core/audit/audit'
import {
  findSession,
  isHalfSpent,
  recordSeen,
  renewSession,
  type Session,
  wasSeenLongAgo,
} from '../../core/auth/sessions'
import { ERRORS, type ErrorCode, refuse } from '../../errors'
import { log } from '../../lib/log'
import { readBody } from './body'
import { failure } from './envelope'
import { limitAccount, limitAddress } from './limits'
import { requestFacts, requestOrigin } from './request'
import { renewedCookies, sessionToken } from './session-cookies'

type Gate = { request: Request; route: string }

const bearerToken = (request: Request): string | undefined =>
  /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]

/** What the request shows of a session; asked again later, it tells whether that still holds. */
export function sessionProof({ request }: Pick<Gate, 'request'>): () => Promise<Session | undefined> {
  const bearer = bearerToken(request)
  if (bearer) return () => findSession(bearer, 'access')
  const held = sessionToken(request)
  return async () => (held === undefined ? undefined : findSession(held, 'cookie'))
}

async function identify(request: Request): Promise<Viewer | null> {
  const session = await sessionProof({ request })()
  const account = session && (await accountById(session.userId))
  if (!session || !account) return null
  const held = bearerToken(request) ? undefined : sessionToken(request)
  if (held !== undefined && isHalfSpent(session)) await slide(request, held, session, account.role)
  else if (wasSeenLongAgo(session))
    storage.write((tx) => recordSeen(tx, session.id)).catch((err) => log.warn({ err }, 'last use not noted'))
  return { ...account, sessionId: session.id, origin: requestOrigin(request) }
}

async function slide(request: Request, token: string, session: Session, role: string): Promise<void> {
  const expiresAt = await storage.write((tx) => renewSession(tx, session.id))
  requestFacts(request).renewedCookies = renewedCookies(token, { userId: session.userId, role, expiresAt })
}

/** The viewer of the request; null where nobody (validly) signed in sends it. */
async function viewerOf(request: Request): Promise<Viewer | null> {
  const facts = requestFacts(request)
  facts.viewer ??= identify(request)
  const viewer = await facts.viewer
  if (viewer !== null) facts.personal = true
  return viewer
}

async function admit(level: Level, { request, route }: Gate): Promise<Viewer | null> {
  const facts = requestFacts(request)
  const first = facts.route === undefined
  facts.route = route
  const claimsSession = first && (bearerToken(request) ?? sessionToken(request)) !== undefined
  // The second time the body has arrived, and whoever sends it may have been signed out or sanctioned meanwhile.
  if (first) limitAddress(request.method, route, facts, claimsSession)
  else facts.viewer = undefined
  if (level === 'public') return null
  const viewer = await viewerOf(request)
  if (level !== 'viewer') {
    if (viewer === null) return refuse('UNAUTHENTICATED')
    const code = levelRefusal(level, viewer)
    if (code !== null) refuse(code)
  }
  if (claimsSession) limitAccount(request.method, route, facts, viewer?.id)
  return viewer
}

/** What each level adds to its route: the checks before the body is read and before it is validated, and its share of the document. */
const gateOf = (level: Level) => ({
  detail: {
    'x-access': level,
    'x-codes': levelCodes(level),
    ...(level === 'public'
      ? {}
      : { security: level === 'viewer' ? [{}, { session: [] }, { bearer: [] }] : [{ session: [] }, { bearer: [] }] }),
  } as object,
  // Taken apart, because for a hook that takes all of the context Elysia parses cookies, too: 5 microseconds and more.
  async parse({ request, route }: Gate) {
    await admit(level, { request, route })
    return readBody(request, route)
  },
  async transform({ request, route }: Gate) {
    await admit(level, { request, route })
  },
})

const signedIn = (level: AccountLevel) => ({
  ...gateOf(level),
  response: { 401: failure, 403: failure },
  async resolve({ request }: Gate): Promise<{ user: Viewer }> {
    const viewer = await viewerOf(request)
    return viewer === null ? refuse('UNAUTHENTICATED') : { user: viewer }
  },
})

type Listed = ErrorCode | `${number} ${ErrorCode}`
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

/**
 * The access levels, as macros, and `fails`, which lists the codes that a route's own rules refuse with (a status
 * before a code where it is not the code's usual one).
 */
export const access = new Elysia({ name: 'access' }).macro({
  public: {
    ...gateOf('public'),
    resolve: ({ request }: Gate): { origin: Origin } => ({ origin: requestOrigin(request) }),
  },
  viewer: {
    ...gateOf('viewer'),
    resolve: async ({ request }: Gate): Promise<{ viewer: Viewer | null; origin: Origin }> => ({
      viewer: await viewerOf(request),
      origin: requestOrigin(request),
    }),
  },
  session: signedIn('session'),
  member: signedIn('member'),
  onboarded: signedIn('onboarded'),
  reporter: signedIn('reporter'),
  author: signedIn('author'),
  admin: signedIn('admin'),
  superadmin: signedIn('superadmin'),
  fails: (codes: readonly Listed[]) => ({ detail: { 'x-fails': codes } as object, response: ANY_FAILURE }),
})

/** The status and code that an entry of `fails` stands for. */
export function listedFailure(listed: string): { status: number; code: ErrorCode } {
  const [first = '', second] = listed.split(' ')
  const code = (second ?? first) as ErrorCode
  return { status: second === undefined ? ERRORS[code] : Number(first), code }
}
