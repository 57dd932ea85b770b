import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import type { Form } from '../../lib/form'
import { authText } from '../../texts/auth'
import { Field } from '../field'

/** Digits from an email, which phones can fill in: six, or more in groups when somebody guesses codes. */
export const CodeField = ({ form, label }: { form: Form; label: string }) => (
  <Field
    form={form}
    name="otp"
    label={label}
    required
    autocomplete="one-time-code"
    inputMode="numeric"
    maxLength={20}
    spellcheck={false}
  />
)

/** The server's minimum between two sign-in codes. */
const COOLDOWN_MS = 60_000
const SECOND_MS = 1000

type Props = { sentAt: number; send: () => Promise<{ success: true } | Failure>; onSent: (sentAt: number) => void }

/** Sends another code, at most once a minute, and shows the time left. */
export function Resend({ sentAt, send, onSent }: Props) {
  const until = useSignal(sentAt + COOLDOWN_MS)
  const now = useSignal(Date.now())
  const left = Math.ceil((until.value - now.value) / SECOND_MS)
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [now])
  const { join } = authText
  if (left > 0) return <p class="text-base-content/80 text-sm tabular-nums">{join.resendIn(left)}</p>
  const again = async () => {
    until.value = Date.now() + COOLDOWN_MS
    const answer = await send()
    if (answer.success) onSent(Date.now())
    else if (answer.retryAfter) until.value = Date.now() + answer.retryAfter * SECOND_MS
    announce(answer.success ? join.resent : failureMessage(answer))
  }
  return (
    <button type="button" class="btn btn-outline btn-sm self-start" onClick={again}>
      {join.resend}
    </button>
  )
}
