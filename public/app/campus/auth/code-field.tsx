import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import type { Failure } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { useFormAround } from '../../lib/form'
import { authText } from '../../texts/auth'
import { Field } from '../../ui/field'

const DEVANAGARI_ZERO = 0x966

const withPlainDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

/** The digits of a code as somebody typed it: in groups, with a stray space, on a Hindi keyboard. */
export const codeIn = (text: string): string => withPlainDigits(text).replace(/\D/g, '')

/** The code in what was pasted, which may be a line of the mail; undefined if there is none. */
export function pastedCode(text: string): string | undefined {
  const [run] = /\d(?:[\s-]?\d){5,}/.exec(withPlainDigits(text)) ?? []
  return run === undefined ? undefined : codeIn(run)
}

type CodeFieldProps = {
  label: string
  hint?: ComponentChildren
  /** How long the code is. Without it somebody has to press the button. */
  digits?: number | undefined
}

/**
 * Digits from an email, which phones can fill in: six, or more in groups when somebody guesses codes. The form is sent
 * once all are there, and for each code only once.
 */
export function CodeField({ label, hint, digits }: CodeFieldProps) {
  const { busy } = useFormAround()
  const sent = useRef('')
  const sendWhole = (input: HTMLInputElement) => {
    // A line of the mail may have been pasted, or offered by the keyboard.
    if (/[a-z]/i.test(input.value)) input.value = pastedCode(input.value) ?? input.value
    const code = codeIn(input.value)
    if (code.length !== digits || code === sent.current || busy.value) return
    sent.current = code
    input.form?.requestSubmit()
  }
  return (
    <div onInput={({ target }) => sendWhole(target as HTMLInputElement)}>
      <Field
        name="otp"
        label={label}
        hint={hint}
        required
        isFirst
        autocomplete="one-time-code"
        inputMode="numeric"
        maxLength={200}
        spellcheck={false}
      />
    </div>
  )
}

/** What was typed into the field. */
export const codeOf = (values: FormData): string => codeIn(String(values.get('otp')))

/** The server's minimum between two sign-in codes. */
const COOLDOWN_MS = 60_000
const SECOND_MS = 1000

export type SendCode = () => Promise<{ success: true; data: { digits: number } } | Failure>

type Props = {
  sentAt: number
  send: SendCode
  onSent: (sent: { sentAt: number; digits: number }) => void
}

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
    if (answer.success) onSent({ sentAt: Date.now(), digits: answer.data.digits })
    else if (answer.retryAfter) until.value = Date.now() + answer.retryAfter * SECOND_MS
    announce(answer.success ? join.resent : failureMessage(answer))
  }
  return (
    <button type="button" class="btn btn-outline btn-sm self-start" onClick={again}>
      {join.resend}
    </button>
  )
}
