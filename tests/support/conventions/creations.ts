import type { AnyElysia } from 'elysia'
import { API } from '../kit'

type Route = { method: string; path: string; hooks?: { detail?: object; response?: { 201?: unknown } } }

/** Routes that answer 201 and take no key, and why a repeat creates nothing twice. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  'POST /auth/registration/initialize': 'answers with a cookie; the sign-up of an address replaces the one before',
  'POST /auth/registration/finalize': 'one for each sign-up, whose cookie it uses up',
  'POST /auth/passkeys': 'one for each challenge, which it uses up',
  'POST /ws/ticket': 'a ticket is a secret of 30 seconds, which is kept and repeated nowhere',
  'POST /admin/invitations':
    'its token is a secret, which is shown once and kept as a hash; what nobody got is revoked',
  'POST /courses/proposals': 'who proposed a course is kept nowhere; a repeat is refused for its code',
  'POST /calendar': 'its address is a secret, which is shown once and kept as a hash; another replaces it',
  'POST /setup': 'one for each Quad, whose token it uses up',
}

const nameOf = ({ method, path }: Route) => `${method} ${path.replace(API, '').replace(/(.)\/$/, '$1')}`
const answersCreated = ({ hooks }: Route) => hooks?.response?.[201] !== undefined
const takesKey = ({ hooks }: Route) => 'x-creates' in (hooks?.detail ?? {})

/** The routes that create once for each idempotency key, by their names. */
export const creatingRoutes = (app: AnyElysia) => (app.routes as Route[]).filter(takesKey).map(nameOf)

/** Routes that create and take no key, and those that take one and create nothing. */
export function creationFaults(app: AnyElysia, withoutKey = WITHOUT_KEY) {
  const routes = app.routes as Route[]
  const names = new Set(routes.filter((route) => answersCreated(route) && !takesKey(route)).map(nameOf))
  return [
    ...[...names].filter((name) => !(name in withoutKey)).map((name) => `${name} creates and takes no Idempotency-Key`),
    ...Object.keys(withoutKey)
      .filter((name) => !names.has(name))
      .map((name) => `${name} needs no reason to take no key`),
    ...routes
      .filter((route) => takesKey(route) && !answersCreated(route))
      .map((route) => `${nameOf(route)} takes an Idempotency-Key and creates nothing`),
  ]
}
