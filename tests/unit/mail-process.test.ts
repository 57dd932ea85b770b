import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusedPort, startSmtp } from '../support/smtp'

const root = join(import.meta.dir, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'quad-mail-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs `script` in a process of its own, with the mail's parts at hand; `say` writes a line of JSON to stderr. */
async function run(script: string, env: Record<string, string>) {
  const prelude = `
    const { storage } = await import('./db/storage')
    const { deliver, deliverInBackground, mailIdle, mailReachable, mailLoad, enqueue } = await import('./src/lib/mail/mail')
    const { startMailQueue, stopMailQueue, sendDueMail } = await import('./src/lib/mail/queue')
    const { otpMail, testMail } = await import('./src/lib/mail/templates')
    const { join } = await import('node:path')
    await storage.open({ file: join(process.env.DATA_DIR, 'quad.db'), synchronous: 'normal', checkpointer: false })
    const say = (value) => process.stderr.write(JSON.stringify(value) + '\\n')
    const otp = otpMail('en', { to: '20211234@campus.edu', otp: '654321', campus: 'Campus', minutes: 15, purpose: 'login' })
    const named = (error) => ({ name: error.constructor.name, message: error.message, retryAfter: error.rateLimit?.resetSeconds })
  `
  const child = Bun.spawn([process.execPath, '-e', `${prelude}\n${script}\nawait mailIdle(); await storage.close()`], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'debug', LOG_FORMAT: 'json', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [log, said, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (status !== 0) throw new Error(`${status}\n${said}\n${log}`)
  return {
    log,
    said: said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

test('above MAIL_PER_HOUR mail is refused with the time to wait, also by the next process', async () => {
  const env = { MAIL_PER_HOUR: '2' }
  const first = await run(
    `await deliver(otp); await deliver(otp)
     say(await deliver(otp).catch(named)); say(await mailReachable().catch(named)); say(await deliverInBackground(otp))`,
    env,
  )
  for (const refused of first.said.slice(0, 2)) {
    expect(refused.name).toBe('MailLimit')
    expect(refused.retryAfter).toBeWithin(3_500, 3_601)
  }
  expect(first.said[2]).toBe(false)
  expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(2)

  const second = await run(
    `await storage.write((tx) => enqueue(tx, testMail('en', { to: '20211234@campus.edu', campus: 'Campus' })))
     await startMailQueue(); await Bun.sleep(50); await stopMailQueue()
     say(await deliver(otp).catch(named)); say(await mailLoad())`,
    env,
  )
  expect(second.said).toMatchObject([{ name: 'MailLimit' }, { sentLastHour: 2, limit: 2, queued: 1 }])
  expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(2)
})

test('after a night of removals, whoever waits for a code still gets it', async () => {
  const { said } = await run(
    `const mail = testMail('en', { to: '20211234@campus.edu', campus: 'Campus' })
     await storage.write(async (tx) => { for (let n = 0; n < 6; n++) await enqueue(tx, mail) })
     say(await sendDueMail().catch(named)); await mailIdle(); say(await mailLoad())
     say(Object.keys(await deliver(otp))); say(Object.keys(await deliver(otp))); say(await deliver(otp).catch(named))`,
    { MAIL_PER_HOUR: '4', DATA_DIR: mkdtempSync(join(dataDir, 'flood-')) },
  )
  expect(said).toMatchObject([
    { name: 'MailLimit' },
    { sentLastHour: 2, queued: 4 },
    ['messageId'],
    ['messageId'],
    { name: 'MailLimit' },
  ])
})

test('the log holds neither addresses nor codes, whatever happens', async () => {
  const refusing = await startSmtp({ rejectRecipient: 550 })
  const script = `
    await mailReachable().catch(() => {})
    await deliver(otp).catch((error) => say(named(error)))
    await deliverInBackground(otp, { pausesMs: [1] })
    await storage.write((tx) => enqueue(tx, testMail('en', { to: '20211234@campus.edu', campus: 'Campus' })))
    await startMailQueue(); await Bun.sleep(100); await stopMailQueue()
    say('done')`
  const runs = [
    await run(script, {}),
    await run(script, { SMTP_URL: `smtp://127.0.0.1:${await refusedPort()}` }),
    await run(script, { SMTP_URL: `${refusing.url()}` }),
  ]
  await refusing.stop()
  for (const { log, said } of runs) {
    expect(log).toContain('mail')
    for (const hidden of ['20211234', 'campus.edu', '654321']) {
      expect(log).not.toContain(hidden)
      expect(JSON.stringify(said)).not.toContain(hidden)
    }
  }
  expect(runs[0]?.log).toContain('.eml')
  const written = readdirSync(join(dataDir, 'outbox')).map((name) =>
    readFileSync(join(dataDir, 'outbox', name), 'utf8'),
  )
  expect(written.some((text) => text.includes('654321') && text.includes('20211234@campus.edu'))).toBe(true)
})
