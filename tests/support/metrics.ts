import { metricsText } from '../../src/lib/process/metrics'

const SAMPLE = /^(?<series>\w+(?:\{.*\})?) (?<value>\S+)$/

/** The values of a text of metrics, by name and labels as they are written. */
export function samplesIn(text: string): Map<string, number> {
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const { series = '', value = '' } = SAMPLE.exec(line)?.groups ?? {}
    if (series === '' || Number.isNaN(Number(value))) throw new Error(`No sample: ${line}`)
    if (samples.has(series)) throw new Error(`Twice: ${series}`)
    samples.set(series, Number(value))
  }
  return samples
}

/** The value of a series of this process now; undefined if it has none. */
export const sample = async (series: string): Promise<number | undefined> => samplesIn(await metricsText()).get(series)

/** By how much series have grown since this was called. */
export async function grownFrom(): Promise<(series: string) => Promise<number>> {
  const before = samplesIn(await metricsText())
  return async (series) => ((await sample(series)) ?? 0) - (before.get(series) ?? 0)
}
