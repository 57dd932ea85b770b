import { type Cookie, Elysia } from 'elysia'
import { storage } from '../../db/storage'
import { accountById, type Viewer } from '../domain/accounts'
import { ERRORS, type ErrorCode, refuse } from '../errors'
import type { Origin } from '../services/audit'
import { log } from '../services/log'
import { halfSpent, noteSeen, renewSession, type Session, seenLongAgo, sessionOf } from '../services/sessions'
import { readBody } from './body'
import { failure } from './envelope'
import { limitAccount, limitAddress } from './limits'
import { factsOf, originOf } from './request'
import { cookieNames, extendSessionCookies } from './session-cookies'

type Gate = {
  request: Request
  route: string
  set: { headers: Record<string, string | number | string[] | undefined> }
  cookie: Record<string, Cookie<unknown>>
}

/** Who may call a route. Every route names exactly one level, and nothing else decides it. */
export type Level =
  | 'public'
  | 'viewer'
  | 'session'
  | 'member'
  | 'onboarded'
  | 'reporter'
  | 'author'
  | 'admin'
  | 'superadmin'

const notSanctioned = ({ sanction }: Viewer): ErrorCode | null =>
  sanction === null ? null : sanction.kind === 'suspension' ? 'USER_SUSPENDED' : 'USER_BLOCKED'
const onboarded = ({ status }: Viewer): ErrorCode | null => (status === 'ACTIVE' ? null : 'NOT_ONBOARDED')
const termsAccepted = (viewer: Viewer): ErrorCode | null => (viewer.termsAccepted ? null : 'TERMS_NOT_ACCEPTED')
const administrator = ({ role }: Viewer): ErrorCode | null => (role === 'user' ? 'FORBIDDEN' : null)
const superadministrator = ({ role }: Viewer): ErrorCode | null => (role === 'superadmin' ? null : 'FORBIDDEN')

type Check = { reads: (viewer: Viewer) => ErrorCode | null; refuses: readonly ErrorCode[] }
const MEMBER: Check = { reads: notSanctioned, refuses: ['USER_BLOCKED', 'USER_SUSPENDED'] }
const ONBOARDED: Check = { reads: onboarded, refuses: ['NOT_ONBOARDED'] }
const TERMS: Check = { reads: termsAccepted, refuses: ['TERMS_NOT_ACCEPTED'] }
const ADMIN: Check = { reads: administrator, refuses: ['FORBIDDEN'] }
const SUPERADMIN: Check = { reads: superadministrator, refuses: ['FORBIDDEN'] }

/** What a signed-in user must be, in the order in which it is asked: role, onboarding, terms, sanction. */
const CHECKS: Record<Exclude<Level, 'public' | 'viewer'>, readonly Check[]> = {
  session: [],
  member: [MEMBER],
  onboarded: [ONBOARDED],
  reporter: [ONBOARDED, MEMBER],
  author: [ONBOARDED, TERMS, MEMBER],
  admin: [ADMIN, MEMBER],
  superadmin: [SUPERADMIN, MEMBER],
}

const bearerToken = (request: Request): string | undefined =>
  /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]

async function identify({ request, cookie }: Gate): Promise<Viewer | null> {
  const bearer = bearerToken(request)
  const held = cookie[cookieNames.token]?.value
  const session = bearer
    ? await sessionOf(bearer, 'access')
    : typeof held === 'string'
      ? await sessionOf(held, 'cookie')
      : undefined
  const account = session && (await accountById(session.userId))
  if (!session || !account) return null
  if (!bearer && halfSpent(session)) await slide(session, account.role, cookie)
  else if (seenLongAgo(session))
    storage.write((tx) => noteSeen(tx, session.id)).catch((err) => log.warn({ err }, 'last use not noted'))
  return { ...account, sessionId: session.id, origin: originOf(request) }
}

async function slide(session: Session, role: string, cookie: Gate['cookie']): Promise<void> {
  const expiresAt = await storage.write((tx) => renewSession(tx, session.id))
  extendSessionCookies(cookie, { userId: session.userId, role, expiresAt })
}

/** The viewer of the request; null where nobody (validly) signed in sends it. */
async function viewerOf(gate: Gate): Promise<Viewer | null> {
  const facts = factsOf(gate.request)
  facts.viewer ??= identify(gate)
  const viewer = await facts.viewer
  if (viewer !== null) facts.personal = true
  return viewer
}

async function admit(level: Level, gate: Gate): Promise<Viewer | null> {
  const { request, route, set } = gate
  const facts = factsOf(request)
  const first = facts.route === undefined
  facts.route = route
  if (first) limitAddress(request.method, route, facts.ip, set.headers)
  if (level === 'public') return null
  const viewer = await viewerOf(gate)
  if (level !== 'viewer') {
    if (viewer === null) return refuse('UNAUTHENTICATED')
    for (const check of CHECKS[level]) {
      const refused = check.reads(viewer)
      if (refused !== null) refuse(refused)
    }
  }
  if (first && viewer !== null) limitAccount(request.method, route, viewer.id, set.headers)
  return viewer
}

const refusals = (level: Level): readonly ErrorCode[] => {
  if (level === 'public' || level === 'viewer') return []
  return ['UNAUTHENTICATED', ...new Set(CHECKS[level].flatMap((check) => check.refuses))]
}

/** What each level adds to its route: the checks before the body is read and before it is validated, and its share of the document. */
const gateOf = (level: Level) => ({
  detail: {
    'x-access': level,
    'x-codes': refusals(level),
    ...(level === 'public'
      ? {}
      : { security: level === 'viewer' ? [{}, { session: [] }, { bearer: [] }] : [{ session: [] }, { bearer: [] }] }),
  } as object,
  async parse(gate: Gate) {
    await admit(level, gate)
    return readBody(gate.request, gate.route)
  },
  async transform(gate: Gate) {
    await admit(level, gate)
  },
})

const signedIn = (level: Level) => ({
  ...gateOf(level),
  response: { 401: failure, 403: failure },
  async resolve(gate: Gate): Promise<{ user: Viewer }> {
    const viewer = await viewerOf(gate)
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
    resolve: ({ request }: Gate): { origin: Origin } => ({ origin: originOf(request) }),
  },
  viewer: {
    ...gateOf('viewer'),
    resolve: async (gate: Gate): Promise<{ viewer: Viewer | null; origin: Origin }> => ({
      viewer: await viewerOf(gate),
      origin: originOf(gate.request),
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
  return { status: second === undefined ? ERRORS[code][0] : Number(first), code }
}
