import { Icon } from '../../components/icon'
import { Time } from '../../components/time'
import type { NotificationSignal } from '../../lib/notifications/inbox'
import { notificationPath, notificationQuote, notificationText } from '../../lib/notifications/notification-words'
import { notificationsText } from '../../texts/notifications'

const ICONS = {
  replied: 'reply',
  upvoted_post: 'up',
  upvoted_comment: 'up',
  general: 'flag',
  posted: 'pen',
} as const

type Props = { notification: NotificationSignal; onOpen: () => void }

export function InboxItem({ notification, onOpen }: Props) {
  const { value } = notification
  const path = notificationPath(value)
  const words = notificationText(value)
  const quote = notificationQuote(value)
  return (
    <li
      class={`relative flex items-start gap-3 px-4 py-3 ${value.seen ? '' : 'bg-base-200'} ${path ? 'hover:bg-base-200' : ''}`}
    >
      <span class="text-base-content/80 mt-0.5">
        <Icon name={ICONS[value.type]} />
      </span>
      <div class="flex min-w-0 grow flex-col gap-0.5">
        <p class={value.seen ? '' : 'font-semibold'}>
          {path ? (
            <a href={path} class="after:absolute after:inset-0" onClick={onOpen}>
              {words}
            </a>
          ) : (
            words
          )}
        </p>
        {quote && (
          <p dir="auto" class="text-base-content/85 line-clamp-2">
            {quote}
          </p>
        )}
        <p class="text-base-content/80 text-sm">
          <Time of={value.createdAt} />
        </p>
      </div>
      {!value.seen && (
        <span class="bg-primary mt-2 size-2.5 shrink-0 rounded-full">
          <span class="sr-only">{notificationsText.list.unread}</span>
        </span>
      )}
    </li>
  )
}
