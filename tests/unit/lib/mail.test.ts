import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setSystemTime, spyOn, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mailQueue, mailSent } from '../../../db/schema/server'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { config } from '../../../src/config'
import { consumeShare, hourAgo, hourlyMail, MailBudget, type MailKind } from '../../../src/lib/mail/budget'
import { deliver, deliverInBackground, mailReachable, sentSince } from '../../../src/lib/mail/mail'
import { type Mail, MailFailure, MailLimit } from '../../../src/lib/mail/message'
import {
  countQueued,
  enqueue,
  openQueued,
  sendDueMail,
  startMailQueue,
  stopMailQueue,
  withdrawMail,
} from '../../../src/lib/mail/queue'
import { collegeApprovedMail, otpMail, passwordChangedMail, resetMail, testMail } from '../../../src/lib/mail/templates'
import { outboxTransport, smtpTransport, transport } from '../../../src/lib/mail/transport'
import { addressIndexes } from '../../../src/lib/net/addresses'
import { securityLimiter } from '../../../src/lib/net/security-limiter'
import { backgroundIdle } from '../../../src/lib/process/background'
import { log } from '../../../src/lib/process/log'
import { campusColors } from '../../../src/lib/text/campus-colors'
import { mailFiles } from '../../support/outbox'
import { freePort } from '../../support/program'
import { startSmtp } from '../../support/smtp'
import { until } from '../../support/until'

const to = '2021@campus.edu'
const english = { to, language: 'en', campus: { name: 'Campus University', hue: null } } as const
const hindi = { ...english, language: 'hi' } as const
const mail = testMail(english)
const mailLoad = async () => ({
  sentLastHour: (await sentSince(storage.reader, hourAgo())).length,
  queued: await countQueued(storage.reader),
})

describe('limit', () => {
  beforeEach(() => void setSystemTime(new Date('2026-11-21T10:00:00Z')))
  afterEach(() => void setSystemTime())
  const waitOf = (budget: MailBudget, kind: MailKind = 'account') => {
    try {
      budget.check(kind)
      return 0
    } catch (error) {
      if (error instanceof MailLimit) return error.rateLimit.resetSeconds
      throw error
    }
  }
  const spend = (budget: MailBudget, kind: MailKind): number => {
    for (let sent = 0; ; sent++) {
      if (budget.room(kind) === 0) return sent
      budget.consume(kind)
    }
  }

  test('lets so many mails out in an hour and says when there is room again', () => {
    const budget = new MailBudget(2)
    budget.consume('account')
    setSystemTime(new Date('2026-11-21T10:20:00Z'))
    budget.consume('account')
    expect(() => budget.consume('account')).toThrow(MailLimit)
    expect(waitOf(budget)).toBe(40 * 60)
    setSystemTime(new Date('2026-11-21T10:59:59.999Z'))
    expect(waitOf(budget)).toBe(1)
    setSystemTime(new Date('2026-11-21T11:00:00Z'))
    expect(waitOf(budget)).toBe(0)
    const giveBack = budget.consume('account')
    expect(waitOf(budget)).toBe(20 * 60)
    // What was not sent after all is given back, once.
    for (let times = 0; times < 2; times++) giveBack()
    budget.consume('account')
    expect(waitOf(budget)).toBe(20 * 60)
  })

  test('half of it is for accounts and a quarter for sign-ups, whoever comes first', () => {
    for (const [first, sent] of [
      ['account', [375, 125, 0]],
      ['signup', [250, 250, 0]],
      ['notice', [250, 125, 125]],
    ] as const) {
      const budget = new MailBudget(500)
      const began = spend(budget, first)
      const rest = (['account', 'signup', 'notice'] as const).map((kind) =>
        kind === first ? began : spend(budget, kind),
      )
      expect([first, rest]).toEqual([first, [...sent]])
    }
    // Of a few mails nothing is set aside.
    for (const [most, kind, sent] of [
      [1, 'notice', 1],
      [1, 'signup', 1],
      [3, 'notice', 2],
    ] as const)
      expect(spend(new MailBudget(most), kind)).toBe(sent)
  })

  test('says when a kind has room again, though others have some', () => {
    const budget = new MailBudget(4)
    budget.consume('notice')
    setSystemTime(new Date('2026-11-21T10:20:00Z'))
    budget.consume('account')
    expect(waitOf(budget, 'notice')).toBe(40 * 60)
    expect(waitOf(budget, 'signup')).toBe(0)
    expect(waitOf(budget)).toBe(0)
  })

  test('the load is what is used up of what the kind could have', () => {
    const budget = new MailBudget(500)
    expect(budget.load('signup')).toBe(0)
    for (let n = 0; n < 125; n++) budget.consume('signup')
    expect(budget.load('signup')).toBe(0.5)
    // Mail to accounts uses up their own half first.
    for (let n = 0; n < 250; n++) budget.consume('account')
    expect(budget.load('signup')).toBe(0.5)
  })

  test('counts what an earlier process sent, but nothing that a wrong clock left in the future', () => {
    const budget = new MailBudget(2)
    const at = (time: string) => ({ at: Date.parse(time), kind: 'account' as const })
    budget.recall([at('2026-11-21T09:30:00Z'), at('2026-11-21T12:00:00Z')])
    budget.consume('account')
    expect(waitOf(budget)).toBe(30 * 60)
  })
})

describe('shares of networks', () => {
  beforeEach(() => void Object.assign(config, { rateLimits: true }))
  afterEach(() => {
    Object.assign(config, { rateLimits: false })
    securityLimiter.clear()
  })
  /** How many mails a network sends before it is refused. */
  function sendAll(budget: MailBudget, ips: (n: number) => string, weight: number): number {
    for (let sent = 0; ; sent++) {
      try {
        consumeShare('signup', ips(sent), weight, budget)
      } catch (error) {
        expect(error).toBeInstanceOf(MailLimit)
        return sent
      }
      budget.consume('signup')
    }
  }

  test('an address gets a third, more if it works for it, and leaves a part to others all the same', () => {
    const budget = new MailBudget(500)
    expect(sendAll(budget, () => '192.0.2.1', 1 / 2)).toBeWithin(75, 105)
    expect(sendAll(budget, () => '203.0.113.1', 1 / 2)).toBeWithin(40, 75)
    expect(sendAll(budget, () => '192.0.2.1', 2)).toBeGreaterThan(10)
    expect(sendAll(budget, () => '198.51.100.1', 1 / 2)).toBeGreaterThan(10)
    expect(budget.room('account')).toBeGreaterThanOrEqual(250)
  })
  test('a /48 gets two thirds, from however many addresses', () => {
    const budget = new MailBudget(500)
    expect(sendAll(budget, (n) => `2001:db8:1:${(n * 256).toString(16)}::1`, 1 / 2)).toBeWithin(150, 190)
    expect(sendAll(budget, () => '2001:db8:2::1', 1 / 2)).toBeGreaterThan(20)
  })
  test('limits that are off lift it', () => {
    Object.assign(config, { rateLimits: false })
    for (let n = 0; n < 1_000; n++) consumeShare('signup', '192.0.2.1', 1 / 2)
  })
})

describe('sending', () => {
  test('without a mail server it goes to the outbox of the data directory', async () => {
    await mailReachable()
    const before = mailFiles(config.dataDir).length
    const { messageId } = await deliver(mail)
    await backgroundIdle()
    expect(messageId).toMatch(/^<.+@.+>$/)
    expect(mailFiles(config.dataDir)).toHaveLength(before + 1)
    expect(mailFiles(config.dataDir).join()).not.toContain(to)
  })

  const refusal = new MailFailure('The mail server refused the connection')
  test.each<[string, failures: Error[], delivered: boolean, tries: number]>([
    ['tried three times, then lost; it never throws', [refusal, refusal, refusal], false, 3],
    ['a later try succeeds', [refusal, refusal], true, 3],
    ['not tried again after a refusal for good', [new MailFailure('No such addressee', true)], false, 1],
    ['not after the hourly limit', [new MailLimit({ limit: 500, remaining: 0, resetSeconds: 60 })], false, 1],
  ])('in the background: %s', async (_name, failures, delivered, tries) => {
    let tried = 0
    const send = async () => {
      const failure = failures[tried++]
      if (failure) throw failure
      return { messageId: '<x@y>' }
    }
    expect(await deliverInBackground(mail, { send, pausesMs: [1, 1] })).toBe(delivered)
    expect(tried).toBe(tries)
  })

  test('backgroundIdle waits for what is under way in the background', async () => {
    const { promise, resolve } = Promise.withResolvers<{ messageId: string }>()
    deliverInBackground(mail, { send: () => promise })
    const waiting = backgroundIdle().then(() => 'idle')
    expect(await Promise.race([waiting, Bun.sleep(5).then(() => 'waiting')])).toBe('waiting')
    resolve({ messageId: '<x@y>' })
    expect(await waiting).toBe('idle')
  })
})

describe('templates', () => {
  const LINK = 'https://quad.campus.edu/reset#abc'
  const codeFor = (purpose: 'registration' | 'login') => otpMail(english, { otp: '123456', minutes: 10, purpose })
  test.each([
    ['a code to sign up', codeFor('registration'), '123456', '>123456<', 'sign-up'],
    ['a code to sign in', codeFor('login'), '123456', '>123456<', 'sign-in'],
    ['a link', resetMail(english, { link: LINK }), LINK, `href="${LINK}"`, 'Reset your password'],
  ])('%s is alone on its line, not in the subject, which names the purpose', (_, mail, secret, inHtml, purpose) => {
    expect(mail.text.split('\n').filter((line) => line.includes(secret))).toEqual([secret])
    expect(mail.html).toContain(inHtml)
    expect(mail.subject).not.toContain(secret)
    expect(mail.subject).toContain(purpose)
  })

  test('mail says what it is about in the language of the account, and says which that is', () => {
    const at = new Date('2026-11-21T09:05:01.123Z')
    const changed = passwordChangedMail(hindi, { at })
    expect(passwordChangedMail(english, { at }).text).toMatch(/21 November 2026.* 09:05 UTC/)
    expect(changed.subject).toBe('Campus University का आपका पासवर्ड बदल गया')
    expect(changed.text).toContain('21 नवंबर 2026')
    expect(changed.html).toContain('<html lang="hi">')
    expect(codeFor('login').text).toContain('10 minutes')
    expect(otpMail(hindi, { otp: '123456', minutes: 1, purpose: 'login' }).text).toContain('1 मिनट')
    expect(collegeApprovedMail(english, { college: 'New College' }).text).toContain(config.publicUrl)
  })

  test('mail is in the colours of the campus, and in those of Quad without any', () => {
    for (const hue of [null, 0, 25]) {
      const { sky, accent, onAccent } = campusColors(hue)
      const { html } = resetMail({ ...hindi, campus: { name: 'IIT दिल्ली', hue } }, { link: LINK })
      expect(html).toContain(`background:${sky}">IIT दिल्ली</p>`)
      expect(html).toContain(`background:${accent};color:${onAccent}"`)
    }
  })

  test('names that people typed can neither break out of the HTML nor add a line', () => {
    const typed = '<img src=x onerror=alert(1)> & "Sons"\r\nBcc: b@campus.edu'
    const named = { ...english, campus: { name: typed, hue: 25 } }
    const all = [
      otpMail(named, { otp: '123456', minutes: 15, purpose: 'login' }),
      resetMail(named, { link: 'https://quad.campus.edu/"><script>' }),
      collegeApprovedMail(english, { college: typed }),
      passwordChangedMail(named, { at: new Date() }),
      testMail(named),
    ]
    for (const { subject, text, html } of all) {
      expect(subject).not.toMatch(/[\r\n]/)
      expect(text).not.toMatch(/^Bcc:/m)
      expect(html).not.toMatch(/<img|<script|<link|url\(/)
      expect(html).toContain('&lt;img')
    }
  })
})

describe('the queue', () => {
  const START = Date.parse('2026-11-21T10:00:00Z')
  const MINUTE = 60_000
  const mail = (to: string) => testMail({ ...english, to })
  const code = otpMail({ ...english, to: '20211234@campus.edu' }, { otp: '654321', minutes: 15, purpose: 'login' })
  const rows = () => storage.reader.orm.select().from(mailQueue).all()
  const outbox = join(config.dataDir, 'outbox')

  beforeAll(() =>
    storage.open({ file: join(config.dataDir, 'mail-queue.db'), synchronous: 'normal', checkpointer: false }),
  )
  afterAll(() => storage.close())
  beforeEach(async () => {
    rmSync(outbox, { recursive: true, force: true })
    mkdirSync(outbox, { recursive: true })
    await storage.write(async (tx) => {
      tx.orm.delete(mailQueue).run()
      tx.orm.delete(mailSent).run()
    })
    setSystemTime(START)
  })
  afterEach(() => void setSystemTime())

  /** Refuses what it is told to, keeps the rest. */
  function post(failures: Error[] = []) {
    const sent: Mail[] = []
    const send = async (each: Mail) => {
      const failure = failures.shift()
      if (failure) throw failure
      sent.push(each)
      return { messageId: '<x@y>' }
    }
    return { sent, send }
  }
  const queue = (...ids: number[]) =>
    Promise.all(ids.map((id) => storage.write((tx) => enqueue(tx, mail(`${id}@campus.edu`)))))
  /** A queue that was stopped sends one mail at a time. */
  const sendAll = async (send?: Parameters<typeof sendDueMail>[0]) => {
    while (rows().length > 0) await sendDueMail(send)
  }
  const down = () => new MailFailure('The mail server refused the connection')

  test('a mail is queued with the write that it tells about, or not at all', async () => {
    await queue(1)
    const undone = storage.write(async (tx) => {
      await enqueue(tx, mail('2@campus.edu'))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(rows().map((row) => openQueued(row)?.to)).toEqual(['1@campus.edu'])
    expect(JSON.stringify(rows())).not.toMatch(/campus/i)
  })

  test('after a failure it waits a minute, then two, and is sent when the server is back', async () => {
    const { sent, send } = post([down(), down()])
    await queue(1)
    await sendDueMail(send)
    const once = { attempts: 1, nextAttemptAt: new Date(START + MINUTE).toISOString(), lastError: down().message }
    expect(rows()).toMatchObject([once])
    const sendAt = async (time: number) => {
      setSystemTime(time)
      await sendDueMail(send)
    }
    await sendAt(START + MINUTE - 1)
    expect(rows()).toMatchObject([once])
    await sendAt(START + MINUTE)
    expect(rows()).toMatchObject([{ attempts: 2, nextAttemptAt: new Date(START + 3 * MINUTE).toISOString() }])
    expect(sent).toEqual([])
    await sendAt(START + 3 * MINUTE)
    expect(sent).toEqual([mail('1@campus.edu')])
    expect(rows()).toEqual([])
  })

  test('the pause never exceeds an hour, and after three days the mail is given up', async () => {
    const { sent, send } = post(Array.from({ length: 200 }, down))
    await queue(1)
    let tries = 0
    let last = START
    while (rows()[0]) {
      const due = Date.parse(rows()[0]!.nextAttemptAt)
      expect(due - last).toBeLessThanOrEqual(60 * MINUTE)
      last = due
      setSystemTime(due)
      await sendDueMail(send)
      tries += 1
    }
    expect(tries).toBeWithin(70, 90)
    expect(last - START).toBeWithin(71 * 60 * MINUTE, 72 * 60 * MINUTE)
    expect(sent).toEqual([])
  })

  test('what can never be sent is given up at once, and does not hold up the next', async () => {
    const { sent, send } = post([new MailFailure('The mail server refused the addressee (550)', true)])
    await queue(1, 2)
    await sendAll(send)
    expect(sent.map(({ to }) => to)).toEqual(['2@campus.edu'])
    expect(rows()).toEqual([])
  })

  test('while nothing can be written nothing is sent, and afterwards each mail once', async () => {
    const { sent, send } = post([])
    await queue(1)
    const write = spyOn(storage, 'write').mockRejectedValue(new StorageUnavailable('full'))
    await expect(sendDueMail(send)).rejects.toThrow(StorageUnavailable)
    write.mockRestore()
    expect(sent).toEqual([])
    await sendDueMail(send)
    expect(sent).toHaveLength(1)
    expect(rows()).toEqual([])
  })

  test('a mail that was sent as the disk filled is not sent again', async () => {
    const { sent, send } = post([])
    await queue(1)
    let write = spyOn(storage, 'write')
    const sendAndFill = (each: Mail) => {
      write = spyOn(storage, 'write').mockRejectedValue(new StorageUnavailable('full'))
      return send(each)
    }
    await expect(sendDueMail(sendAndFill)).rejects.toThrow(StorageUnavailable)
    for (const minutes of [1, 3, 7]) {
      setSystemTime(START + minutes * MINUTE)
      await expect(sendDueMail(sendAndFill)).rejects.toThrow(StorageUnavailable)
    }
    write.mockRestore()
    await sendDueMail(send)
    expect(sent).toHaveLength(1)
    expect(rows()).toEqual([])
  })

  test('a mail that could smuggle a header in does not enter the queue', async () => {
    const smuggled = storage.write((tx) => enqueue(tx, { ...mail('1@campus.edu'), subject: 'Hi\r\nBcc: x@campus.edu' }))
    await expect(smuggled).rejects.toThrow(MailFailure)
    expect(rows()).toEqual([])
  })

  test('what is queued for an account goes with it', async () => {
    await queue(1, 2)
    await storage.write((tx) => withdrawMail(tx, addressIndexes('1@campus.edu')))
    expect(rows().map((row) => openQueued(row)?.to)).toEqual(['2@campus.edu'])
  })

  test('the running queue sends what was waiting and is woken by a commit; stopped, it sends nothing', async () => {
    const sent = (count: number) => until(() => mailFiles(config.dataDir).length === count, `mail number ${count}`)
    await queue(1)
    await startMailQueue()
    await sent(1)
    await queue(2, 3, 4)
    await sent(4)
    await stopMailQueue()
    await backgroundIdle()
    expect(rows()).toEqual([])
    await queue(5)
    await Bun.sleep(50)
    expect(mailFiles(config.dataDir)).toHaveLength(4)
    expect(rows()).toHaveLength(1)
    const addressees = mailFiles(config.dataDir).map((file) => /^To: (.+)\r$/m.exec(readFileSync(file, 'utf8'))?.[1])
    expect(addressees.sort()).toEqual(['1@campus.edu', '2@campus.edu', '3@campus.edu', '4@campus.edu'])
  })

  test('the load counts the last hour and the queue', async () => {
    await deliver(mail('1@campus.edu'))
    await backgroundIdle()
    setSystemTime(START + 59 * MINUTE)
    await deliver(mail('2@campus.edu'))
    await backgroundIdle()
    await queue(3)
    expect(await mailLoad()).toEqual({ sentLastHour: 2, queued: 1 })
    setSystemTime(START + 61 * MINUTE)
    expect(await mailLoad()).toEqual({ sentLastHour: 1, queued: 1 })
  })

  test('a part of the hour’s mail is left to whoever waits for a code; above that they are told how long to wait', async () => {
    // Of what other tests sent nothing counts any more.
    setSystemTime(START + 365 * 24 * 60 * MINUTE)
    const { perHour } = hourlyMail()
    Object.assign(hourlyMail(), { perHour: 4 })
    try {
      await queue(1, 2, 3, 4, 5, 6)
      await expect(sendAll()).rejects.toThrow(MailLimit)
      await backgroundIdle()
      expect(await mailLoad()).toMatchObject({ sentLastHour: 1, queued: 5 })
      // That it waits does not count as a try.
      for (const row of rows())
        expect(row).toMatchObject({ attempts: 0, lastError: null, nextAttemptAt: row.createdAt })
      for (let n = 0; n < 2; n++) expect(await deliver(code)).toHaveProperty('file')
      const limited = { rateLimit: { resetSeconds: 3_600 } }
      await expect(deliver(code)).rejects.toMatchObject(limited)
      await expect(mailReachable()).rejects.toMatchObject(limited)
      expect(await deliverInBackground(code)).toBe(false)
    } finally {
      Object.assign(hourlyMail(), { perHour })
      await backgroundIdle()
    }
  })

  test('the log holds neither addresses nor codes, whatever happens', async () => {
    const said: unknown[] = []
    const spies = (['debug', 'info', 'warn', 'error'] as const).map((level) =>
      spyOn(log, level).mockImplementation((...words: unknown[]) => void said.push(words)),
    )
    const refusing = await startSmtp({ rejectRecipient: 550 })
    const servers = [refusing.url(), `smtp://127.0.0.1:${freePort()}`].map((url) =>
      smtpTransport({ url, from: config.mailFrom }),
    )
    for (const way of [...servers, outboxTransport({ directory: outbox, from: config.mailFrom })]) {
      Object.assign(transport, { send: way.send, verify: way.verify })
      await mailReachable().catch((error) => said.push(error))
      await deliver(code).catch((error) => said.push(error))
      await deliverInBackground(code, { pausesMs: [1] })
      await queue(20211234)
      await sendDueMail()
      await backgroundIdle()
    }
    const words = Bun.inspect(said, { depth: 9 })
    expect(words).toContain('a mail is lost')
    expect(words).not.toMatch(/20211234|campus\.edu|654321/)
    for (const name of ['send', 'verify']) Reflect.deleteProperty(transport, name)
    for (const spy of spies) spy.mockRestore()
    await refusing.stop()
  })

  /** Sends as many mails as it may, and says how many those were. */
  const SENDS_ALL = `
    const { storage } = await import('./db/storage')
    const { deliver } = await import('./src/lib/mail/mail')
    const { startMailQueue, stopMailQueue } = await import('./src/lib/mail/queue')
    const { backgroundIdle } = await import('./src/lib/process/background')
    await storage.open({ file: process.env.DATA_DIR + '/quad.db', synchronous: 'normal', checkpointer: false })
    await startMailQueue()
    let sent = 0
    const mail = { to: '1@campus.edu', subject: 'a', text: 'b', html: 'c' }
    while (await deliver(mail).then(() => true, () => false)) sent++
    await stopMailQueue()
    await backgroundIdle()
    await storage.close()
    console.log(sent)`

  test('what a process sent counts against the limit of the next', async () => {
    const DATA_DIR = join(config.dataDir, 'sent-before')
    mkdirSync(DATA_DIR)
    const sentByProcess = () => {
      const env = { PATH: process.env.PATH, DATA_DIR, MAIL_PER_HOUR: '2', LOG_LEVEL: 'silent' }
      const child = Bun.spawn([process.execPath, '-e', SENDS_ALL], { cwd: join(import.meta.dir, '../../..'), env })
      return new Response(child.stdout).json()
    }
    expect([await sentByProcess(), await sentByProcess()]).toEqual([2, 0])
  })
})
