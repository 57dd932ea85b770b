import { useEffect } from 'preact/hooks'
import { unread } from '../../lib/notifications/inbox'
import { startRealtime } from '../../lib/realtime/live'
import { language } from '../../texts/catalogue'
import { notificationsText } from '../../texts/notifications'
import { counted } from '../../texts/numbers'
import { Icon } from '../icon'

const MOST = 99

/** Links to the inbox with the number of unread notifications. The socket is open while it is rendered. */
export function Bell() {
  useEffect(startRealtime, [])
  const count = unread.value ?? 0
  const { bell } = notificationsText
  return (
    <a
      href="/inbox"
      class="btn btn-ghost btn-sm h-10 min-w-10 gap-0 rounded-full px-2"
      aria-label={count > 0 ? bell.unread(count) : bell.none}
    >
      <Icon name="bell" />
      {count > 0 && (
        <span
          aria-hidden="true"
          class="bg-primary text-primary-content -ms-2 -mt-4 min-w-4.5 rounded-full px-1 text-center text-xs leading-4.5 font-semibold tabular-nums"
        >
          {counted(Math.min(count, MOST), language.value)}
          {count > MOST && '+'}
        </span>
      )}
    </a>
  )
}
