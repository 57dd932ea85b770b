// Every action of the audit log, and who may see its entries. An action that is missing here does not compile.

/**
 * `moderation`: administrators list it. `student`: only the history of one account shows it, to a superadmin. `attempt`:
 * somebody without a session tried something, and the entry names no account. `chain`: about the log itself; nobody sees
 * it, because its row numbers and how often it comes tell how many hidden entries there are.
 */
type Visibility = 'moderation' | 'student' | 'attempt' | 'chain'

/** Entries of `everyday` actions by students are limited to a number a day, and thinned when they are old. */
type Rule = Readonly<{ visibility: Visibility; everyday: boolean }>

const MODERATION = { visibility: 'moderation', everyday: false } as const satisfies Rule
/** What students write or choose for all to see: administrators see whose it is on the page, too. */
const CONTENT = { visibility: 'moderation', everyday: true } as const satisfies Rule
/** Votes, sign-ins and the like. */
const EVERYDAY = { visibility: 'student', everyday: true } as const satisfies Rule
/**
 * What happens to an account once or seldom. Hidden, because it follows an attempt by a minute: the attempt has the hash
 * of an address, and together they would tell whose it is.
 */
const ACCOUNT = { visibility: 'student', everyday: false } as const satisfies Rule
const CHAIN = { visibility: 'chain', everyday: false } as const satisfies Rule
const ATTEMPT = { visibility: 'attempt', everyday: false } as const satisfies Rule

// The database stores with each entry whether it is listed: to make an action visible, or to hide it, needs a migration.
const ACTIONS = {
  'user:began:registration': ATTEMPT,
  'user:requested:otp': ATTEMPT,
  'user:verified:otp': ATTEMPT,
  'user:requested:account': ATTEMPT,
  'user:failed:login': ATTEMPT,
  'user:requested:password-reset': ATTEMPT,
  'user:reused:refresh-token': ATTEMPT,

  'user:created:account': ACCOUNT,
  'user:linked:identity': ACCOUNT,
  'user:completed:onboarding': ACCOUNT,
  'user:accepted:terms': ACCOUNT,
  'user:changed:password': ACCOUNT,
  'user:reset:password': ACCOUNT,
  'user:renewed:membership': ACCOUNT,
  'user:deleted:account': ACCOUNT,
  'user:requested:export': ACCOUNT,
  'user:downloaded:export': ACCOUNT,
  /** Stands for all that the account did in a day beyond its limit. */
  'user:exceeded:limit': ACCOUNT,

  'user:login:password': EVERYDAY,
  'user:login:otp': EVERYDAY,
  'user:login:idp': EVERYDAY,
  'user:login:passkey': EVERYDAY,
  'user:added:passkey': ACCOUNT,
  'user:renamed:passkey': ACCOUNT,
  'user:removed:passkey': ACCOUNT,
  'user:logout:session': EVERYDAY,
  'user:logout:other-sessions': EVERYDAY,
  'user:ended:session': EVERYDAY,
  'user:reauthenticated:session': EVERYDAY,
  'user:failed:reauthentication': EVERYDAY,
  'user:acknowledged:notices': EVERYDAY,
  'user:upvoted:post': EVERYDAY,
  'user:downvoted:post': EVERYDAY,
  'user:switched:vote:on:post': EVERYDAY,
  'user:withdrew:vote:on:post': EVERYDAY,
  'user:upvoted:comment': EVERYDAY,
  'user:downvoted:comment': EVERYDAY,
  'user:switched:vote:on:comment': EVERYDAY,
  'user:withdrew:vote:on:comment': EVERYDAY,
  /** Hidden, because it would time what the delay hides. */
  'user:delayed:post': EVERYDAY,
  'user:deleted:delayed-post': EVERYDAY,
  'user:delayed:comment': EVERYDAY,
  'user:deleted:delayed-comment': EVERYDAY,
  'user:held:text': EVERYDAY,
  'user:took-back:text': EVERYDAY,
  'user:created:bookmark': EVERYDAY,
  'user:deleted:bookmark': EVERYDAY,
  'user:followed:post': EVERYDAY,
  'user:unfollowed:post': EVERYDAY,
  'user:followed:topic': EVERYDAY,
  'user:unfollowed:topic': EVERYDAY,
  'user:muted:post': EVERYDAY,
  'user:unmuted:post': EVERYDAY,
  'user:muted:topic': EVERYDAY,
  'user:unmuted:topic': EVERYDAY,
  'user:muted:word': EVERYDAY,
  'user:unmuted:word': EVERYDAY,
  'user:changed:notification-settings': EVERYDAY,
  'user:changed:digest': EVERYDAY,
  'user:subscribed:push': EVERYDAY,
  'user:unsubscribed:push': EVERYDAY,
  'user:saw:notifications': EVERYDAY,
  'user:blocked:user': EVERYDAY,
  'user:unblocked:user': EVERYDAY,
  'user:created:report': EVERYDAY,
  'user:created:appeal': EVERYDAY,
  /** Would lead from an account to the masked address in the request. */
  'user:requested:college': EVERYDAY,

  'user:updated:profile': CONTENT,
  'user:created:post': CONTENT,
  'user:updated:post': CONTENT,
  'user:deleted:post': CONTENT,
  'user:created:comment': CONTENT,
  'user:updated:comment': CONTENT,
  'user:deleted:comment': CONTENT,
  'user:created:feedback': CONTENT,

  'admin:read:post': MODERATION,
  'admin:read:posts': MODERATION,
  'admin:read:history': MODERATION,
  'admin:read:versions': MODERATION,
  'admin:exported:log': MODERATION,
  'admin:read:comments': MODERATION,
  'admin:banned:post': MODERATION,
  'admin:shadow-banned:post': MODERATION,
  'admin:restored:post': MODERATION,
  'admin:released:post': MODERATION,
  'admin:released:comment': MODERATION,
  'admin:refused:text': MODERATION,
  'admin:reopened:text': MODERATION,
  'admin:wrote:note': MODERATION,
  'admin:deleted:note': MODERATION,
  'admin:escalated:report': MODERATION,
  'admin:withdrew:escalation': MODERATION,
  'admin:wrote:post': MODERATION,
  'admin:wrote:comment': MODERATION,
  'admin:pinned:post': MODERATION,
  'admin:unpinned:post': MODERATION,
  'admin:banned:comment': MODERATION,
  'admin:shadow-banned:comment': MODERATION,
  'admin:restored:comment': MODERATION,
  'admin:updated:report': MODERATION,
  'admin:resolved:reports': MODERATION,
  'admin:reopened:reports': MODERATION,
  'admin:removed:recent': MODERATION,
  'admin:restored:recent': MODERATION,
  'admin:deleted:report': MODERATION,
  'admin:blocked:user': MODERATION,
  'admin:suspended:user': MODERATION,
  'admin:lifted:sanction': MODERATION,
  'admin:upheld:appeal': MODERATION,
  'admin:overturned:appeal': MODERATION,
  'admin:searched:address': MODERATION,
  'admin:revealed:email': MODERATION,
  'admin:revealed:account': MODERATION,
  'admin:ended:sessions': MODERATION,
  'admin:changed:role': MODERATION,
  'admin:made:invitation': MODERATION,
  'admin:revoked:invitation': MODERATION,
  /** Not everyday: with it a student becomes an administrator. */
  'user:took:invitation': MODERATION,
  'admin:sent:reminders': MODERATION,
  'admin:created:college': MODERATION,
  'admin:updated:college': MODERATION,
  'admin:deleted:college': MODERATION,
  'admin:acknowledged:college-alert': MODERATION,
  'admin:approved:college-request': MODERATION,
  'admin:rejected:college-request': MODERATION,
  'admin:reopened:college-request': MODERATION,
  'admin:created:branch': MODERATION,
  'admin:updated:branch': MODERATION,
  'admin:deleted:branch': MODERATION,
  'admin:merged:branch': MODERATION,
  'admin:approved:sign-up': MODERATION,
  'admin:refused:sign-up': MODERATION,
  'admin:dismissed:burst': MODERATION,
  'admin:created:word': MODERATION,
  'admin:updated:word': MODERATION,
  'admin:deleted:word': MODERATION,
  'admin:updated:feedback': MODERATION,
  'admin:deleted:feedback': MODERATION,
  'admin:changed:settings': MODERATION,
  'admin:tested:mail': MODERATION,
  'admin:tried:addresses': MODERATION,
  'admin:made:poster': MODERATION,
  'admin:created:webhook': MODERATION,
  'admin:updated:webhook': MODERATION,
  'admin:deleted:webhook': MODERATION,
  'admin:rotated:webhook-secret': MODERATION,
  'admin:tested:webhook': MODERATION,
  'admin:redelivered:webhook': MODERATION,

  'operator:exported:campus': MODERATION,
  'operator:created:administrator': MODERATION,
  'operator:changed:role': MODERATION,
  'operator:changed:password': MODERATION,
  'operator:lifted:sanction': MODERATION,
  'operator:sent:reminders': MODERATION,
  'operator:created:college': MODERATION,
  'operator:updated:college': MODERATION,
  'operator:deleted:college': MODERATION,
  'operator:created:branch': MODERATION,
  'operator:updated:branch': MODERATION,
  'operator:deleted:branch': MODERATION,
  'operator:renamed:user': MODERATION,
  'operator:changed:settings': MODERATION,
  'operator:seeded:campus': MODERATION,
  'operator:recounted:counters': MODERATION,
  'operator:corrected:times': MODERATION,
  'operator:restored:backup': MODERATION,
  'operator:rotated:keys': MODERATION,
  'operator:exported:keys': MODERATION,

  'quad:thinned:log': CHAIN,
  'quad:counted:limit': CHAIN,
  /** The server ran on that day (day-notes.ts). */
  'quad:noted:day': CHAIN,
} as const satisfies Record<`${string}:${string}:${string}`, Rule>

type AnyAction = keyof typeof ACTIONS

export type AttemptAction = {
  [Action in AnyAction]: (typeof ACTIONS)[Action]['visibility'] extends 'attempt' ? Action : never
}[AnyAction]

type ListedAction = {
  [Action in AnyAction]: (typeof ACTIONS)[Action]['visibility'] extends 'moderation' | 'attempt' ? Action : never
}[AnyAction]
type ObjectOf<Action> = Action extends `${string}:${string}:${infer Object}` ? Object : never
/** The last word of what is listed. */
export type ListedObject = ObjectOf<ListedAction>

/** What a signed-in user, the operator or Quad does. */
export type AuditAction = Exclude<AnyAction, AttemptAction>

export const AUDIT_ACTIONS: ReadonlyMap<string, Rule> = new Map(Object.entries(ACTIONS))

/** An action of an earlier version that is no more is hidden. */
export function isListed(action: string): boolean {
  const visibility = AUDIT_ACTIONS.get(action)?.visibility
  return visibility === 'moderation' || visibility === 'attempt'
}

export const isEveryday = (action: string): boolean => AUDIT_ACTIONS.get(action)?.everyday === true
