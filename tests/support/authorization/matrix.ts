import type { Level } from '../../../src/core/access/levels'
import type { Person } from '../kit'
import type { Caller, Standing } from './callers'

/** A status, with the code of the envelope where it is a refusal. */
export type Outcome = number | readonly [status: number, code: string]

const SIGN_IN: Outcome = [401, 'UNAUTHENTICATED']
const ONBOARD: Outcome = [403, 'NOT_ONBOARDED']
const TERMS: Outcome = [403, 'TERMS_NOT_ACCEPTED']
const SUSPENDED: Outcome = [403, 'USER_SUSPENDED']
const BLOCKED: Outcome = [403, 'USER_BLOCKED']
const ROLE: Outcome = [403, 'FORBIDDEN']

const STUDENTS = {
  'not onboarded': ROLE,
  'terms not accepted': ROLE,
  student: ROLE,
  suspended: ROLE,
  blocked: ROLE,
} as const

/** Whom each level keeps out, and how: written down here once more, so that a change of the levels must be meant. */
export const KEPT_OUT: Record<Level, Partial<Record<Standing, Outcome>>> = {
  public: {},
  viewer: {},
  session: { anonymous: SIGN_IN },
  member: { anonymous: SIGN_IN, suspended: SUSPENDED, blocked: BLOCKED },
  onboarded: { anonymous: SIGN_IN, 'not onboarded': ONBOARD },
  reporter: { anonymous: SIGN_IN, 'not onboarded': ONBOARD, suspended: SUSPENDED, blocked: BLOCKED },
  author: {
    anonymous: SIGN_IN,
    'not onboarded': ONBOARD,
    'terms not accepted': TERMS,
    suspended: SUSPENDED,
    blocked: BLOCKED,
  },
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
  /** 200 unless told otherwise. */
  answers?: number
  but?: Partial<Record<Standing, Outcome>>
  /** Asked of a Quad that has not been set up. */
  isFirstRun?: true
}

export type Rows = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, Row>

export const expectedOutcome = ({ level, answers = 200, but }: Row, standing: Standing): Outcome =>
  KEPT_OUT[level][standing] ?? but?.[standing] ?? answers
