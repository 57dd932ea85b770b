import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { answersFrom } from '../../../src/http/follower'
import { backgroundIdle } from '../../../src/lib/process/background'
import { indexNew } from '../../../src/parts/search/upkeep'
import {
  expectedOutcome,
  newCaller,
  type Row,
  type Standing,
  stand,
  type World,
} from '../../support/authorization/matrix'
import { MATRIX } from '../../support/authorization/table'
import { TELLING } from '../../support/examples/requests'
import { API, administrator, CAMPUS, collegeId, openQuad, student } from '../../support/kit'

const reads = app.routes.filter(({ method }) => method === 'GET')
const declared = (path: string): unknown =>
  reads.find((route) => route.path === path)?.hooks?.detail?.['x-follower' as never]

const isCopied = ({ path }: { path: string }) => ['copy', 'index'].includes(declared(path) as string)

describe('what a follower answers', () => {
  test('is what the route says, whatever else its path is like', () => {
    const wrong = reads.filter(({ path }) => answersFrom(path.replace(/:\w+|\*/g, 'x')) !== declared(path))
    expect(wrong.map(({ path }) => path)).toEqual([])
    expect(answersFrom('/api/v1/posts/x/')).toBe('copy')
    expect(answersFrom('/api/users/me')).toBeUndefined()
    expect(answersFrom('/nothing')).toBeUndefined()
  })
  test('is nothing that only an administrator may read', () => {
    const copied = reads.filter(isCopied)
    expect(copied.length).toBeGreaterThan(30)
    const levels = new Set(copied.map(({ hooks }) => hooks?.detail?.['x-access' as never] as string))
    expect([...levels].sort()).toEqual(['content', 'onboarded', 'public', 'session', 'viewer'])
  })
})

/** Who asks, of those that are answered. */
const ASKERS: readonly Standing[] = ['student', 'anonymous']

describe('a read that a follower answers writes nothing', () => {
  let close: () => Promise<void>
  let world: World
  let written = 0
  beforeAll(async () => {
    config.notifications = true
    close = await openQuad()
    world = { collegeId: await collegeId(CAMPUS), operator: await administrator('superadmin'), author: await student() }
    storage.accompany((write, callback) => {
      written++
      return write(callback)
    })
  })
  afterAll(async () => {
    storage.accompany((write, callback) => write(callback))
    config.notifications = false
    await close()
  })

  const operations = reads
    .filter(({ hooks }) => hooks?.detail?.hide !== true)
    .filter(isCopied)
    .map(({ path }) => path)
  async function writes(path: string, asker: Standing): Promise<number> {
    const name = `GET ${path.replace(API, '')}`
    const row = (MATRIX as Record<string, Row>)[name]!
    const caller = await newCaller(world.collegeId)
    const asked = await (TELLING[name] ?? row.ask)(world, caller)
    await stand(caller, asker)
    await backgroundIdle()
    // As the primary does, and no follower can.
    await Promise.all([indexNew('posts'), indexNew('comments')])
    written = 0
    const { status } = await caller.visitor.send('GET', typeof asked === 'string' ? asked : asked.path)
    expect([path, asker, status]).toEqual([path, asker, 200])
    await backgroundIdle()
    return written
  }
  test.each(operations)('%s', async (path) => {
    const row = (MATRIX as Record<string, Row>)[`GET ${path.replace(API, '')}`]!
    for (const asker of ASKERS.filter((each) => expectedOutcome(row, each) === 200))
      expect([asker, await writes(path, asker)]).toEqual([asker, 0])
  })
  test('a read that writes is noticed', async () => {
    await storage.write(async () => {})
    expect(written).toBeGreaterThan(0)
  })
})
