import { Counter, Gauge, globalRegistry } from '../../../db/prometheus'
import { log } from './log'

// Each subject declares its metrics beside its code. Labels are constants: nothing of a person.

type Described = { name: string; help: string; label?: string }

/** A counter by one label, all of whose values are there from the start: a rate begins with a zero. */
export function counted<Value extends string>(
  { name, help, label }: Required<Described>,
  values: readonly Value[],
): (value: Value) => void {
  const counter = new Counter({ name, help, labelNames: [label] })
  for (const value of values) counter.inc({ [label]: value }, 0)
  return (value) => counter.inc({ [label]: value })
}

/** A value, or values by label; undefined while there is none. */
type Reading = number | Record<string, number> | undefined

const KINDS = { counter: Counter, gauge: Gauge }

/** A metric that is read when monitoring asks. One that cannot be read keeps no other from being told. */
export function measured(kind: keyof typeof KINDS, { name, help, label = '' }: Described, read: () => Reading): void {
  new KINDS[kind]({
    name,
    help,
    labelNames: label === '' ? [] : [label],
    collect() {
      this.reset()
      // Without labels the library begins with a zero.
      this.remove({})
      for (const [value, sample] of samplesOf(name, read)) this.inc(label === '' ? {} : { [label]: value }, sample)
    },
  })
}

/** What can be told: a disk that is out of order gives errors, and sizes that are no numbers. */
function samplesOf(metric: string, read: () => Reading): [value: string, sample: number][] {
  try {
    const reading = read() ?? {}
    const samples = typeof reading === 'number' ? { '': reading } : reading
    return Object.entries(samples).filter(([, sample]) => Number.isFinite(sample))
  } catch (err) {
    log.warn({ err, metric }, 'a metric could not be read')
    return []
  }
}

export const states = (all: readonly string[], current: string | undefined): Record<string, number> =>
  Object.fromEntries(all.map((state) => [state, state === current ? 1 : 0]))

type Description = { name: string; type: string; labels: readonly string[]; help: string }

export const describedMetrics = (): Description[] =>
  (globalRegistry.getMetricsAsArray() as unknown as (Omit<Description, 'labels'> & { labelNames: string[] })[])
    .map(({ name, type, help, labelNames }) => ({ name, type, help, labels: labelNames }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const METRICS_TYPE = globalRegistry.contentType

export const metricsText = (): Promise<string> => globalRegistry.metrics()
