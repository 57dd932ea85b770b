import { afterEach, describe, expect, jest, spyOn, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { MailFailure } from '../../../src/lib/mail/message'
import { otpMail } from '../../../src/lib/mail/templates'
import { outboxTransport, serverOptions, smtpTransport, startOutboxSweep } from '../../../src/lib/mail/transport'
import { startSmtp } from '../../support/smtp'

const from = 'Quad <no-reply@quad.campus.edu>'
const campus = { name: 'Großes College', hue: null }
const to = { to: '2021@campus.edu', language: 'en', campus } as const
const mail = otpMail(to, { otp: '123456', minutes: 15, purpose: 'registration' })
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

  test('verify proves the sign-in and sends nothing; a wrong password is named without being repeated', async () => {
    const server = await smtp({ user: 'quad', password: 'right' })
    await smtpTransport({ url: server.url(), from }).verify()
    const wrong = smtpTransport({ url: server.url('quad', 'wrong-pass'), from })
    for (const work of [wrong.verify(), wrong.send(mail)]) {
      const { message } = await failureOf(work)
      expect(message).toContain('did not accept the user or password')
      expect(message).not.toContain('wrong-pass')
    }
    expect(server.messages).toEqual([])
  })

  test('a certificate that is not valid, or where one is required none at all, is refused, unless the operator says otherwise', async () => {
    const server = await smtp({ startTls: true })
    await failureOf(smtpTransport({ url: server.url(), from }).send(mail))
    expect(server.messages).toEqual([])
    await smtpTransport({ url: `${server.url()}?tls.rejectUnauthorized=false`, from }).send(mail)
    await smtpTransport({ url: `${server.url()}?ignoreTLS=true`, from }).send(mail)
    expect(server.messages).toHaveLength(2)
    const plain = await smtp()
    await failureOf(smtpTransport({ url: `${plain.url()}?requireTLS=true`, from }).send(mail))
    expect(plain.messages).toEqual([])
  })

  test('mail crosses a network encrypted, to a relay without a password, too, unless the operator says otherwise', () => {
    const isRequired = (url: string) => serverOptions(url).requireTLS
    for (const url of ['smtp://mail.campus.edu', 'smtp://quad:secret@mail.campus.edu:587'])
      expect([isRequired(url), isRequired(`${url}?ignoreTLS=true`)]).toEqual([true, false])
    expect(isRequired('smtp://127.0.0.1:2525')).toBe(false)
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
    const write = spyOn(process.stdout, 'write').mockReturnValue(true)
    for (const isShown of [true, false]) await outboxTransport({ directory: folder(), from, isShown }).send(mail)
    const shown = write.mock.calls.map(([text]) => String(text).replaceAll(/^ {2}/gm, '').trim())
    write.mockRestore()
    expect(shown).toEqual([`To: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text.trim()}`])
  })
})

test('what could smuggle something in is refused, by a server and by the outbox', async () => {
  const [server, directory] = [await smtp(), folder()]
  const sent = () => [server.messages.length, readdirSync(directory).length]
  const ways = [smtpTransport({ url: server.url(), from }), outboxTransport({ directory, from })]
  const addresses = [
    ...'a@campus.edu\r\nBcc: b@campus.edu|a@campus.edu, b@campus.edu|a@campus.edu b@campus.edu'.split('|'),
    ...'Name <a@campus.edu>|a@campus.edu\u0000||a@campus.edu;b@campus.edu|<a@campus.edu>'.split('|'),
    ...['group:a@campus.edu;', 'nobody'],
  ]
  const subjects = ['Hi\r\nBcc: b@campus.edu', 'Hi\nthere', 'Hi\u0000']
  for (const way of ways)
    for (const change of [...addresses.map((to) => ({ to })), ...subjects.map((subject) => ({ subject }))])
      expect((await failureOf(way.send({ ...mail, ...change }))).permanent).toBe(true)
  expect(sent()).toEqual([0, 0])
  for (const way of ways) await way.send(mail)
  expect(sent()).toEqual([1, 1])
})
