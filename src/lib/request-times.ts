/** Upper bounds in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

type Times = { counts: number[]; count: number; sum: number }

/** A histogram of how long requests took, by method, route and status class. */
export class RequestTimes {
  readonly #byLabels = new Map<string, Times>()

  note(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${method}",route="${route}",status="${Math.floor(status / 100)}xx"`
    let times = this.#byLabels.get(labels)
    if (times === undefined) {
      times = { counts: new Array(BOUNDS.length).fill(0), count: 0, sum: 0 }
      this.#byLabels.set(labels, times)
    }
    const bound = BOUNDS.findIndex((each) => seconds <= each)
    if (bound >= 0) times.counts[bound] = (times.counts[bound] ?? 0) + 1
    times.count++
    times.sum += seconds
  }

  /** In Prometheus' text format; buckets are cumulative there. */
  text(name: string, help: string): string {
    const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
    for (const [labels, { counts, count, sum }] of this.#byLabels) {
      let below = 0
      for (const [n, bound] of BOUNDS.entries()) {
        below += counts[n] ?? 0
        lines.push(`${name}_bucket{le="${bound}",${labels}} ${below}`)
      }
      lines.push(`${name}_bucket{le="+Inf",${labels}} ${count}`)
      lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
