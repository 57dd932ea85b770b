import { choiceLabel } from '../../lib/choice-label'
import type { Notice } from '../../lib/notices/notices'
import { noticesText } from '../../texts/notices'
import { Time } from '../time'

type Props = {
  notice: Notice
  /** Without the time, the reason on the same line. */
  isShort?: boolean
}

/** What was said, why, and when. */
export function NoticeText({ notice: { text, reason, createdAt }, isShort = false }: Props) {
  const { notices } = noticesText
  if (isShort)
    return (
      <p class="wrap-anywhere">
        <span class="font-medium">{text}</span> {reason !== null && notices.reason(choiceLabel(reason))}
      </p>
    )
  return (
    <>
      <p class="font-medium">{text}</p>
      {reason !== null && <p class="wrap-anywhere whitespace-pre-line">{notices.reason(choiceLabel(reason))}</p>}
      <p class="text-base-content/80 text-sm">
        <Time of={createdAt} />
      </p>
    </>
  )
}
