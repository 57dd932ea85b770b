import { writeSync } from 'node:fs'
import type { Progress } from '../keeping/backups/make'

const BAR_WIDTH = 30
const REDRAW_MS = 100

/** What is done sooner needs no bar. */
export const NOTICEABLE_MS = 1_000

/**
 * Shows how far a long command is, on stderr: a bar on a terminal, elsewhere a line when a phase is done. It shows
 * nothing within the first `quietMs`; without `lines` only on a terminal, so that what runs every night sends no mail.
 */
export function progressBar({ quietMs = 0, lines = true } = {}): Progress {
  const terminal = process.stderr.isTTY === true
  if (!terminal && !lines) return () => {}
  let began = performance.now()
  const start = began
  let drawn = 0
  return (phase, done, total) => {
    const now = performance.now()
    const finished = done >= total
    if (now - start < quietMs) {
      if (finished) began = now
      return
    }
    if (!finished && (!terminal || now - drawn < REDRAW_MS)) return
    drawn = now
    const seconds = `${((now - began) / 1000).toFixed(1)} s`
    const share = total === 0 ? 1 : done / total
    const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')
    if (terminal)
      say(`\r${phase.padEnd(20)} ${bar} ${Math.floor(share * 100)} %  ${seconds} \u001b[K${finished ? '\n' : ''}`)
    else say(`${phase}: ${done.toLocaleString('en')} in ${seconds}\n`)
    if (finished) began = performance.now()
  }
}

/** At once: what reports its progress may not let the event loop turn. */
function say(text: string): void {
  writeSync(process.stderr.fd ?? 2, text)
}
