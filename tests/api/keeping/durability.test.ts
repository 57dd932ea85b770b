import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, Browser, CAMPUS_VARIABLES, startProgram } from '../../support/program'
import { canTrace, checkAcknowledgements, traced } from '../../support/strace'

/** Eight writers at once, several times: each title is a text that must be in the synced log before its 201. */
async function postsUnderTrace(synchronous: 'full' | 'normal') {
  let trace = ''
  const program = await startProgram({ ...CAMPUS_VARIABLES, SYNCHRONOUS: synchronous }, (command) => {
    trace = join(tmpdir(), `quad-trace-${crypto.randomUUID()}`)
    return traced(trace, command)
  })
  try {
    const browser = new Browser(program.origin)
    await browser.post('/api/v1/auth/login', ADMIN)
    for (let round = 0; round < 5; round++)
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const answer = await browser.post('/api/v1/posts', {
            title: `title-${crypto.randomUUID()}`,
            content: 'Words.',
            topic: 'Off-topic',
          })
          expect(answer.status).toBe(201)
          await answer.text()
        }),
      )
  } finally {
    await program.stop()
  }
  const text = readFileSync(trace, 'utf8')
  await Bun.file(trace).delete()
  return checkAcknowledgements(text, `${join(program.dataDir, 'quad.db')}-wal`, titleOfPost)
}

/** The start of a 201, and the title in its body. */
const titleOfPost = (call: string): string | undefined =>
  /^(?:sendto|sendmsg|write|writev)\(/.test(call) && call.includes('HTTP/1.1 201')
    ? (/title-[0-9a-f-]{36}/.exec(call)?.[0] ?? undefined)
    : undefined

if (!canTrace)
  console.warn('SKIPPED: strace cannot run here, so nobody checks that the server syncs before it answers.')

describe.skipIf(!canTrace)('a 2xx to a write means that it is on disk', () => {
  test('the server syncs its log before every 201', async () => {
    const { acknowledged, early } = await postsUnderTrace('full')
    expect(acknowledged).toBe(40)
    expect(early).toEqual([])
  }, 240_000)
  test('with SYNCHRONOUS=normal the same check finds answers that came too early', async () => {
    const { acknowledged, early } = await postsUnderTrace('normal')
    expect(acknowledged).toBe(40)
    expect(early.length).toBeGreaterThan(5)
  }, 240_000)
})
