import type { Notice } from '../../lib/notices/notices'
import { noticesText } from '../../texts/notices'
import { Time } from '../time'

/** What was said, why, and when. */
export function NoticeText({ notice: { text, reason, createdAt } }: { notice: Notice }) {
  const { notices } = noticesText
  return (
    <>
      <p class="font-medium">{text}</p>
      {reason !== null && <p class="wrap-anywhere whitespace-pre-line">{notices.reason(reason)}</p>}
      <p class="text-base-content/80 text-sm">
        <Time of={createdAt} />
      </p>
    </>
  )
}
