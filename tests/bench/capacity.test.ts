import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Random } from '../../db/seed/context'
import { type Campus, findFurtherPages, readCampus } from './capacity/campus'
import { Crowd } from './capacity/crowd'
import { findKnee, knee } from './capacity/knee'
import { KINDS } from './capacity/mix'
import { causeOf, type Reading, useBetween } from './capacity/processor'
import { dataSet, openDataSet, Workspace } from './data'
import { type Server, startQuad, stopServers } from './servers'

const kept = mkdtempSync(join(tmpdir(), 'quad-capacity-test-'))
const workspace = new Workspace()
let campus: Campus
let server: Server
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const folder = workspace.quad(await dataSet(400, { kept }))
  campus = readCampus(openDataSet(folder, 400, 300))
  server = await startQuad(folder, 'normal', { NOTIFICATIONS: 'on' })
  await findFurtherPages(campus, `http://127.0.0.1:${server.port}`)
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await stopServers()
  workspace.remove()
  rmSync(kept, { recursive: true, force: true })
})

test.each(KINDS.map(({ name }) => name))('%s is done by the server', async (name) => {
  const kind = KINDS.find((each) => each.name === name)!
  const random = new Random(Date.now(), name)
  const statuses: number[] = []
  // Between two who have blocked each other writing is refused: one of a few is not.
  for (let n = 0; n < 6; n++) {
    const [method, path, cookie, body, more = ''] = kind.make(campus, random)
    const headers = new Headers({ cookie, ...(body && { 'content-type': 'application/json' }) })
    const [key, value] = more.split(': ')
    if (key && value) headers.set(key, value)
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, ...(body && { body }) })
    statuses.push(answer.status)
    await answer.arrayBuffer()
  }
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(2)
  expect(Math.max(...statuses)).toBeLessThan(500)
})

test('a crowd asks at a rate, has its answers counted by kind, and is online meanwhile', async () => {
  const crowd = await Crowd.gather(campus, server, workspace)
  stops.push(() => crowd.leave())
  await crowd.connect(40)
  const { answered, sockets, server: use } = await crowd.ask({ rate: 100, warmUp: 0.5, seconds: 2 })
  expect(sockets).toBe(40)
  expect(answered.requests).toBeGreaterThan(50)
  expect(answered.kinds.reduce((sum, { requests }) => sum + requests, 0)).toBe(answered.requests)
  expect(answered.refused).toBeLessThan(answered.requests / 4)
  expect(answered.broken).toBe(0)
  expect(use.loop).toBeGreaterThan(0)
  expect(use.loop).toBeLessThanOrEqual(use.all)
})

test('the knee is found within six percent, in few steps; none where nothing is kept, and the most where all is', async () => {
  const found = (from: number, most: number, limit: number) =>
    findKnee(from, most, async (rate) => ({ isKept: rate <= limit, detail: rate }))
  for (const limit of [130, 1000, 1790, 2999, 7777]) {
    const rungs = await found(1000, 20_000, limit)
    expect(knee(rungs)?.rate).toBeLessThanOrEqual(limit)
    expect(knee(rungs)?.rate).toBeGreaterThan(limit / 1.07)
    expect(rungs.length).toBeLessThan(14)
  }
  expect(knee(await found(1000, 20_000, 0))).toBeUndefined()
  expect(knee(await found(1000, 3000, 1e9))?.rate).toBe(3000)
})

test('the time of the threads between two readings says who is at the end of what it has', () => {
  const reading = (at: number, loop: number, waited: number): Reading => ({
    at,
    threads: new Map([
      [7, { name: 'event loop', ran: loop, waited }],
      [8, { name: 'Worker', ran: at / 10, waited: 0 }],
    ]),
    read: at * 1000,
    disk: 0,
    machine: { busy: at, stolen: 0 },
  })
  const use = (loop: number, waited: number) =>
    useBetween(reading(10, 5, 5), reading(20, 5 + loop * 10, 5 + waited * 10), 7)
  const { loop, loopWaited, all, threads, read } = use(0.5, 0.25)
  expect([loop, loopWaited, all, read]).toEqual([0.5, 0.25, expect.closeTo(0.6), 1000])
  expect(threads).toEqual([{ name: 'Worker', share: expect.closeTo(0.1) }])
  expect(causeOf(use(0.7, 0.25), use(0.2, 0), 0.1)).toStartWith('the event loop has work and waits for a processor')
  expect(causeOf(use(0.7, 0.25), use(0.2, 0), 0.9)).toStartWith(
    'the event loop has work, and others have its processor',
  )
})
