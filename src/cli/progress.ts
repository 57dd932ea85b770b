import { writeSync } from 'node:fs'

const BAR_WIDTH = 30
const REDRAW_MS = 100

/**
 * How far a long command is, on stderr: a bar on a terminal, elsewhere a line when a phase is done. Call it with the
 * phase's name, what is done and what there is to do.
 */
export function progressBar(): (phase: string, done: number, total: number) => void {
  const terminal = process.stderr.isTTY === true
  let began = performance.now()
  let drawn = 0
  return (phase, done, total) => {
    const now = performance.now()
    const finished = done >= total
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
