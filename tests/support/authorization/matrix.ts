import { storage, type Tx } from '../../../db/storage'
import { openSession } from '../../../src/campus/auth/sessions'
import { forgetAccount } from '../../../src/ground/access/account'
import type { Level } from '../../../src/ground/access/levels'
import { imposeSanction } from '../../../src/ground/access/sanctions'
import { systemActor } from '../../../src/ground/audit/audit'
import { enroll } from '../content'
import { Account, type Person, Visitor } from '../kit'

/** A status, with the code of the envelope where it is a refusal. */
export type Outcome = number | readonly [status: number, code: string]

const SIGN_IN: Outcome = [401, 'UNAUTHENTICATED']
const ONBOARD: Outcome = [403, 'NOT_ONBOARDED']
const TERMS: Outcome = [403, 'TERMS_NOT_ACCEPTED']
const SUSPENDED: Outcome = [403, 'USER_SUSPENDED']
const BLOCKED: Outcome = [403, 'USER_BLOCKED']
const ENDED: Outcome = [403, 'MEMBERSHIP_ENDED']
const ROLE: Outcome = [403, 'FORBIDDEN']
const NEW = { anonymous: SIGN_IN, 'not onboarded': ONBOARD }
const SANCTIONED = { suspended: SUSPENDED, blocked: BLOCKED }

const STUDENTS = {
  'not onboarded': ROLE,
  'terms not accepted': ROLE,
  student: ROLE,
  alumnus: ROLE,
  suspended: ROLE,
  blocked: ROLE,
} as const

/** Whom each level keeps out, and how: written down here once more, so that a change of the levels must be meant. */
export const KEPT_OUT: Record<Level, Partial<Record<Standing, Outcome>>> = {
  public: {},
  viewer: {},
  // While the setting `readers` says so, as it does until a superadmin changes it.
  content: {},
  session: { anonymous: SIGN_IN },
  reader: { anonymous: SIGN_IN, ...SANCTIONED },
  member: { anonymous: SIGN_IN, alumnus: ENDED, ...SANCTIONED },
  onboarded: NEW,
  reporter: { ...NEW, ...SANCTIONED },
  owner: { ...NEW, 'terms not accepted': TERMS, ...SANCTIONED },
  author: { ...NEW, 'terms not accepted': TERMS, alumnus: ENDED, ...SANCTIONED },
  admin: { anonymous: SIGN_IN, ...STUDENTS },
  superadmin: { anonymous: SIGN_IN, ...STUDENTS, admin: ROLE },
}

/** What stands still while callers come and go. */
export type World = { collegeId: string; operator: Person; author: Person }

export type Asked = { path: string; body?: unknown; headers?: Record<string, string> }

/** A route: its level, a request that it answers, and whom its own rules refuse though the level lets them in. */
export type Row = {
  level: Level
  /** Makes what the request needs, as a student in good standing, and says what is asked. */
  ask: (world: World, caller: Caller) => Asked | string | Promise<Asked | string>
  /** Whether that needs something of the caller's own. */
  isOwn?: boolean
  /** 200 unless told otherwise. */
  answers?: number
  but?: Partial<Record<Standing, Outcome>>
  /** Asked of a Quad that has not been set up. */
  isFirstRun?: true
}

export type Rows = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, Row>

export const expectedOutcome = ({ level, answers = 200, but }: Row, standing: Standing): Outcome =>
  KEPT_OUT[level][standing] ?? but?.[standing] ?? answers

/** What somebody who calls may be. */
export const STANDINGS = [
  'anonymous',
  'not onboarded',
  'terms not accepted',
  'student',
  'alumnus',
  'suspended',
  'blocked',
  'admin',
  'superadmin',
] as const
export type Standing = (typeof STANDINGS)[number]

/** Somebody with a session of an own account. */
export type Caller = Account & { sessionId: string }

const IN_A_WEEK = () => new Date(Date.now() + 7 * 86_400_000).toISOString()

/** A student in good standing, signed in: what a request needs is made as this one. */
export async function newCaller(collegeId: string): Promise<Caller> {
  const visitor = new Visitor()
  return storage.write(async (tx) => {
    const id = await enroll(tx, collegeId)
    const session = await openSession(tx, id, systemActor('system').origin)
    visitor.cookies.set('identity.session_token', session.token)
    return Object.assign(new Account(visitor, id, `${id}@campus.edu`), { sessionId: session.id })
  })
}

const CHANGES: Record<Standing, (tx: Tx, id: string) => void | Promise<void>> = {
  anonymous: () => {},
  student: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'user' WHERE id = ?", [id]),
  'not onboarded': (tx, id) =>
    void tx.sqlite.run("UPDATE users SET status = 'ONBOARDING', terms_accepted_at = NULL WHERE id = ?", [id]),
  'terms not accepted': (tx, id) => void tx.sqlite.run('UPDATE users SET terms_accepted_at = NULL WHERE id = ?', [id]),
  alumnus: (tx, id) =>
    void tx.sqlite.run("UPDATE users SET verified_at = '2020-01-01T00:00:00.000Z' WHERE id = ?", [id]),
  suspended: (tx, id) => imposeSanction(tx, id, { kind: 'suspension', reason: 'spam', endsAt: IN_A_WEEK() }, null),
  blocked: (tx, id) => imposeSanction(tx, id, { kind: 'block', reason: 'spam', endsAt: null }, null),
  admin: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'admin' WHERE id = ?", [id]),
  superadmin: (tx, id) => void tx.sqlite.run("UPDATE users SET role = 'superadmin' WHERE id = ?", [id]),
}

/** Gives the caller the standing that is tried: from the next request on. */
export async function stand(caller: Pick<Caller, 'id' | 'visitor'>, standing: Standing) {
  if (standing === 'anonymous') {
    caller.visitor.cookies.delete('identity.session_token')
    return
  }
  await storage.write(async (tx) => {
    await CHANGES[standing](tx, caller.id)
    forgetAccount(tx, caller.id)
  })
}
