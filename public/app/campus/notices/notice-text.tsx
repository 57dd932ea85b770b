import { AppealPanel } from '../../order/appeals/appeal-panel'
import { language } from '../../texts/catalogue'
import { explanationText } from '../../texts/explanation'
import { asSentence } from '../../texts/sentences'
import { Explanation, explanationLines } from '../../ui/explanation'
import { Time } from '../../ui/time'
import type { Notice } from './notices'

type Props = {
  notice: Notice
  /** On one line, without the time, and with a link to the appeal instead of the way to send it. */
  isShort?: boolean
}

/** What was said, why, when, and how to appeal. */
export function NoticeText({ notice, isShort = false }: Props) {
  const { text, appeal, createdAt } = notice
  if (isShort) {
    const lines = explanationLines(notice).map((line) => asSentence(line, language.value))
    return (
      <p class="wrap-anywhere">
        <span class="font-medium">{text}</span> {lines.join(' ')}{' '}
        {appeal && (
          <a href="/settings#notices" class="link">
            {explanationText.why.appeal}
          </a>
        )}
      </p>
    )
  }
  return (
    <>
      <p class="font-medium">{text}</p>
      <Explanation of={notice} />
      <p class="text-base-content/80 text-sm">
        <Time of={createdAt} />
      </p>
      {/* The page has the appeal of the account beneath its title: a sanction may hold without a notice. */}
      {appeal && appeal.resource !== 'user' && <AppealPanel {...appeal} />}
    </>
  )
}
