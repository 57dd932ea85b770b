import { words } from '../../lib/text/words'

// Every action of the audit log, and who may see its entries. An action that is missing here does not compile.

/**
 * `moderation`: administrators list it. `student`: only the history of one account shows it, to a superadmin. `attempt`:
 * somebody without a session tried something, and the entry names no account. `chain`: about the log itself; nobody sees
 * it, because its row numbers and how often it comes tell how many hidden entries there are.
 */
type Visibility = 'moderation' | 'student' | 'attempt' | 'chain'

/** `everyday`: by students, limited to a number a day, and thinned when they are old. */
type Rule = Readonly<{ visibility: Visibility; everyday: boolean }>

/** Actions about the log itself have numbers below the first, those that administrators list from the second on. */
export const OWN_BELOW = 10
export const LISTED_FROM = 200

const MODERATION = { visibility: 'moderation', everyday: false } as const satisfies Rule
/** What students write or choose for all to see: administrators see whose it is on the page, too. */
const CONTENT = { visibility: 'moderation', everyday: true } as const satisfies Rule
/** Votes, sign-ins and the like. */
const EVERYDAY = { visibility: 'student', everyday: true } as const satisfies Rule
/** Hidden, because it follows an attempt by a minute, which has the hash of an address: together they tell whose it is. */
const ACCOUNT = { visibility: 'student', everyday: false } as const satisfies Rule
const CHAIN = { visibility: 'chain', everyday: false } as const satisfies Rule
const ATTEMPT = { visibility: 'attempt', everyday: false } as const satisfies Rule

const block = <By extends Rule, const Lines extends readonly [string, ...string[]]>(
  first: number,
  rule: By,
  ...lines: Lines
) => [first, rule, words(...lines)] as const

// The database has the numbers: an action's is that of its block and its place in it. Each stays for good, so a new action
// is the last of the last block of its range, or begins one there.
const ACTIONS = [
  block(
    1,
    CHAIN,
    'quad:thinned:log',
    /** The server ran on that day (day-notes.ts). */
    'quad:noted:day',
  ),
  block(
    10,
    ACCOUNT,
    'user:created:account user:linked:identity user:completed:onboarding user:accepted:terms',
    'user:changed:password user:reset:password user:renewed:membership user:deleted:account',
    'user:requested:export user:downloaded:export',
    /** All that the account does in a day beyond its limit: at first without, when the day is over with its number. */
    'user:exceeded:limit',
  ),
  block(21, EVERYDAY, 'user:login:password user:login:otp user:login:idp user:login:passkey'),
  block(25, ACCOUNT, 'user:added:passkey user:renamed:passkey user:removed:passkey'),
  block(
    28,
    EVERYDAY,
    'user:logout:session user:logout:other-sessions user:ended:session user:reauthenticated:session',
    'user:failed:reauthentication user:acknowledged:notices user:upvoted:post user:downvoted:post',
    'user:switched:vote:on:post user:withdrew:vote:on:post user:upvoted:comment user:downvoted:comment',
    'user:switched:vote:on:comment user:withdrew:vote:on:comment',
    /** Hidden, because it would time what the delay hides. */
    'user:delayed:post user:deleted:delayed-post user:delayed:comment user:deleted:delayed-comment',
    'user:held:text user:took-back:text user:created:bookmark user:deleted:bookmark user:followed:post',
    'user:unfollowed:post user:followed:topic user:unfollowed:topic user:muted:post user:unmuted:post',
    'user:muted:topic user:unmuted:topic user:muted:word user:unmuted:word user:changed:notification-settings',
    'user:changed:digest user:subscribed:push user:unsubscribed:push user:saw:notifications',
    'user:blocked:user user:unblocked:user user:created:report user:created:appeal',
    /** Would lead from an account to the masked address in the request. */
    'user:requested:college user:followed:course user:unfollowed:course user:made:calendar user:revoked:calendar',
  ),
  block(
    200,
    ATTEMPT,
    'user:began:registration user:requested:otp user:verified:otp user:requested:account user:failed:login',
    'user:requested:password-reset user:reused:refresh-token',
  ),
  block(
    207,
    CONTENT,
    'user:updated:profile user:created:post user:updated:post user:deleted:post user:created:comment',
    'user:updated:comment user:deleted:comment user:created:feedback',
  ),
  block(
    215,
    MODERATION,
    'admin:read:post admin:read:posts admin:read:history admin:read:versions admin:exported:log',
    'admin:read:comments admin:banned:post admin:shadow-banned:post admin:restored:post admin:released:post',
    'admin:released:comment admin:refused:text admin:reopened:text admin:wrote:note admin:deleted:note',
    'admin:escalated:report admin:withdrew:escalation admin:wrote:post admin:wrote:comment',
    'admin:pinned:post admin:unpinned:post admin:banned:comment admin:shadow-banned:comment admin:restored:comment',
    'admin:updated:report admin:resolved:reports admin:reopened:reports admin:removed:recent admin:restored:recent',
    'admin:deleted:report admin:blocked:user admin:suspended:user admin:lifted:sanction admin:upheld:appeal',
    'admin:overturned:appeal admin:searched:address admin:revealed:email admin:revealed:account',
    'admin:ended:sessions admin:changed:role admin:made:invitation admin:revoked:invitation',
    /** Not everyday: with it a student becomes an administrator. */
    'user:took:invitation admin:sent:reminders admin:created:college admin:updated:college admin:deleted:college',
    'admin:acknowledged:college-alert admin:approved:college-request admin:rejected:college-request',
    'admin:reopened:college-request admin:created:branch admin:updated:branch admin:deleted:branch',
    'admin:merged:branch admin:approved:sign-up admin:refused:sign-up admin:dismissed:burst',
    'admin:created:word admin:updated:word admin:deleted:word admin:updated:feedback admin:deleted:feedback',
    'admin:changed:settings admin:tested:mail admin:tried:addresses admin:made:poster admin:created:webhook',
    'admin:updated:webhook admin:deleted:webhook admin:rotated:webhook-secret admin:tested:webhook',
    'admin:redelivered:webhook operator:exported:campus operator:created:administrator operator:changed:role',
    'operator:changed:password operator:lifted:sanction operator:sent:reminders operator:created:college',
    'operator:updated:college operator:deleted:college operator:created:branch operator:updated:branch',
    'operator:deleted:branch operator:renamed:user operator:changed:settings operator:seeded:campus',
    'operator:recounted:counters operator:corrected:times operator:restored:backup operator:rotated:keys',
    'operator:exported:keys operator:imported:campus admin:created:course admin:updated:course admin:deleted:course',
    'admin:approved:course admin:refused:course admin:imported:course admin:reset:classifier',
    'admin:rolled-back:classifier operator:imported:classifier',
  ),
] as const satisfies readonly (readonly [first: number, Rule, readonly `${string}:${string}:${string}`[]])[]

type Block = (typeof ACTIONS)[number]
type AnyAction = Block[2][number]
type ActionsOf<Seen extends Visibility> = Extract<Block, readonly [number, { visibility: Seen }, unknown]>[2][number]

export type AttemptAction = ActionsOf<'attempt'>

type ObjectOf<Action> = Action extends `${string}:${string}:${infer Object}` ? Object : never
export type ListedObject = ObjectOf<ActionsOf<'moderation' | 'attempt'>>

export type AuditAction = Exclude<AnyAction, AttemptAction>

export const AUDIT_ACTIONS: ReadonlyMap<string, Rule & { number: number }> = new Map(
  ACTIONS.flatMap(([first, rule, actions]) =>
    actions.map((action, place): [string, Rule & { number: number }] => [action, { ...rule, number: first + place }]),
  ),
)
const NAMES = new Map([...AUDIT_ACTIONS].map(([action, { number }]) => [number, action]))

/** No entry has the number of an unknown action. */
export const actionNumber = (action: string): number => AUDIT_ACTIONS.get(action)?.number ?? 0
export const actionName = (number: number): string => NAMES.get(number) ?? `unknown:${number}:unknown`

export const isListed = (action: string): boolean => actionNumber(action) >= LISTED_FROM
export const isEveryday = (action: string): boolean => AUDIT_ACTIONS.get(action)?.everyday === true
