import { afterAll, afterEach, describe, expect, jest, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MailFailure } from '../../src/lib/mail/errors'
import type { Transport } from '../../src/lib/mail/message'
import { outboxTransport, startOutboxSweep } from '../../src/lib/mail/outbox'
import { serverOptions, smtpTransport } from '../../src/lib/mail/smtp'
import { otpMail } from '../../src/lib/mail/templates'
import { mailFiles } from '../support/outbox'
import { freePort } from '../support/program'
import { startSmtp } from '../support/smtp'

const from = 'Quad <no-reply@quad.campus.edu>'
const mail = otpMail('en', {
  to: '2021@campus.edu',
  otp: '123456',
  campus: { name: 'Großes College', hue: null },
  minutes: 15,
  purpose: 'registration',
})
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0)) await step()
})

async function smtp(behaviour?: Parameters<typeof startSmtp>[0]) {
  const server = await startSmtp(behaviour)
  undo.push(server.stop)
  return server
}

function folder() {
  const directory = mkdtempSync(join(tmpdir(), 'quad-outbox-'))
  undo.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function failureOf(work: Promise<unknown>): Promise<MailFailure> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MailFailure)
  expect(String(error)).not.toContain('campus.edu')
  expect((error as Error).cause).toBeUndefined()
  return error as MailFailure
}

describe('SMTP', () => {
  test('delivers both parts, the headers and the envelope', async () => {
    const server = await smtp({ user: 'quad@campus.edu', password: 'p@ss/wörd' })
    const { messageId, code } = await smtpTransport({ url: server.url(), from }).send(mail)
    expect(code).toBe(250)
    expect(server.messages).toHaveLength(1)
    const [got] = server.messages
    expect(got).toMatchObject({
      envelopeTo: ['2021@campus.edu'],
      from: { name: 'Quad', address: 'no-reply@quad.campus.edu' },
      to: [{ address: '2021@campus.edu' }],
      subject: 'Your sign-up code for Großes College',
      messageId,
    })
    expect(got?.text).toMatch(/^123456$/m)
    expect(got?.html).toContain('123456')
    expect(got?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('verify proves the sign-in and sends nothing', async () => {
    const server = await smtp({ user: 'quad', password: 'right' })
    await smtpTransport({ url: server.url(), from }).verify()
    await failureOf(smtpTransport({ url: server.url('quad', 'wrong'), from }).verify())
    expect(server.messages).toEqual([])
  })

  test('a refused connection is a failure that may pass', async () => {
    const url = `smtp://127.0.0.1:${freePort()}`
    const failure = await failureOf(smtpTransport({ url, from }).send(mail))
    expect(failure.message).toBe('The mail server refused the connection')
    expect(failure.permanent).toBe(false)
    await failureOf(smtpTransport({ url, from }).verify())
  })

  test('a wrong password is named without being repeated', async () => {
    const server = await smtp({ user: 'quad', password: 'right' })
    const failure = await failureOf(smtpTransport({ url: server.url('quad', 'wrong-pass'), from }).send(mail))
    expect(failure.message).toContain('did not accept the user or password')
    expect(failure.message).not.toContain('wrong-pass')
    expect(server.messages).toEqual([])
  })

  test.each(['greeting', 'data'] as const)(
    'a server that hangs after the %s is given up at the bound',
    async (hang) => {
      const server = await smtp({ hang })
      const begun = performance.now()
      await failureOf(smtpTransport({ url: server.url(), from, boundMs: 200 }).send(mail))
      // Well before the bound that would be without one.
      expect(performance.now() - begun).toBeWithin(150, 8_000)
    },
  )

  test('an addressee refused for good is permanent, for now is not', async () => {
    const gone = await smtp({ rejectRecipient: 550 })
    const busy = await smtp({ rejectRecipient: 450 })
    expect((await failureOf(smtpTransport({ url: gone.url(), from }).send(mail))).permanent).toBe(true)
    expect((await failureOf(smtpTransport({ url: busy.url(), from }).send(mail))).permanent).toBe(false)
  })

  test('STARTTLS: a certificate that is not valid is refused, unless the operator says otherwise', async () => {
    const server = await smtp({ startTls: true })
    await failureOf(smtpTransport({ url: server.url(), from }).send(mail))
    expect(server.messages).toEqual([])
    await smtpTransport({ url: `${server.url()}?tls.rejectUnauthorized=false`, from }).send(mail)
    await smtpTransport({ url: `${server.url()}?ignoreTLS=true`, from }).send(mail)
    expect(server.messages).toHaveLength(2)
  })

  test('mail crosses a network encrypted, to a relay without a password, too, unless the operator says otherwise', () => {
    const isRequired = (url: string) => serverOptions(url).requireTLS
    for (const url of ['smtp://mail.campus.edu', 'smtp://quad:secret@mail.campus.edu:587'])
      expect([isRequired(url), isRequired(`${url}?ignoreTLS=true`)]).toEqual([true, false])
    expect(isRequired('smtp://127.0.0.1:2525')).toBe(false)
  })

  test('requireTLS refuses a server without STARTTLS', async () => {
    const server = await smtp()
    await failureOf(smtpTransport({ url: `${server.url()}?requireTLS=true`, from }).send(mail))
    expect(server.messages).toEqual([])
  })
})

describe('outbox', () => {
  test('mails older than an hour are removed at the start and while it runs, younger ones and other files stay', async () => {
    jest.useFakeTimers()
    undo.push(() => jest.useRealTimers())
    const directory = folder()
    const write = (name: string, minutes: number) => {
      writeFileSync(join(directory, name), 'mail')
      const at = new Date(Date.now() - minutes * 60_000)
      utimesSync(join(directory, name), at, at)
    }
    write('old.eml', 61)
    write('young.eml', 58)
    write('.half.eml.part', 61)
    write('notes.txt', 61)
    undo.push(startOutboxSweep(directory))
    expect(readdirSync(directory).sort()).toEqual(['notes.txt', 'young.eml'])
    // The first sweep ends some microtasks later.
    for (let n = 0; n < 9; n++) await Promise.resolve()
    jest.advanceTimersByTime(300_000)
    expect(readdirSync(directory)).toEqual(['notes.txt'])
    startOutboxSweep(join(directory, 'missing'))()
  })

  test('a complete message, for its owner alone, with nothing of the address in its name', async () => {
    const directory = join(folder(), 'outbox')
    const { messageId, file } = await outboxTransport({ directory, from }).send(mail)
    expect(file).toEndWith('.eml')
    const names = readdirSync(directory)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f-]{36}\.eml$/)
    expect(names[0]).not.toContain('2021@')
    const path = join(directory, names[0]!)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)

    const raw = readFileSync(path, 'latin1')
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const header of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version'])
      expect(raw).toMatch(new RegExp(`^${header}: `, 'm'))
    const parsed = await PostalMime.parse(readFileSync(path))
    expect(parsed).toMatchObject({ messageId, subject: mail.subject, to: [{ address: mail.to }] })
    expect(parsed.text?.trim()).toBe(mail.text.trim())
    expect(parsed.html?.trim()).toBe(mail.html.trim())
    expect(Date.parse(parsed.date!)).toBeWithin(Date.now() - 5_000, Date.now() + 1)
  })

  test('verify makes the folder; where it cannot, that is a failure', async () => {
    const parent = folder()
    await outboxTransport({ directory: join(parent, 'outbox'), from }).verify()
    expect(readdirSync(join(parent, 'outbox'))).toEqual([])
    writeFileSync(join(parent, 'file'), '')
    const blocked = outboxTransport({ directory: join(parent, 'file'), from })
    await failureOf(blocked.verify())
    await failureOf(blocked.send(mail))
  })

  test('shows the mail only where it is told to', async () => {
    const shown: string[] = []
    const directory = folder()
    await outboxTransport({ directory, from, show: ({ text }) => shown.push(text) }).send(mail)
    await outboxTransport({ directory, from }).send(mail)
    expect(shown).toEqual([mail.text])
  })
})

describe('what could smuggle something in is refused', () => {
  const transports: [string, () => Promise<{ transport: Transport; count: () => number }>][] = [
    [
      'SMTP',
      async () => {
        const server = await smtp()
        return { transport: smtpTransport({ url: server.url(), from }), count: () => server.messages.length }
      },
    ],
    [
      'outbox',
      async () => {
        const directory = folder()
        return { transport: outboxTransport({ directory, from }), count: () => readdirSync(directory).length }
      },
    ],
  ]
  test.each(transports)('%s', async (_name, make) => {
    const { transport, count } = await make()
    const addresses = [
      'a@campus.edu\r\nBcc: b@campus.edu',
      'a@campus.edu, b@campus.edu',
      'a@campus.edu b@campus.edu',
      'Name <a@campus.edu>',
      'a@campus.edu\u0000',
      '',
      ...'a@campus.edu;b@campus.edu <a@campus.edu> group:a@campus.edu; nobody'.split(' '),
    ]
    for (const to of addresses) expect((await failureOf(transport.send({ ...mail, to }))).permanent).toBe(true)
    for (const subject of ['Hi\r\nBcc: b@campus.edu', 'Hi\nthere', 'Hi\u0000'])
      expect((await failureOf(transport.send({ ...mail, subject }))).permanent).toBe(true)
    expect(count()).toBe(0)
    await transport.send(mail)
    expect(count()).toBe(1)
  })
})

describe('as a process', () => {
  const root = join(import.meta.dir, '../..')
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-mail-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  /** Runs `script` in a process of its own, with the mail's parts at hand; `say` writes a line of JSON to stderr. */
  async function run(script: string, env: Record<string, string>) {
    const prelude = `
    const { storage } = await import('./db/storage')
    const { deliver, deliverInBackground, mailReachable, mailLoad, enqueue } = await import('./src/lib/mail/mail')
    const { backgroundIdle } = await import('./src/lib/background')
    const { startMailQueue, stopMailQueue, sendDueMail } = await import('./src/lib/mail/queue')
    const { otpMail, testMail } = await import('./src/lib/mail/templates')
    const { join } = await import('node:path')
    await storage.open({ file: join(process.env.DATA_DIR, 'quad.db'), synchronous: 'normal', checkpointer: false })
    const say = (value) => process.stderr.write(JSON.stringify(value) + '\\n')
    const otp = otpMail('en', { to: '20211234@campus.edu', otp: '654321', campus: { name: 'Campus', hue: null }, minutes: 15, purpose: 'login' })
    const named = (error) => ({ name: error.constructor.name, message: error.message, retryAfter: error.rateLimit?.resetSeconds })
  `
    const child = Bun.spawn(
      [process.execPath, '-e', `${prelude}\n${script}\nawait backgroundIdle(); await storage.close()`],
      {
        cwd: root,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'debug', LOG_FORMAT: 'json', ...env },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
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
    const dataDir = folder()
    const env = { MAIL_PER_HOUR: '2', DATA_DIR: dataDir }
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
    expect(mailFiles(dataDir)).toHaveLength(2)

    const second = await run(
      `await storage.write((tx) => enqueue(tx, testMail('en', { to: '20211234@campus.edu', campus: { name: 'Campus', hue: null } })))
     await startMailQueue(); await Bun.sleep(50); await stopMailQueue()
     say(await deliver(otp).catch(named)); say(await mailLoad())`,
      env,
    )
    expect(second.said).toMatchObject([{ name: 'MailLimit' }, { sentLastHour: 2, limit: 2, queued: 1 }])
    expect(mailFiles(dataDir)).toHaveLength(2)
  })

  test('after a night of removals, whoever waits for a code still gets it', async () => {
    const { said } = await run(
      `const mail = testMail('en', { to: '20211234@campus.edu', campus: { name: 'Campus', hue: null } })
     await storage.write(async (tx) => { for (let n = 0; n < 6; n++) await enqueue(tx, mail) })
     say(await sendDueMail().catch(named)); await backgroundIdle(); say(await mailLoad())
     say(Object.keys(await deliver(otp))); say(Object.keys(await deliver(otp))); say(await deliver(otp).catch(named))`,
      { MAIL_PER_HOUR: '4', DATA_DIR: mkdtempSync(join(dataDir, 'flood-')) },
    )
    expect(said).toMatchObject([
      { name: 'MailLimit' },
      { sentLastHour: 1, queued: 5 },
      ['messageId', 'file'],
      ['messageId', 'file'],
      { name: 'MailLimit' },
    ])
  })

  test('the log holds neither addresses nor codes, whatever happens', async () => {
    const refusing = await startSmtp({ rejectRecipient: 550 })
    const script = `
    await mailReachable().catch(() => {})
    await deliver(otp).catch((error) => say(named(error)))
    await deliverInBackground(otp, { pausesMs: [1] })
    await storage.write((tx) => enqueue(tx, testMail('en', { to: '20211234@campus.edu', campus: { name: 'Campus', hue: null } })))
    await startMailQueue(); await Bun.sleep(100); await stopMailQueue()
    say('done')`
    const runs = [
      await run(script, {}),
      await run(script, { SMTP_URL: `smtp://127.0.0.1:${freePort()}` }),
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
    const written = mailFiles(dataDir).map((file) => readFileSync(file, 'utf8'))
    expect(written.some((text) => text.includes('654321') && text.includes('20211234@campus.edu'))).toBe(true)
  })
})
