import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { setReady } from '../../../src/lib/process/readiness'
import { expectData, student, useQuad, Visitor } from '../../support/kit'
import { sample } from '../../support/metrics'
import { type Running, start, temporaryFolder } from '../../support/operator'
import { ADMIN, Browser, CAMPUS_VARIABLES } from '../../support/program'
import { until } from '../../support/until'

const anonymous = () => new Visitor()

const METRICS_TOKEN = 'a token of forty letters for the monitoring'

describe('while another program locks the database', async () => {
  await useQuad()
  const ann = await student()
  test('the server is not ready for writes, says why, serves reads, and recovers by itself', async () => {
    expectData(await anonymous().get('/readyz'))
    const other = new Database(storage.reader.sqlite.filename)
    other.run('BEGIN IMMEDIATE')
    const refused = await ann.visitor.post('posts', { title: 'A lamp', content: 'By the river.', topic: 'Off-topic' })
    expect([refused.status, refused.body.code]).toEqual([503, 'STORAGE_UNAVAILABLE'])
    const probe = await anonymous().get('/readyz')
    expect([probe.status, probe.body.code, probe.body.meta]).toEqual([503, 'NOT_READY', { reason: 'busy' }])
    expect(probe.body.message).toBe('Quad can be read, but can’t save anything right now.')
    for (const path of ['/healthz', '/up']) expectData(await anonymous().get(path))
    expectData(await anonymous().get('posts'))
    expect(await sample('quad_storage_writable')).toBe(0)
    expect(await sample('quad_storage_unavailable{reason="busy"}')).toBe(1)
    other.run('ROLLBACK')
    other.close()
    await until(async () => (await anonymous().get('/readyz')).status === 200, 'the recovery')
    expect(await sample('quad_storage_writable')).toBe(1)
    expect(await sample('quad_storage_unavailable{reason="busy"}')).toBe(0)
  })
  test('a server that stops says so, and nothing of the storage', async () => {
    setReady(false)
    const { status, body } = await anonymous().get('/readyz')
    expect([status, body.code, body.meta]).toEqual([503, 'NOT_READY', { reason: 'stopping' }])
    const up = await anonymous().get('/up')
    expect([up.status, up.body.code]).toEqual([503, 'NOT_READY'])
    setReady(true)
  })
})

describe('when somebody removes quad.db', () => {
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  let server: Running
  beforeAll(async () => {
    server = await start({ DATA_DIR: dataDir, METRICS_TOKEN, ...CAMPUS_VARIABLES })
  })
  afterAll(async () => {
    await server.kill()
    folder.remove()
  })
  const readiness = () => fetch(`${server.url}/readyz`)
  test('readiness, log and metrics say so, and only writes end', async () => {
    expect((await readiness()).status).toBe(200)
    rmSync(join(dataDir, 'quad.db'))
    const probe = await readiness()
    expect([probe.status, (await probe.json()).meta]).toEqual([503, { reason: 'replaced' }])
    await until(() => server.said().includes('Writes are refused.'), 'the line in the log')
    expect(server.said()).toContain('run `bun quad doctor`: it says how to save them')
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    expect(await metrics.text()).toContain('quad_storage_unavailable{reason="replaced"} 1\n')
    expect((await fetch(`${server.url}/api/v1/posts`)).status).toBe(200)
    const write = await new Browser(server.url).post('/api/v1/auth/login', ADMIN)
    expect([write.status, write.headers.get('retry-after')]).toEqual([503, '60'])
  })
})
