/** How far a long piece of work is: what it does, how much of that is done, and how much there is. */
export type Progress = (phase: string, done: number, total: number) => void

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000)

/** What adds up bytes of which a phase has `total`, and reports them in megabytes. */
export function bytesOf(progress: Progress, phase: string, total: number): (bytes: number) => void {
  let done = 0
  return (bytes) => {
    if (done >= total) return
    done += bytes
    if (done >= total) progress(`${phase} (MB)`, megabytes(total), megabytes(total))
    // Not full by rounding up.
    else progress(`${phase} (MB)`, Math.min(megabytes(done), megabytes(total) - 1), megabytes(total))
  }
}
