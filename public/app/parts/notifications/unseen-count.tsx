import { useEffect } from 'preact/hooks'
import { language } from '../../texts/catalogue'
import { notificationsText } from '../../texts/notifications'
import { counted } from '../../texts/numbers'
import { startRealtime } from '../realtime/live'
import { unread } from './inbox'

const MOST = 99

/** The number of unseen notifications, beside the way to the inbox. The socket is open while it is rendered. */
export function UnseenCount() {
  useEffect(startRealtime, [])
  const count = unread.value ?? 0
  if (count === 0) return null
  return (
    <span class="bar-count">
      <span aria-hidden="true">
        {counted(Math.min(count, MOST), language.value)}
        {count > MOST && '+'}
      </span>
      <span class="sr-only">{notificationsText.unseen.count(count)}</span>
    </span>
  )
}
