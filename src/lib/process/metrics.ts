import { Counter, Gauge, globalRegistry } from '../../../db/prometheus'
import { log } from './log'

// Each subject declares its metrics beside its code. Labels are constants: nothing of a person.

/** A counter by one label, all of whose values are there from the start: a rate begins with a zero. */
export function counted<Value extends string>(
  { name, help, label }: { name: string; help: string; label: string },
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
export function measured(kind: keyof typeof KINDS, name: string, help: string, read: () => Reading, label = ''): void {
  new KINDS[kind]({
    name,
    help,
    labelNames: label === '' ? [] : [label],
    collect() {
      this.reset()
      // Without labels the library begins with a zero.
      this.remove({})
      try {
        const reading = read() ?? {}
        const samples = typeof reading === 'number' ? { '': reading } : reading
        // A disk that is out of order gives sizes that are no numbers.
        for (const [value, sample] of Object.entries(samples))
          if (Number.isFinite(sample)) this.inc(label === '' ? {} : { [label]: value }, sample)
      } catch (err) {
        log.warn({ err, metric: name }, 'a metric could not be read')
      }
    },
  })
}

export const gauge = (name: string, help: string, read: () => Reading, label?: string): void =>
  measured('gauge', name, help, read, label)

export const states = (all: readonly string[], current: string | undefined): Record<string, number> =>
  Object.fromEntries(all.map((state) => [state, state === current ? 1 : 0]))

type Description = { name: string; type: string; labels: readonly string[]; help: string }

export const describedMetrics = (): Description[] =>
  (globalRegistry.getMetricsAsArray() as unknown as (Omit<Description, 'labels'> & { labelNames: string[] })[])
    .map(({ name, type, help, labelNames }) => ({ name, type, help, labels: labelNames }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

export const METRICS_TYPE = globalRegistry.contentType

export const metricsText = (): Promise<string> => globalRegistry.metrics()
