import { afterAll, afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { mailQueue, mailSent } from '../../db/schema/mail'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { MailFailure, MailLimit } from '../../src/lib/mail/errors'
import { deliver, enqueue, type Mail, mailIdle, mailLoad, withdrawMail } from '../../src/lib/mail/mail'
import { sendDueMail, startMailQueue, stopMailQueue } from '../../src/lib/mail/queue'
import { testMail } from '../../src/lib/mail/templates'

const START = Date.parse('2026-11-21T10:00:00Z')
const MINUTE = 60_000
const mail = (to: string) => testMail('en', { to, campus: 'Campus University' })
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
afterEach(() => {
  setSystemTime()
})

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
const down = () => new MailFailure('The mail server refused the connection')

test('a mail is queued with the write that it tells about, or not at all', async () => {
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  const undone = storage.write(async (tx) => {
    await enqueue(tx, mail('2@campus.edu'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(rows().map(({ addressee }) => addressee)).toEqual(['1@campus.edu'])
})

test('after a failure it waits a minute, then two, and is sent when the server is back', async () => {
  const { sent, send } = post([down(), down()])
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  await sendDueMail(send)
  expect(rows()).toMatchObject([
    { attempts: 1, nextAttemptAt: new Date(START + MINUTE).toISOString(), lastError: down().message },
  ])

  setSystemTime(START + MINUTE - 1)
  await sendDueMail(send)
  expect(rows()).toMatchObject([{ attempts: 1 }])

  setSystemTime(START + MINUTE)
  await sendDueMail(send)
  expect(rows()).toMatchObject([{ attempts: 2, nextAttemptAt: new Date(START + 3 * MINUTE).toISOString() }])
  expect(sent).toEqual([])

  setSystemTime(START + 3 * MINUTE)
  await sendDueMail(send)
  expect(sent).toEqual([mail('1@campus.edu')])
  expect(rows()).toEqual([])
})

test('the pause never exceeds an hour, and after three days the mail is given up', async () => {
  const { sent, send } = post(Array.from({ length: 200 }, down))
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
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
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  await storage.write((tx) => enqueue(tx, mail('2@campus.edu')))
  await sendDueMail(send)
  expect(sent.map(({ to }) => to)).toEqual(['2@campus.edu'])
  expect(rows()).toEqual([])
})

test('above the hourly limit it waits without counting as tried', async () => {
  const { send } = post([new MailLimit({ limit: 500, remaining: 0, resetSeconds: 30 })])
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  await expect(sendDueMail(send)).rejects.toThrow(MailLimit)
  expect(rows()).toMatchObject([{ attempts: 0, lastError: null, nextAttemptAt: new Date(START).toISOString() }])
})

test('a mail that could smuggle a header in does not enter the queue', async () => {
  const smuggled = storage.write((tx) => enqueue(tx, { ...mail('1@campus.edu'), subject: 'Hi\r\nBcc: x@campus.edu' }))
  await expect(smuggled).rejects.toThrow(MailFailure)
  expect(rows()).toEqual([])
})

test('what is queued for an account goes with it', async () => {
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  await storage.write((tx) => enqueue(tx, mail('2@campus.edu')))
  await storage.write((tx) => withdrawMail(tx, '1@campus.edu'))
  expect(rows().map(({ addressee }) => addressee)).toEqual(['2@campus.edu'])
})

test('the running queue sends what was waiting and is woken by a commit; stopped, it sends nothing', async () => {
  const until = async (count: number) => {
    for (let turn = 0; turn < 200 && readdirSync(outbox).length < count; turn += 1) await Bun.sleep(5)
    return readdirSync(outbox).length
  }
  await storage.write((tx) => enqueue(tx, mail('1@campus.edu')))
  await startMailQueue()
  expect(await until(1)).toBe(1)
  await Promise.all([2, 3, 4].map((id) => storage.write((tx) => enqueue(tx, mail(`${id}@campus.edu`)))))
  expect(await until(4)).toBe(4)
  await stopMailQueue()
  await mailIdle()
  expect(rows()).toEqual([])
  await storage.write((tx) => enqueue(tx, mail('5@campus.edu')))
  await Bun.sleep(50)
  expect(readdirSync(outbox)).toHaveLength(4)
  expect(rows()).toHaveLength(1)
  const addressees = readdirSync(outbox).map(
    (name) => /^To: (.+)\r$/m.exec(readFileSync(join(outbox, name), 'utf8'))?.[1],
  )
  expect(addressees.sort()).toEqual(['1@campus.edu', '2@campus.edu', '3@campus.edu', '4@campus.edu'])
})

test('the load counts the last hour and the queue', async () => {
  await deliver(mail('1@campus.edu'))
  await mailIdle()
  setSystemTime(START + 59 * MINUTE)
  await deliver(mail('2@campus.edu'))
  await mailIdle()
  await storage.write((tx) => enqueue(tx, mail('3@campus.edu')))
  expect(await mailLoad()).toEqual({ sentLastHour: 2, limit: config.mailPerHour, queued: 1 })
  setSystemTime(START + 61 * MINUTE)
  expect(await mailLoad()).toEqual({ sentLastHour: 1, limit: config.mailPerHour, queued: 1 })
})
