import { AUDIT_ACTIONS, isListed } from './actions'

// Readers pick from groups of the actions that are listed: by whom, and about what.

/** `moderators`: administrators and the operator. `students`: what they write for all to see. */
export const ACTORS = ['moderators', 'operator', 'students', 'strangers'] as const
export type Actors = (typeof ACTORS)[number]

/** Whose entries may be taken out of Quad in a file. */
export const EXPORTED_ACTORS = ['moderators', 'operator', 'strangers'] as const satisfies readonly Actors[]

/** `access`: what somebody opened that others do not see, and what became of it. */
export const ABOUT = [
  'content',
  'reports',
  'people',
  'access',
  'campus',
  'policy',
  'feedback',
  'settings',
  'server',
] as const
export type About = (typeof ABOUT)[number]

const OBJECTS: Readonly<Record<About, readonly string[]>> = {
  content: ['post', 'comment', 'text'],
  reports: ['report', 'reports', 'appeal'],
  people: [
    ...['user', 'sanction', 'sessions', 'role', 'administrator', 'profile', 'reminders', 'password'],
    ...['registration', 'otp', 'login', 'password-reset', 'refresh-token'],
  ],
  access: ['address', 'email', 'history', 'posts', 'versions', 'log'],
  campus: ['college', 'college-alert', 'college-request', 'branch', 'campus'],
  policy: ['word'],
  feedback: ['feedback'],
  settings: ['settings', 'webhook', 'webhook-secret'],
  server: ['counters', 'times', 'backup', 'keys'],
}

/** What the action is about; undefined for a new kind of object, which a test finds. */
export function subjectOfAction(action: string): About | undefined {
  const [, verb, object = ''] = action.split(':')
  if (verb === 'read') return 'access'
  return ABOUT.find((about) => OBJECTS[about].includes(object))
}

/** By whom the action is, as its first word and its visibility say. */
export function actorsOfAction(action: string): Exclude<Actors, 'operator'> {
  if (!action.startsWith('user:')) return 'moderators'
  return AUDIT_ACTIONS.get(action)?.visibility === 'attempt' ? 'strangers' : 'students'
}

const isBy = (action: string, by: Actors): boolean =>
  by === 'operator' ? action.startsWith('operator:') : actorsOfAction(action) === by

const LISTED = [...AUDIT_ACTIONS.keys()].filter(isListed)

/** The listed actions of both groups. */
export const listedActions = ({ by, about }: { by?: Actors | undefined; about?: About | undefined }): string[] =>
  LISTED.filter(
    (action) => (by === undefined || isBy(action, by)) && (about === undefined || subjectOfAction(action) === about),
  )
