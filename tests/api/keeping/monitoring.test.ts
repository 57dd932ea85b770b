import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { samplesIn } from '../../support/metrics'
import { type Running, start, temporaryFolder } from '../../support/operator'
import { until } from '../../support/until'

// What is for the operator's monitoring fits together: metrics, dashboard, alerts, runbooks, documents.

const root = join(import.meta.dir, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const METRICS_TOKEN = 'a token for the monitoring'

type Alert = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook_url: string }
}
const { groups } = Bun.YAML.parse(read('deploy/monitoring/quad-alerts.yml')) as { groups: { rules: Alert[] }[] }
const alerts = groups.flatMap(({ rules }) => rules)

type Panel = { id: number; type: string; title: string; datasource?: { uid: string }; targets?: { expr: string }[] }
const dashboard: { panels: Panel[]; templating: { list: { name: string; type: string }[] } } = JSON.parse(
  read('deploy/monitoring/quad-dashboard.json'),
)
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

const documents = ['*.md', 'docs/*.md']
  .flatMap((pattern) => [...new Glob(pattern).scanSync({ cwd: root })])
  .filter((path) => path !== 'docs/metrics.md')

const folder = temporaryFolder()
let server: Running
let text = ''
beforeAll(async () => {
  const env = { DATA_DIR: join(folder.path, 'data'), METRICS_TOKEN, BACKUP_TO: folder.path }
  server = await start(env)
  await fetch(`${server.url}/api/v1/posts`)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  await until(async () => {
    text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return !text.includes('quad_storage_sync_duration_seconds_count 0\n')
  }, 'the first write')
})
afterAll(async () => {
  await server.kill()
  folder.remove()
})

/** The metrics that a running server tells, by name. */
const told = () => new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => [name, type]))

/** The names of metrics in a text, those of a histogram's parts as the histogram's. */
const namesIn = (words: string) => [
  ...new Set(
    [...words.matchAll(/\b(?:quad|process)(?:_[a-z]+)+\b/g)].map(([name]) =>
      told().has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, ''),
    ),
  ),
]
const unknownIn = (words: string) => namesIn(words).filter((name) => !told().has(name))

describe('metrics', () => {
  test('of a server are in the list of the documents, each once, and no other is', () => {
    const rows = [...read('docs/metrics.md').matchAll(/^- `(\w+)` \((\w+)/gm)].map(([, name, type]) => [name, type])
    expect(rows.toSorted()).toEqual([...told()].toSorted())
    expect(rows.length).toBeGreaterThan(50)
  })
  test('that a document names are there', () => {
    const named = documents.map((path) => [path, [...read(path).matchAll(/`[^`\n]+`/g)].join(' ')] as const)
    expect(named.flatMap(([path, code]) => unknownIn(code).map((name) => `${path}: ${name}`))).toEqual([])
    expect(named.flatMap(([, code]) => namesIn(code)).length).toBeGreaterThan(15)
  })
  test('name the version and that of Bun', () => {
    const info = [...samplesIn(text).keys()].find((series) => series.startsWith('quad_build_info{'))
    expect(info).toContain(`version="${JSON.parse(read('package.json')).version}"`)
    expect(info).toContain(`bun="${Bun.version}"`)
  })
  test('of the process are those of this process', () => {
    const samples = samplesIn(text)
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(20_000_000)
    expect(samples.get('process_heap_bytes')).toBeGreaterThan(1_000_000)
    expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0)
    const seconds = ['user', 'system'].map((mode) => samples.get(`process_cpu_${mode}_seconds_total`) ?? Number.NaN)
    expect(samples.get('process_cpu_seconds_total')).toBeCloseTo(seconds[0]! + seconds[1]!, 1)
    expect(samples.get('process_open_fds')).toBeGreaterThan(5)
    expect(samples.get('process_max_fds')).toBeGreaterThan(samples.get('process_open_fds') ?? Number.NaN)
    expect(Math.abs((samples.get('process_start_time_seconds') ?? 0) - Date.now() / 1000)).toBeLessThan(600)
  })
  test('of a server that writes to a disk tell how long that takes, of its jobs and of its checkpointer', () => {
    const samples = samplesIn(text)
    expect(samples.get('quad_storage_sync_duration_seconds_count')).toBeGreaterThan(0)
    expect(samples.get('quad_storage_last_sync_seconds')).toBeGreaterThanOrEqual(0)
    expect(samples.get('quad_storage_checkpointer{state="running"}')).toBe(1)
    expect(samples.has('quad_job_failed{task="watching the event loop"}')).toBe(true)
    expect(samples.get('quad_job_last_run_timestamp_seconds{task="keeping the lock"}')).toBeGreaterThan(1_700_000_000)
    expect(samples.get('quad_job_failed{task="keeping the lock"}')).toBe(0)
    expect(samples.get('quad_job_last_duration_seconds{task="keeping the lock"}')).toBeGreaterThanOrEqual(0)
  })
})

describe('the dashboard', () => {
  test('shows metrics that there are, and each subject', () => {
    expect(unknownIn(expressions.join('\n'))).toEqual([])
    expect(expressions.length).toBeGreaterThan(30)
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Service', 'Storage', 'Mail', 'Backups', 'Sockets', 'Process'])
  })
  test('can be imported beside others: it asks which data source and which Quad', () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['job', 'query'],
      ['instance', 'query'],
    ])
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { type, title, datasource } of dashboard.panels)
      if (type !== 'row') expect([title, datasource?.uid]).toEqual([title, '$' + '{datasource}'])
    for (const expr of expressions) expect(expr).toContain('instance=~"$instance"')
  })
})

describe('alerts', () => {
  const runbooks = read('docs/operating.md').split('\n## Alerts\n')[1] ?? ''
  const sections = runbooks.split(/^### /m).slice(1)
  test('are about metrics that there are', () => {
    expect(unknownIn(alerts.map(({ expr }) => expr).join('\n'))).toEqual([])
    expect(alerts.length).toBeGreaterThan(8)
  })
  test('say how bad it is, what it is, and wait before they tell', () => {
    for (const { alert, for: wait, labels, annotations } of alerts) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(?:critical|warning)$/)])
      expect([alert, wait]).toEqual([alert, expect.stringMatching(/^[1-9]\d*[mh]$/)])
      expect([alert, annotations.summary.length > 15]).toEqual([alert, true])
      expect(annotations.runbook_url).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    }
  })
  test('have a runbook each, and every runbook an alert', () => {
    const titles = sections.map((section) => section.slice(0, section.indexOf('\n')))
    expect(titles).toEqual(alerts.map(({ alert }) => alert))
    for (const section of sections)
      for (const part of ['**It means**', '**Students see**', '**Do first:**', '**It is over**'])
        expect([section.slice(0, 30), section.includes(part)]).toEqual([section.slice(0, 30), true])
  })
})

const promtool = Bun.which('promtool')
if (promtool === null)
  console.error('*** SKIPPED: promtool is not installed, and the rules of the alerts are not tried ***')

describe.skipIf(promtool === null)('Prometheus itself', () => {
  const run = async (args: string[], input = '') => {
    const child = Bun.spawn([promtool ?? '', ...args], {
      cwd: root,
      stdin: new Blob([input]),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, err, status] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { status, said: out + err }
  }
  test('takes what is told, and has nothing to say against a name', async () => {
    expect(await run(['check', 'metrics'], text)).toEqual({ status: 0, said: '' })
  })
  test('takes the rules, and they tell when they should', async () => {
    expect(await run(['check', 'rules', 'deploy/monitoring/quad-alerts.yml'])).toMatchObject({ status: 0 })
    expect(await run(['test', 'rules', 'deploy/monitoring/quad-alerts.test.yml'])).toMatchObject({ status: 0 })
  })
  test('takes the configuration to begin with', async () => {
    const config = 'deploy/monitoring/prometheus.yml'
    expect(await run(['check', 'config', '--syntax-only', config])).toMatchObject({ status: 0 })
  })
  test('takes what the dashboard asks', async () => {
    const rules = expressions.map((expr, n) => ({
      record: `dashboard:panel:${n}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, '.+'),
    }))
    const file = join(folder.path, 'dashboard.yml')
    await Bun.write(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(await run(['check', 'rules', file])).toMatchObject({ status: 0 })
  })
})
