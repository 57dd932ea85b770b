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

/** An object that is missing here does not compile. */
const SUBJECTS: Readonly<Record<ListedObject, About>> = {
  post: 'content',
  comment: 'content',
  recent: 'content',
  text: 'content',
  report: 'reports',
  reports: 'reports',
  appeal: 'reports',
  escalation: 'reports',
  note: 'people',
  user: 'people',
  account: 'people',
  'sign-up': 'people',
  sanction: 'people',
  sessions: 'people',
  role: 'people',
  invitation: 'people',
  administrator: 'people',
  profile: 'people',
  reminders: 'people',
  password: 'people',
  registration: 'people',
  otp: 'people',
  login: 'people',
  'password-reset': 'people',
  'refresh-token': 'people',
  address: 'access',
  email: 'access',
  history: 'access',
  posts: 'access',
  comments: 'access',
  versions: 'access',
  log: 'access',
  college: 'campus',
  'college-alert': 'campus',
  'college-request': 'campus',
  branch: 'campus',
  campus: 'campus',
  word: 'policy',
  burst: 'policy',
  feedback: 'feedback',
  settings: 'settings',
  mail: 'settings',
  addresses: 'settings',
  poster: 'settings',
  webhook: 'settings',
  'webhook-secret': 'settings',
  counters: 'server',
  times: 'server',
  backup: 'server',
  keys: 'server',
}

/** What the action is about; undefined for one that is not listed. */
export function subjectOfAction(action: string): About | undefined {
  const [, verb, object = ''] = action.split(':')
  if (verb === 'read') return 'access'
  return new Map<string, About>(Object.entries(SUBJECTS)).get(object)
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
