import { type Signal, signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { Listing } from '../../lib/listing'

const fetchNotifications = (query: { page: number; limit: number }) => envelope(api.notifications.list.get({ query }))

export type Notification = ResponseData<ReturnType<typeof fetchNotifications>>['notifications'][number]
export type NotificationSignal = Signal<Notification>

/** The number of unseen notifications; undefined until it is loaded. */
export const unread = signal<number | undefined>(undefined)

/** The newest id that `unread` counts; ids sort by time. */
let newest = ''

const PAGE = 20

/**
 * Incremented when notifications come in or are marked as seen, here or in another tab: a count requested before is
 * outdated.
 */
let changes = 0

const tabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('quad.inbox') : undefined
tabs?.addEventListener('message', ({ data }) => {
  changes++
  unread.value = data
})

/** Sets the count here and in the other tabs. */
function countUnread(count: number): void {
  if (count === unread.peek()) return
  unread.value = count
  tabs?.postMessage(count)
}

const notificationId = (notification: NotificationSignal): string => notification.peek().id

/** The list that was opened last; new notifications go on top of it. */
let openInbox: Listing<NotificationSignal> | undefined

export function trackInbox(list: Listing<NotificationSignal>): void {
  openInbox = list
}

/** Loads the unread count and the notifications that the list lacks. */
export async function refreshInbox(): Promise<void> {
  const before = changes
  const answer = await fetchNotifications({ page: 1, limit: openInbox ? PAGE : 1 })
  if (!answer.success) return
  if (changes !== before) return refreshInbox()
  const { notifications, unread: count } = answer.data
  for (const each of notifications.toReversed()) addNotification(each)
  countUnread(count)
}

export function listInbox(): Listing<NotificationSignal> {
  return new Listing<NotificationSignal>(async (cursor) => {
    const page = Number(cursor ?? 1)
    const before = changes
    const answer = await fetchNotifications({ page, limit: PAGE })
    if (!answer.success) return answer
    const { notifications, unread: count, meta } = answer.data
    const [first] = notifications
    if (first && first.id > newest) newest = first.id
    if (changes === before) countUnread(count)
    return { items: notifications.map((each) => signal(each)), next: meta.hasMore ? String(page + 1) : null }
  }, notificationId)
}

/** Takes what came over the socket. */
export function receiveNotification(notification: Notification): void {
  changes++
  addNotification(notification)
}

/** Adds a notification, or updates one: votes collect in one notification until it is seen. */
function addNotification(notification: Notification): void {
  const { id, seen } = notification
  const isNew = id > newest
  if (isNew) newest = id
  // An older unseen one is counted already.
  if (isNew && !seen && unread.value !== undefined) unread.value += 1
  const existing = openInbox?.items.peek().find((each) => notificationId(each) === id)
  if (existing) existing.value = notification
  else if (isNew && openInbox?.begun.peek()) openInbox.addFirst(signal(notification))
}

/** Marks these, or all, as seen. */
export async function markSeen(
  list: Listing<NotificationSignal>,
  ids?: readonly string[],
): Promise<Failure | undefined> {
  changes++
  const answer = await envelope(api.notifications['mark-seen'].patch(ids ? { ids: [...ids] } : {}))
  changes++
  if (!answer.success) return answer
  for (const each of list.items.value)
    if (!each.value.seen && (ids === undefined || ids.includes(each.value.id)))
      each.value = { ...each.value, seen: true }
  countUnread(ids === undefined ? 0 : Math.max(0, (unread.value ?? 0) - answer.data.updated))
  return undefined
}
