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

// The database has the numbers: each stays with its action for good, and a new action takes the next one.
const ACTIONS = {
  'user:began:registration': [200, ATTEMPT],
  'user:requested:otp': [201, ATTEMPT],
  'user:verified:otp': [202, ATTEMPT],
  'user:requested:account': [203, ATTEMPT],
  'user:failed:login': [204, ATTEMPT],
  'user:requested:password-reset': [205, ATTEMPT],
  'user:reused:refresh-token': [206, ATTEMPT],

  'user:created:account': [10, ACCOUNT],
  'user:linked:identity': [11, ACCOUNT],
  'user:completed:onboarding': [12, ACCOUNT],
  'user:accepted:terms': [13, ACCOUNT],
  'user:changed:password': [14, ACCOUNT],
  'user:reset:password': [15, ACCOUNT],
  'user:renewed:membership': [16, ACCOUNT],
  'user:deleted:account': [17, ACCOUNT],
  'user:requested:export': [18, ACCOUNT],
  'user:downloaded:export': [19, ACCOUNT],
  /** All that the account does in a day beyond its limit: at first without, when the day is over with its number. */
  'user:exceeded:limit': [20, ACCOUNT],

  'user:login:password': [21, EVERYDAY],
  'user:login:otp': [22, EVERYDAY],
  'user:login:idp': [23, EVERYDAY],
  'user:login:passkey': [24, EVERYDAY],
  'user:added:passkey': [25, ACCOUNT],
  'user:renamed:passkey': [26, ACCOUNT],
  'user:removed:passkey': [27, ACCOUNT],
  'user:logout:session': [28, EVERYDAY],
  'user:logout:other-sessions': [29, EVERYDAY],
  'user:ended:session': [30, EVERYDAY],
  'user:reauthenticated:session': [31, EVERYDAY],
  'user:failed:reauthentication': [32, EVERYDAY],
  'user:acknowledged:notices': [33, EVERYDAY],
  'user:upvoted:post': [34, EVERYDAY],
  'user:downvoted:post': [35, EVERYDAY],
  'user:switched:vote:on:post': [36, EVERYDAY],
  'user:withdrew:vote:on:post': [37, EVERYDAY],
  'user:upvoted:comment': [38, EVERYDAY],
  'user:downvoted:comment': [39, EVERYDAY],
  'user:switched:vote:on:comment': [40, EVERYDAY],
  'user:withdrew:vote:on:comment': [41, EVERYDAY],
  /** Hidden, because it would time what the delay hides. */
  'user:delayed:post': [42, EVERYDAY],
  'user:deleted:delayed-post': [43, EVERYDAY],
  'user:delayed:comment': [44, EVERYDAY],
  'user:deleted:delayed-comment': [45, EVERYDAY],
  'user:held:text': [46, EVERYDAY],
  'user:took-back:text': [47, EVERYDAY],
  'user:created:bookmark': [48, EVERYDAY],
  'user:deleted:bookmark': [49, EVERYDAY],
  'user:followed:post': [50, EVERYDAY],
  'user:unfollowed:post': [51, EVERYDAY],
  'user:followed:topic': [52, EVERYDAY],
  'user:unfollowed:topic': [53, EVERYDAY],
  'user:muted:post': [54, EVERYDAY],
  'user:unmuted:post': [55, EVERYDAY],
  'user:muted:topic': [56, EVERYDAY],
  'user:unmuted:topic': [57, EVERYDAY],
  'user:muted:word': [58, EVERYDAY],
  'user:unmuted:word': [59, EVERYDAY],
  'user:changed:notification-settings': [60, EVERYDAY],
  'user:changed:digest': [61, EVERYDAY],
  'user:subscribed:push': [62, EVERYDAY],
  'user:unsubscribed:push': [63, EVERYDAY],
  'user:saw:notifications': [64, EVERYDAY],
  'user:blocked:user': [65, EVERYDAY],
  'user:unblocked:user': [66, EVERYDAY],
  'user:created:report': [67, EVERYDAY],
  'user:created:appeal': [68, EVERYDAY],
  /** Would lead from an account to the masked address in the request. */
  'user:requested:college': [69, EVERYDAY],

  'user:updated:profile': [207, CONTENT],
  'user:created:post': [208, CONTENT],
  'user:updated:post': [209, CONTENT],
  'user:deleted:post': [210, CONTENT],
  'user:created:comment': [211, CONTENT],
  'user:updated:comment': [212, CONTENT],
  'user:deleted:comment': [213, CONTENT],
  'user:created:feedback': [214, CONTENT],

  'admin:read:post': [215, MODERATION],
  'admin:read:posts': [216, MODERATION],
  'admin:read:history': [217, MODERATION],
  'admin:read:versions': [218, MODERATION],
  'admin:exported:log': [219, MODERATION],
  'admin:read:comments': [220, MODERATION],
  'admin:banned:post': [221, MODERATION],
  'admin:shadow-banned:post': [222, MODERATION],
  'admin:restored:post': [223, MODERATION],
  'admin:released:post': [224, MODERATION],
  'admin:released:comment': [225, MODERATION],
  'admin:refused:text': [226, MODERATION],
  'admin:reopened:text': [227, MODERATION],
  'admin:wrote:note': [228, MODERATION],
  'admin:deleted:note': [229, MODERATION],
  'admin:escalated:report': [230, MODERATION],
  'admin:withdrew:escalation': [231, MODERATION],
  'admin:wrote:post': [232, MODERATION],
  'admin:wrote:comment': [233, MODERATION],
  'admin:pinned:post': [234, MODERATION],
  'admin:unpinned:post': [235, MODERATION],
  'admin:banned:comment': [236, MODERATION],
  'admin:shadow-banned:comment': [237, MODERATION],
  'admin:restored:comment': [238, MODERATION],
  'admin:updated:report': [239, MODERATION],
  'admin:resolved:reports': [240, MODERATION],
  'admin:reopened:reports': [241, MODERATION],
  'admin:removed:recent': [242, MODERATION],
  'admin:restored:recent': [243, MODERATION],
  'admin:deleted:report': [244, MODERATION],
  'admin:blocked:user': [245, MODERATION],
  'admin:suspended:user': [246, MODERATION],
  'admin:lifted:sanction': [247, MODERATION],
  'admin:upheld:appeal': [248, MODERATION],
  'admin:overturned:appeal': [249, MODERATION],
  'admin:searched:address': [250, MODERATION],
  'admin:revealed:email': [251, MODERATION],
  'admin:revealed:account': [252, MODERATION],
  'admin:ended:sessions': [253, MODERATION],
  'admin:changed:role': [254, MODERATION],
  'admin:made:invitation': [255, MODERATION],
  'admin:revoked:invitation': [256, MODERATION],
  /** Not everyday: with it a student becomes an administrator. */
  'user:took:invitation': [257, MODERATION],
  'admin:sent:reminders': [258, MODERATION],
  'admin:created:college': [259, MODERATION],
  'admin:updated:college': [260, MODERATION],
  'admin:deleted:college': [261, MODERATION],
  'admin:acknowledged:college-alert': [262, MODERATION],
  'admin:approved:college-request': [263, MODERATION],
  'admin:rejected:college-request': [264, MODERATION],
  'admin:reopened:college-request': [265, MODERATION],
  'admin:created:branch': [266, MODERATION],
  'admin:updated:branch': [267, MODERATION],
  'admin:deleted:branch': [268, MODERATION],
  'admin:merged:branch': [269, MODERATION],
  'admin:approved:sign-up': [270, MODERATION],
  'admin:refused:sign-up': [271, MODERATION],
  'admin:dismissed:burst': [272, MODERATION],
  'admin:created:word': [273, MODERATION],
  'admin:updated:word': [274, MODERATION],
  'admin:deleted:word': [275, MODERATION],
  'admin:updated:feedback': [276, MODERATION],
  'admin:deleted:feedback': [277, MODERATION],
  'admin:changed:settings': [278, MODERATION],
  'admin:tested:mail': [279, MODERATION],
  'admin:tried:addresses': [280, MODERATION],
  'admin:made:poster': [281, MODERATION],
  'admin:created:webhook': [282, MODERATION],
  'admin:updated:webhook': [283, MODERATION],
  'admin:deleted:webhook': [284, MODERATION],
  'admin:rotated:webhook-secret': [285, MODERATION],
  'admin:tested:webhook': [286, MODERATION],
  'admin:redelivered:webhook': [287, MODERATION],

  'operator:exported:campus': [288, MODERATION],
  'operator:created:administrator': [289, MODERATION],
  'operator:changed:role': [290, MODERATION],
  'operator:changed:password': [291, MODERATION],
  'operator:lifted:sanction': [292, MODERATION],
  'operator:sent:reminders': [293, MODERATION],
  'operator:created:college': [294, MODERATION],
  'operator:updated:college': [295, MODERATION],
  'operator:deleted:college': [296, MODERATION],
  'operator:created:branch': [297, MODERATION],
  'operator:updated:branch': [298, MODERATION],
  'operator:deleted:branch': [299, MODERATION],
  'operator:renamed:user': [300, MODERATION],
  'operator:changed:settings': [301, MODERATION],
  'operator:seeded:campus': [302, MODERATION],
  'operator:recounted:counters': [303, MODERATION],
  'operator:corrected:times': [304, MODERATION],
  'operator:restored:backup': [305, MODERATION],
  'operator:rotated:keys': [306, MODERATION],
  'operator:exported:keys': [307, MODERATION],
  'operator:imported:campus': [308, MODERATION],

  'quad:thinned:log': [1, CHAIN],
  /** The server ran on that day (day-notes.ts). */
  'quad:noted:day': [2, CHAIN],
} as const satisfies Record<`${string}:${string}:${string}`, readonly [number, Rule]>

type AnyAction = keyof typeof ACTIONS
type ActionsOf<Seen extends Visibility> = {
  [Action in AnyAction]: (typeof ACTIONS)[Action][1]['visibility'] extends Seen ? Action : never
}[AnyAction]

export type AttemptAction = ActionsOf<'attempt'>

type ObjectOf<Action> = Action extends `${string}:${string}:${infer Object}` ? Object : never
export type ListedObject = ObjectOf<ActionsOf<'moderation' | 'attempt'>>

export type AuditAction = Exclude<AnyAction, AttemptAction>

export const AUDIT_ACTIONS: ReadonlyMap<string, Rule & { number: number }> = new Map(
  Object.entries(ACTIONS).map(([action, [number, rule]]) => [action, { ...rule, number }]),
)
const NAMES = new Map([...AUDIT_ACTIONS].map(([action, { number }]) => [number, action]))

/** No entry has the number of an unknown action. */
export const actionNumber = (action: string): number => AUDIT_ACTIONS.get(action)?.number ?? 0
export const actionName = (number: number): string => NAMES.get(number) ?? `unknown:${number}:unknown`

export const isListed = (action: string): boolean => actionNumber(action) >= LISTED_FROM
export const isEveryday = (action: string): boolean => AUDIT_ACTIONS.get(action)?.everyday === true
