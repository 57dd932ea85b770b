import { type Static, type TSchema, t } from 'elysia'
import { NOTIFICATION_CHOICES, notificationSettings } from '../../../db/schema/notifications'
import { raw, sql } from '../../../db/sql'
import { pick, type Raw, selectList, toFlag } from '../../../db/statement'
import { type Connection, storage } from '../../../db/storage'
import { refuse } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { writeAs } from '../../ground/access/write-as'
import { audit } from '../../ground/audit/audit'
import { notificationsOn } from '../../ground/settings/settings'
import { named, namedObject, notEmpty } from '../../lib/text/schema'

export function refuseUnlessOn(): void {
  if (!notificationsOn()) refuse('FEATURE_DISABLED', 'notifications.off')
}

// What a user wants to be notified of, by kind: in the inbox, and by push. What moderators and operators did is always
// told.

const COLUMNS = pick(notificationSettings, ...NOTIFICATION_CHOICES)
type Row = Raw<typeof COLUMNS>

/** Without a row: what the columns say. Upvotes and busy topics ring no telephone. */
const DEFAULTS = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, { default: isOn }]) => [name, Number(isOn)]),
) as Row

const SELECT = raw(`SELECT ${selectList(COLUMNS)}`)

/** Every reply reads it. */
export const readChoices = (db: Connection, userId: string): Row =>
  sql(COLUMNS)`${SELECT} FROM notification_settings WHERE user_id = ${userId}`.get(db) ?? DEFAULTS

const channels = t.Object({ inbox: t.Boolean(), push: t.Boolean() })
const ofKinds = <Each extends TSchema>(each: Each) => ({
  replies: each,
  upvotes: each,
  followedPosts: each,
  followedTopics: each,
})

export const notificationChoices = namedObject('NotificationSettings', {
  ...ofKinds(channels),
  pushText: t.Boolean({ description: 'Whether pushes say what was written, not only that something was' }),
})
type NotificationChoices = Static<typeof notificationChoices>

/** What is left out stays as it is. */
export const ChangeNotificationChoices = named(
  'ChangeNotificationSettings',
  notEmpty(t.Partial(t.Object({ ...ofKinds(t.Partial(channels)), pushText: t.Boolean() }))),
)
type ChangeChoices = Static<typeof ChangeNotificationChoices>

/** The columns of each kind: of the inbox, which has its name, and of pushes. */
const PUSHES = {
  replies: 'pushReplies',
  upvotes: 'pushUpvotes',
  followedPosts: 'pushFollowedPosts',
  followedTopics: 'pushFollowedTopics',
} as const
const KINDS = Object.keys(PUSHES) as (keyof typeof PUSHES)[]

function toChoices(row: Row): NotificationChoices {
  const kinds = KINDS.map((kind) => [kind, { inbox: row[kind] === 1, push: row[PUSHES[kind]] === 1 }])
  return { ...Object.fromEntries(kinds), pushText: row.pushText === 1 }
}

/** 404 `FEATURE_DISABLED` while notifications are off. */
export function notificationChoicesOf({ id }: Viewer): NotificationChoices {
  refuseUnlessOn()
  return toChoices(readChoices(storage.reader, id))
}

/** What is left out stays as it is. 404 `FEATURE_DISABLED` while notifications are off; 400 without a change. */
export async function changeNotificationChoices(user: Viewer, changes: ChangeChoices): Promise<NotificationChoices> {
  refuseUnlessOn()
  if (Object.values(changes).every((each) => each === undefined))
    refuse('VALIDATION_FAILED', 'settings.nothingToChange')
  return writeAs(user, 'session', (tx, user) => {
    const before = readChoices(tx, user.id)
    const after = { ...before }
    const change = (column: keyof Row, to: boolean | undefined) => {
      if (to !== undefined) after[column] = toFlag(to)
    }
    for (const kind of KINDS) {
      change(kind, changes[kind]?.inbox)
      change(PUSHES[kind], changes[kind]?.push)
    }
    change('pushText', changes.pushText)
    if (Bun.deepEquals(after, before)) return toChoices(after)
    const set = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value === 1]))
    const row = { userId: user.id, ...set }
    tx.orm
      .insert(notificationSettings)
      .values(row)
      .onConflictDoUpdate({ target: notificationSettings.userId, set })
      .run()
    audit(tx, user, { action: 'user:changed:notification-settings', entityType: 'user', entityId: user.id })
    return toChoices(after)
  })
}
