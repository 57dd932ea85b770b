import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const root = join(import.meta.dir, '../../..')
const document = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The sections of ASVS 5.0 with the number of their requirements of levels 1 and 2, which are numbered from 1. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4
  11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1
  16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

const LEVEL_1 = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1
  3.5.2 3.5.3 4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1
  6.3.2 6.4.1 6.4.2 7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1
  10.4.2 10.4.3 10.4.4 10.4.5 11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`

const words = (text: string): string[] => text.trim().split(/\s+/)

const requirements = words(SECTIONS).flatMap((entry) => {
  const [section, count] = entry.split(':')
  return Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`)
})

type Row = { id: string; level: string; how: string; tests: string[] }

const paths = (text: string): string[] => [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, path]) => path!)

/** The lines of the list: bold ids are of level 1, and ids that one line answers stand together. */
const readRows = (markdown: string): Row[] =>
  [...markdown.matchAll(/^- ((?:(?:, )?(?:\*\*)?\d+\.\d+\.\d+(?:\*\*)?)+) (.*)$/gm)].flatMap(([, ids = '', how = '']) =>
    ids.split(', ').map((id) => ({
      id: id.replaceAll('*', ''),
      level: id.startsWith('**') ? '1' : '2',
      how,
      tests: paths(how.slice(how.lastIndexOf(': '))),
    })),
  )

const readInapplicable = (markdown: string): string[] =>
  [...markdown.matchAll(/^Not applicable, [^:]+:([\s\d.,]+)\.$/gm)].flatMap(([, ids = '']) =>
    words(ids.replaceAll(',', ' ')),
  )

/** What is wrong with the document: requirements that it leaves out or has twice, and rows that lead nowhere. */
function faults(markdown: string): string[] {
  const rows = readRows(markdown)
  const ids = [...rows.map(({ id }) => id), ...readInapplicable(markdown)]
  return [
    ...requirements.filter((id) => !ids.includes(id)).map((id) => `${id} is missing`),
    ...ids.filter((id, at) => !requirements.includes(id) || ids.indexOf(id) !== at).map((id) => `${id} is too much`),
    ...rows
      .filter(({ id, level }) => level !== (words(LEVEL_1).includes(id) ? '1' : '2'))
      .map(({ id }) => `${id} has another level`),
    ...rows.filter(({ how }) => /^(?::|`tests)/.test(how)).map(({ id }) => `${id} says nothing`),
    ...rows.flatMap(({ id, tests }) => [
      ...(tests.some((path) => /^tests\/.*\.test\.ts$/.test(path)) ? [] : [`${id} names no test`]),
      ...tests.filter((path) => !existsSync(join(root, path))).map((path) => `${id}: no ${path}`),
    ]),
  ]
}

describe('the list of controls', () => {
  test('has each requirement once, with tests that exist', () => {
    expect(faults(document)).toEqual([])
  })

  test('a row that points nowhere, is missing or claims another level is noticed', () => {
    const [line = ''] = /^- \*\*7\.2\.3\*\* .*$/m.exec(document) ?? []
    const file = readRows(line)[0]?.tests[0] ?? ''
    const nowhere = 'tests/nowhere.test.ts'
    expect(faults(document.replace(line, line.replace(file, nowhere)))).toEqual([`7.2.3: no ${nowhere}`])
    expect(faults(document.replace(line, line.replace(`: \`${file}\``, '')))).toEqual(['7.2.3 names no test'])
    expect(faults(document.replace(line, line.replaceAll('**', '')))).toEqual(['7.2.3 has another level'])
    expect(faults(document.replace(line, ''))).toEqual(['7.2.3 is missing'])
    expect(faults(`${document}\n${line}`)).toEqual(['7.2.3 is too much'])
  })

  test('sums up what it has', () => {
    const rows = readRows(document)
    const met = (level: string) =>
      rows.filter((row) => row.level === level && !row.how.includes('**Deviation**')).length
    const all = (level: string) => rows.filter((row) => row.level === level).length
    const text = document.replace(/\s+/g, ' ')
    expect(text).toContain(`Of ${all('1')} requirements of level 1 that apply, ${met('1')} are met`)
    expect(text).toContain(`of ${all('2')} of level 2, ${met('2')} (${Math.round((100 * met('2')) / all('2'))} %)`)
    expect(met('2') / all('2')).toBeGreaterThanOrEqual(0.95)
    const deviations = rows.filter(({ how }) => how.includes('**Deviation**')).map(({ id }) => id)
    for (const id of deviations) expect(text.split('in the list:')[1]?.split('###')[0]).toContain(id)
  })
})

test('the server connects to nobody but whom the operator or, for webhooks, a superadmin configures, and what pushes to browsers', () => {
  const source = (file: string) => readFileSync(join(root, file), 'utf8').replace(/^import type .*$/gm, '')
  const connects =
    /\bfetch\(|\bBun\.(connect|udpSocket)\(|\bnew (WebSocket|EventSource)\(|'(nodemailer|oauth4webapi|node:(dns|dgram|https?|http2|tls))\b/
  const files = [...new Glob('src/**/*.ts').scanSync({ cwd: root })].filter((file) => connects.test(source(file)))
  expect(files.sort()).toEqual(
    words(`src/cli/healthcheck.ts src/cli/running-server.ts src/lib/follower/primary.ts
      src/lib/mail/message.ts src/lib/mail/sender-domain.ts src/lib/net/openid.ts src/lib/net/outgoing.ts
      src/lib/primary/acknowledgement.ts src/lib/primary/claims.ts src/lib/tracing/otlp.ts src/parts/scorers/toxicity.ts`),
  )
})

test('components with a known weakness are looked for every week, and have a time to be mended in', () => {
  const security = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  for (const severity of ['critical', 'high', 'medium', 'low'])
    expect(security).toMatch(new RegExp(`^\\| ${severity} .*\\| \\d+ days? +\\| \\d+ days +\\|$`, 'm'))
  expect(security).toMatch(/known vulnerability is updated, replaced or removed within the time of the table/)
  const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')
  expect(workflow).toMatch(/cron: "\d+ \d+ \* \* 1"/)
  expect(workflow).toMatch(/bun@[\d.]+ audit$/m)
})

test('SECURITY promises something of each actor that tests try, and README promises no more', () => {
  const [readme, security] = ['README.md', 'SECURITY.md'].map((name) => readFileSync(join(root, name), 'utf8'))
  const promised = (text = '') =>
    [...text.matchAll(/^\| (.*?) +\| .*? +\| .*? +\|$/gm)]
      .map(([, who = '']) => who)
      .filter((who) => /student|moderator|superadmin|whoever|operator|stranger/.test(who))
  expect(promised(security)).toHaveLength(6)
  expect(readme).toContain('[SECURITY.md](SECURITY.md)')
  expect(promised(readme)).toEqual([])
  expect(`${readme}${security}`).not.toMatch(/never learn|nobody learns/i)
})
