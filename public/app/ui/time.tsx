import { signal } from '@preact/signals'
import { ago, exactly } from '../lib/dates'
import { language } from '../texts/catalogue'

const MINUTE_MS = 60_000

const now = signal(Date.now())
setInterval(() => {
  now.value = Date.now()
}, MINUTE_MS)

/** How long ago, with the exact time on hover. */
export function Time({ of: time, isShort = false }: { of: string; isShort?: boolean }) {
  return (
    <time
      datetime={time}
      onPointerEnter={(event) => {
        event.currentTarget.title = exactly(time, language.value)
      }}
    >
      {ago(time, Math.max(now.value, Date.now()), language.value, isShort)}
    </time>
  )
}
