/** One metric in Prometheus' text format. */
export function metric(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  valuesByLabels: Record<string, number>,
): string {
  const samples = Object.entries(valuesByLabels).map(([labels, value]) => `${name}${labels} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.join('')}`
}
