import { AUDIT_ACTIONS, isListed, type ListedObject } from './actions'

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

const OBJECTS: Readonly<Record<About, readonly ListedObject[]>> = {
  content: ['post', 'comment', 'recent', 'text'],
  reports: ['report', 'reports', 'appeal', 'escalation'],
  people: [
    ...(['note', 'user', 'account', 'sign-up', 'sanction', 'sessions', 'role', 'invitation', 'administrator'] as const),
    ...([
      'profile',
      'reminders',
      'password',
      'registration',
      'otp',
      'login',
      'password-reset',
      'refresh-token',
    ] as const),
  ],
  access: ['address', 'email', 'history', 'posts', 'comments', 'versions', 'log'],
  campus: ['college', 'college-alert', 'college-request', 'branch', 'campus'],
  policy: ['word', 'burst'],
  feedback: ['feedback'],
  settings: ['settings', 'mail', 'addresses', 'poster', 'webhook', 'webhook-secret'],
  server: ['counters', 'times', 'backup', 'keys'],
}
const SUBJECTS = new Map<string, About>(ABOUT.flatMap((about) => OBJECTS[about].map((object) => [object, about])))

/** What the action is about; undefined for one that is not listed. */
export function subjectOfAction(action: string): About | undefined {
  const [, verb, object = ''] = action.split(':')
  if (verb === 'read') return 'access'
  return SUBJECTS.get(object)
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
