import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MailFailure } from '../../src/lib/mail/errors'
import type { Transport } from '../../src/lib/mail/message'
import { outboxTransport } from '../../src/lib/mail/outbox'
import { smtpTransport } from '../../src/lib/mail/smtp'
import { otpMail } from '../../src/lib/mail/templates'
import { refusedPort, startSmtp } from '../support/smtp'

const from = 'Quad <no-reply@quad.campus.edu>'
const mail = otpMail('en', {
  to: '2021@campus.edu',
  otp: '123456',
  campus: 'Großes College',
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
    const { messageId } = await smtpTransport({ url: server.url(), from }).send(mail)
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
    const url = `smtp://127.0.0.1:${await refusedPort()}`
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
      expect(performance.now() - begun).toBeWithin(150, 900)
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

  test('requireTLS refuses a server without STARTTLS', async () => {
    const server = await smtp()
    await failureOf(smtpTransport({ url: `${server.url()}?requireTLS=true`, from }).send(mail))
    expect(server.messages).toEqual([])
  })
})

describe('outbox', () => {
  test('a complete message, for its owner alone, with nothing of the address in its name', async () => {
    const directory = join(folder(), 'outbox')
    const { messageId } = await outboxTransport({ directory, from }).send(mail)
    const names = readdirSync(directory)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f]{8}\.eml$/)
    expect(names[0]).not.toContain('2021@')
    const path = join(directory, names[0]!)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(directory).mode & 0o777).toBe(0o700)

    const raw = readFileSync(path, 'latin1')
    expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const header of ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version']) {
      expect(raw).toMatch(new RegExp(`^${header}: `, 'm'))
    }
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
      'a@campus.edu;b@campus.edu',
      'a@campus.edu b@campus.edu',
      'Name <a@campus.edu>',
      '<a@campus.edu>',
      'a@campus.edu\u0000',
      'group:a@campus.edu;',
      '',
      'nobody',
    ]
    for (const to of addresses) expect((await failureOf(transport.send({ ...mail, to }))).permanent).toBe(true)
    for (const subject of ['Hi\r\nBcc: b@campus.edu', 'Hi\nthere', 'Hi\u0000']) {
      expect((await failureOf(transport.send({ ...mail, subject }))).permanent).toBe(true)
    }
    expect(count()).toBe(0)
    await transport.send(mail)
    expect(count()).toBe(1)
  })
})
