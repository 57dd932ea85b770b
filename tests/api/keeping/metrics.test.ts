import { describe, expect, spyOn, test } from 'bun:test'
import { password } from 'bun'
import { storage } from '../../../db/storage'
import { StorageUnavailable } from '../../../db/storage-unavailable'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { readChainState, verifyInPauses } from '../../../src/ground/audit/chain-state'
import { labelOf } from '../../../src/http/request-metrics'
import { hourlyMail } from '../../../src/lib/mail/budget'
import { deliver, deliverInBackground } from '../../../src/lib/mail/mail'
import { MailFailure, MailLimit } from '../../../src/lib/mail/message'
import { enqueue } from '../../../src/lib/mail/queue'
import { transport } from '../../../src/lib/mail/transport'
import { FairQueue, QueueBusy } from '../../../src/lib/net/fair-queue'
import { dropAllCaches } from '../../../src/lib/process/cache'
import { CONSOLE_PATHS } from '../../../src/pages/client-paths'
import '../../../src/lib/mail/queue'
import { hashPassword } from '../../../src/lib/crypto/password-hash'
import { backgroundIdle } from '../../../src/lib/process/background'
import { metricsText } from '../../../src/lib/process/metrics'
import { setReady } from '../../../src/lib/process/readiness'
import { intrude } from '../../support/audit-log'
import { postOf } from '../../support/authorization/forum-rows'
import { MATRIX } from '../../support/authorization/table'
import { execute } from '../../support/content'
import { API, atOnce, expectWithout, fails, later, times, useCampus, Visitor } from '../../support/kit'
import { grownFrom, sample, samplesIn } from '../../support/metrics'

const { ann, admin } = await useCampus()
const TOKEN = 'a token for the monitoring'

const asked = (authorization?: string) =>
  new Visitor().get('/metrics', authorization === undefined ? {} : { headers: { authorization } })
const told = async () => {
  Object.assign(config, { metricsToken: TOKEN })
  return samplesIn((await asked(`Bearer ${TOKEN}`)).text)
}
const requestsIn = (samples: Map<string, number>) =>
  [...samples.keys()].filter((each) => each.includes('_http_request'))

describe('the page', () => {
  test('is there for who shows the token, and for nobody without one', async () => {
    Object.assign(config, { metricsToken: undefined })
    await fails(asked(), 'NOT_FOUND')
    await fails(asked('Bearer undefined'), 'NOT_FOUND')
    Object.assign(config, { metricsToken: TOKEN })
    for (const authorization of [undefined, '', TOKEN, `bearer ${TOKEN}`, `Bearer ${TOKEN} `.repeat(2), 'Bearer '])
      await fails(asked(authorization), 'UNAUTHENTICATED')
    await fails(admin.get('/metrics'), 'UNAUTHENTICATED')
    const { status, headers, text } = await asked(`Bearer ${TOKEN}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    expect(headers.get('cache-control')).not.toContain('public')
    expect(samplesIn(text).get('quad_ready')).toBe(1)
  })
  test('tells while the storage is closed, of what is known then', async () => {
    spyOn(storage, 'health').mockReturnValue(undefined)
    const samples = await told()
    expect(samples.has('quad_storage_writable')).toBe(false)
    expect(samples.get('quad_mails_total{outcome="sent"}')).toBeNumber()
  })
})

describe('requests', () => {
  test('are counted by method, pattern and status, and timed by pattern', async () => {
    const postId = await postOf(ann)
    const grown = await grownFrom()
    await ann.visitor.get(`posts/${postId}`)
    await ann.visitor.get(`posts/${postId}`)
    await ann.visitor.get(`posts/${Bun.randomUUIDv7()}`)
    const route = '/api/v1/posts/:id'
    expect(await grown(`quad_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(2)
    expect(await grown(`quad_http_requests_total{method="GET",route="${route}",status="404"}`)).toBe(1)
    expect(await grown(`quad_http_request_duration_seconds_count{route="${route}"}`)).toBe(3)
    expect(await grown(`quad_http_request_duration_seconds_bucket{le="+Inf",route="${route}"}`)).toBe(3)
    expect(await grown(`quad_http_request_duration_seconds_sum{route="${route}"}`)).toBeGreaterThan(0)
  })
  test('without a route are one line, whatever they ask for', async () => {
    await new Visitor().get('/no/such/page/1', { headers: { accept: 'application/json' } })
    // The first look at them is a request, too.
    await told()
    const before = requestsIn(await told()).length
    const grown = await grownFrom()
    await times(20, (n) => new Visitor().get(`/no/such/page/${n}?q=secret`))
    expect(await grown('quad_http_requests_total{method="GET",route="(none)",status="404"}')).toBe(20)
    const after = requestsIn(await told())
    expect(after.length).toBe(before)
    expect(after.join()).not.toContain('such')
  })
  test('with a method that is none are one line', async () => {
    const grown = await grownFrom()
    for (const method of ['PROPFIND', 'MKCOL', 'LOCK'])
      await app.handle(new Request('http://localhost:3000/api/v1/posts', { method }))
    const samples = await told()
    const others = [...samples.keys()].filter((series) => series.includes('method="other"'))
    expect(others.length).toBeGreaterThan(0)
    let counted = 0
    for (const series of others) counted += await grown(series)
    expect(counted).toBe(3)
    expect([...samples.keys()].filter((series) => /PROPFIND|MKCOL|"LOCK"/.test(series))).toEqual([])
  })
  test('of moderators do not tell what one of them does', async () => {
    const grown = await grownFrom()
    const postId = await postOf(ann)
    await admin.visitor.get('admin/dashboard/overview')
    await admin.visitor.post(`moderation/posts/${postId}/ban`, { reason: 'a reason' })
    await admin.visitor.get('reports')
    expect(await grown('quad_http_requests_total{method="GET",route="/api/v1/admin/*",status="200"}')).toBe(1)
    expect(await grown('quad_http_requests_total{method="GET",route="/api/v1/reports/*",status="200"}')).toBe(1)
    const exact = [...(await told()).keys()].filter((series) =>
      /route="\/api\/v1\/(admin|moderation|reports)(?!\/\*")/.test(series),
    )
    expect(exact).toEqual([])
  })
  test('to what moderators alone may call, or open, are in lines of many', () => {
    const theirs = Object.entries(MATRIX).flatMap(([name, { level }]) =>
      level === 'admin' || level === 'superadmin' ? [API + (name.split(' ')[1] ?? '')] : [],
    )
    expect(theirs.length).toBeGreaterThan(50)
    const taken = [`${API}/invitations/read`, `${API}/invitations/take`]
    const alone = [...theirs, ...taken, ...CONSOLE_PATHS].filter((route) => !labelOf(route).endsWith('/*'))
    expect(alone).toEqual([])
    expect(labelOf(`${API}/posts/:id`)).toBe(`${API}/posts/:id`)
  })
  test('that are refused are counted by code', async () => {
    const grown = await grownFrom()
    await new Visitor().get('auth/me')
    await ann.visitor.get('admin/dashboard/overview')
    await new Visitor().post('auth/login', { email: ann.email, password: 'a wrong password' })
    const codes = ['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_CREDENTIALS', 'INTERNAL']
    const counts = []
    for (const code of codes) counts.push(await grown(`quad_refusals_total{code="${code}"}`))
    expect(counts).toEqual([1, 1, 1, 0])
  })
})

describe('what is counted moves:', () => {
  test('caches', async () => {
    const postId = await postOf(ann)
    await backgroundIdle()
    const grown = await grownFrom()
    dropAllCaches()
    await times(3, () => ann.visitor.get(`posts/${postId}`))
    expect(await grown('quad_cache_misses_total{cache="posts"}')).toBeGreaterThanOrEqual(1)
    expect(await grown('quad_cache_hits_total{cache="posts"}')).toBeGreaterThanOrEqual(2)
    expect(await grown('quad_cache_misses_total{cache="sessions"}')).toBe(1)
    expect(await grown('quad_cache_hits_total{cache="sessions"}')).toBeGreaterThanOrEqual(2)
    expect(await sample('quad_cache_entries{cache="posts"}')).toBeGreaterThanOrEqual(1)
    dropAllCaches()
    expect(await sample('quad_cache_entries{cache="posts"}')).toBe(0)
  })
  test('finished responses', async () => {
    const url = `http://localhost:3000${API}/posts?limit=7`
    const get = () => app.handle(new Request(url))
    const grown = await grownFrom()
    await get()
    await get()
    await get()
    expect(await grown('quad_cache_misses_total{cache="responses"}')).toBe(1)
    expect(await grown('quad_cache_hits_total{cache="responses"}')).toBe(2)
  })
  test('writes, and how many share a commit', async () => {
    const grown = await grownFrom()
    await atOnce(3, () => storage.write(async () => {}))
    expect(await grown('quad_storage_commit_writes_sum')).toBe(3)
    expect(await grown('quad_storage_commit_writes_count')).toBe(1)
    expect(await grown('quad_storage_commit_duration_seconds_count')).toBe(1)
    expect(await grown('quad_storage_write_wait_seconds_count')).toBe(3)
  })
  test('a write that fails alone shares the commit, a batch that fails is none', async () => {
    const grown = await grownFrom()
    const fault = new StorageUnavailable('full')
    const failing = storage.write(async () => {
      throw fault
    })
    await expect(failing).rejects.toBe(fault)
    expect(await grown('quad_storage_commit_writes_sum')).toBe(1)
    // Until a write succeeds the server is not ready.
    await execute('UPDATE user_stats SET karma = karma')
  })
  test('the database, and what is free in it', async () => {
    const before = (await sample('quad_storage_database_bytes')) ?? 0
    await storage.write(async (tx) => {
      tx.sqlite.run('CREATE TABLE ballast (text TEXT)')
      tx.sqlite.run(`INSERT INTO ballast VALUES ('${'x'.repeat(500_000)}')`)
    })
    expect(((await sample('quad_storage_database_bytes')) ?? 0) - before).toBeGreaterThan(400_000)
    const free = (await sample('quad_storage_free_bytes')) ?? 0
    await execute('DROP TABLE ballast')
    expect(((await sample('quad_storage_free_bytes')) ?? 0) - free).toBeGreaterThan(400_000)
  })
  test('mails by outcome, and those that wait', async () => {
    const mail = { to: 'somebody@campus.edu', subject: 'a', text: 'b', html: 'c' }
    const grown = await grownFrom()
    const mails = (outcome: string) => grown(`quad_mails_total{outcome="${outcome}"}`)
    transport.send = async () => ({ messageId: 'x', code: 250 })
    await deliver(mail)
    transport.send = async () => {
      throw new MailFailure('refused', true, 550)
    }
    await expect(deliver(mail)).rejects.toThrow('refused')
    expect(await deliverInBackground(mail)).toBe(false)
    expect([await mails('sent'), await mails('failed'), await mails('lost'), await mails('limited')]).toEqual([
      1, 2, 1, 0,
    ])
    const waiting = (await sample('quad_mail_queue_length')) ?? 0
    await storage.write((tx) => enqueue(tx, mail))
    expect(await sample('quad_mail_queue_length')).toBe(waiting + 1)
    later(600_000)
    expect(await sample('quad_mail_queue_oldest_seconds')).toBeGreaterThanOrEqual(590)
    await execute('DELETE FROM mail_queue')
    expect(await sample('quad_mail_queue_oldest_seconds')).toBe(0)
  })
  test('mails above the limit', async () => {
    const grown = await grownFrom()
    spyOn(hourlyMail(), 'consume').mockImplementation(() => {
      throw new MailLimit({ limit: 1, remaining: 0, resetSeconds: 1 })
    })
    await expect(deliver({ to: 'somebody@campus.edu', subject: 'a', text: 'b', html: 'c' })).rejects.toThrow(MailLimit)
    expect(await grown('quad_mails_total{outcome="limited"}')).toBe(1)
    expect(await grown('quad_mails_total{outcome="failed"}')).toBe(0)
  })
  test('passwords that nobody computes, because too many wait', async () => {
    const grown = await grownFrom()
    spyOn(FairQueue.prototype, 'run').mockRejectedValue(new QueueBusy(1))
    await expect(hashPassword('a password', '10.0.0.1')).rejects.toThrow(QueueBusy)
    expect(await grown('quad_password_hashes_total{outcome="refused"}')).toBe(1)
    expect(await grown('quad_password_hashes_total{outcome="done"}')).toBe(0)
  })
  test('passwords', async () => {
    const grown = await grownFrom()
    const computed = Promise.withResolvers<string>()
    spyOn(password, 'hash').mockReturnValue(computed.promise)
    const hashing = [1, 2, 3, 4, 5, 6].map((n) => hashPassword(`a password ${n}`, '10.0.0.1'))
    const during = samplesIn(await metricsText())
    computed.resolve('a hash')
    await Promise.all(hashing)
    expect(during.get('quad_password_hashes{state="running"}')).toBe(4)
    expect(during.get('quad_password_hashes{state="waiting"}')).toBe(2)
    expect(await sample('quad_password_hashes{state="running"}')).toBe(0)
    expect(await grown('quad_password_hashes_total{outcome="done"}')).toBe(6)
  })
  test('what the server does', async () => {
    expect(await sample('quad_serving_state{state="serving"}')).toBe(1)
    setReady(false)
    expect([await sample('quad_ready'), await sample('quad_serving_state{state="stopping"}')]).toEqual([0, 1])
    setReady(true)
    expect([await sample('quad_ready'), await sample('quad_serving_state{state="stopping"}')]).toEqual([1, 0])
  })
  test('the audit log, once it was verified', async () => {
    // Another file of this process may have verified its own.
    const { state } = readChainState()
    expect(await sample('quad_audit_chain_intact')).toBe(state === 'unknown' ? undefined : Number(state === 'intact'))
    await verifyInPauses(() => false)
    expect(await sample('quad_audit_chain_intact')).toBe(1)
    expect(await sample('quad_audit_chain_verified_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60)
    await intrude(Date.now())
    await verifyInPauses(() => false)
    expect(await sample('quad_audit_chain_intact')).toBe(0)
  })
})

test('nobody and nothing of anybody is in what is told', async () => {
  const postId = await postOf(ann)
  await ann.visitor.get(`posts/${postId}?q=${ann.email}`)
  await ann.get('users/me')
  Object.assign(config, { metricsToken: TOKEN })
  const { text } = await asked(`Bearer ${TOKEN}`)
  expectWithout(text, ann.email, ann.id, postId, ann.user.username, 'campus.edu', '127.0.0.1', TOKEN)
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
})
