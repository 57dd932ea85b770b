import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../../src/config'
import { newSecret, type Signed, signedHeaders } from '../../../src/parts/webhooks/requests'

// The programs that docs/clients.md shows tell what Quad sent from what it did not.

const clients = readFileSync(join(import.meta.dir, '../../../docs/clients.md'), 'utf8')
const page = clients.split('\n## Webhooks\n')[1] ?? ''
const program = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

const secret = newSecret()
process.env.WEBHOOK_SECRET = secret
type Case = [what: string, headers: Record<string, string>, body: string, isFromQuad: boolean]
const seconds = Math.floor(Date.now() / 1_000)
const sent = (changes: Partial<Signed> = {}): Signed => ({ id: 'a', seconds, body: '{"title":"नमस्ते"}', ...changes })
const headers = signedHeaders([secret], sent())
const { body } = sent()

const CASES: Case[] = [
  ['what Quad sent', headers, body, true],
  ['with two secrets, the receiver has the former', signedHeaders([newSecret(), secret], sent()), body, true],
  ['with two secrets, the receiver has the new', signedHeaders([secret, newSecret()], sent()), body, true],
  ['signed by somebody else', signedHeaders([newSecret()], sent()), body, false],
  ['with another body', headers, `${body} `, false],
  ['with another id', { ...headers, 'webhook-id': 'b' }, body, false],
  ['with another time', { ...headers, 'webhook-timestamp': String(seconds + 1) }, body, false],
  ['of long ago', signedHeaders([secret], sent({ seconds: seconds - 400 })), body, false],
  ['of the future', signedHeaders([secret], sent({ seconds: seconds + 400 })), body, false],
  ['without a time', { ...headers, 'webhook-timestamp': '' }, body, false],
  ['without a signature', { 'webhook-id': 'a', 'webhook-timestamp': String(seconds) }, body, false],
  ['with a signature that is none', { ...headers, 'webhook-signature': 'v1 v1, v2,AAAA' }, body, false],
]
const EXPECTED = CASES.map(([what, , , isFromQuad]) => [what, isFromQuad])

describe('the example', () => {
  test('in TypeScript', async () => {
    const file = join(config.dataDir, 'receiver.ts')
    await Bun.write(file, program('ts'))
    const { isFromQuad }: { isFromQuad: (headers: Headers, body: string) => boolean } = await import(file)
    expect(CASES.map(([what, headers, body]) => [what, isFromQuad(new Headers(headers), body)])).toEqual(EXPECTED)
  })
  test.skipIf(Bun.which('python3') === null)('in Python', async () => {
    const lines = [
      program('python'),
      'import json, sys',
      'print(json.dumps([[c[0], is_from_quad(c[1], c[2].encode())] for c in json.load(sys.stdin)]))',
    ]
    const python = Bun.spawn(['python3', '-c', lines.join('\n')], {
      stdin: new Blob([JSON.stringify(CASES)]),
      env: { ...process.env, WEBHOOK_SECRET: secret },
    })
    expect(JSON.parse(await new Response(python.stdout).text())).toEqual(EXPECTED)
  })
})

test('what the page shows of each event is JSON of that type, at a whole minute', () => {
  const shown = page
    .split('```json\n')
    .slice(1)
    .map((part) => JSON.parse(part.split('```')[0] ?? ''))
  expect(shown.map(({ type }) => type)).toEqual(['post.published', 'report.created', 'content.removed'])
  for (const { timestamp } of shown) expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/)
})
