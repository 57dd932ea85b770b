import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { app } from '../../src/app'
import { config } from '../../src/config'
import { voidSetupToken } from '../../src/core/setup/first-run'
import { type Caller, newCaller, STANDINGS, type Standing, stand } from '../support/authorization/callers'
import { expectedOutcome, KEPT_OUT, type Outcome, type Row, type World } from '../support/authorization/matrix'
import { MATRIX } from '../support/authorization/table'
import { type Answer, API, administrator, CAMPUS, collegeId, openQuad, type Person, student } from '../support/kit'

const nameOf = (method: string, path: string): string => `${method} ${path.replace(API, '') || '/'}`
const documented = app.routes.filter(({ method, hooks }) => method !== 'OPTIONS' && hooks?.detail?.hide !== true)

describe('the table', () => {
  test('has a row for every endpoint, with the level that the endpoint declares', () => {
    const declared = documented.map(({ method, path, hooks }) => [nameOf(method, path), hooks?.detail?.['x-access']])
    const written = Object.entries(MATRIX).map(([name, { level }]) => [name, level])
    expect(Object.fromEntries(written)).toEqual(Object.fromEntries(declared))
  })
  test('has a request for every endpoint that somebody is answered', () => {
    const refusedToAll = Object.entries(MATRIX)
      .filter(([, row]) => STANDINGS.every((standing) => typeof expectedOutcome(row, standing) !== 'number'))
      .map(([name]) => name)
    expect(refusedToAll).toEqual([])
  })
})

const outcomeOf = ({ status, code }: Answer): Outcome => (code === undefined ? status : [status, code])

type Sent = { method: string; path: string; body: unknown }

/** What the row asks of that caller's; `caller` is a student in good standing. */
async function requestOf(world: World, method: string, row: Row, caller: Caller): Promise<Sent> {
  const request = await row.ask(world, caller)
  return typeof request === 'string'
    ? { method, path: request, body: undefined }
    : { body: undefined, ...request, method }
}

const sentBy = async ({ visitor }: Caller, { method, path, body }: Sent): Promise<Outcome> =>
  outcomeOf(await visitor.send(method, path, body))

/** Asks as somebody of that standing, with an account and a target of its own. */
async function asked(world: World, method: string, row: Row, standing: Standing): Promise<Outcome> {
  const caller = await newCaller(world.collegeId)
  const request = await requestOf(world, method, row, caller)
  if (standing !== 'student') await stand(caller, standing)
  return sentBy(caller, request)
}

let close: () => Promise<void>
async function openWorld(): Promise<World> {
  close = await openQuad()
  return { collegeId: await collegeId(CAMPUS), operator: await administrator('superadmin'), author: await student() }
}

const rows = Object.entries(MATRIX).map(([name, row]) => {
  const [method = '', path = ''] = name.split(' ')
  return { method, path, row }
})

describe('who may call', () => {
  let world: World
  /** Who is kept out changes nothing, and so may be the same for all endpoints. */
  const keptOut = {} as Record<Standing, Caller>
  beforeAll(async () => {
    world = await openWorld()
    config.notifications = true
    for (const standing of STANDINGS) {
      keptOut[standing] = await newCaller(world.collegeId)
      await stand(keptOut[standing], standing)
    }
  })
  afterAll(() => {
    config.notifications = false
    return close()
  })

  test.each(rows.filter(({ row }) => !row.isFirstRun))('$method $path', async ({ method, row }) => {
    const found: Record<string, Outcome> = {}
    const expected: Record<string, Outcome> = {}
    const request = await requestOf(world, method, row, await newCaller(world.collegeId))
    for (const standing of STANDINGS) {
      const isKeptOut = KEPT_OUT[row.level][standing] !== undefined
      found[standing] = isKeptOut ? await sentBy(keptOut[standing], request) : await asked(world, method, row, standing)
      expected[standing] = expectedOutcome(row, standing)
    }
    expect(found).toEqual(expected)
  })
})

describe('who may call, before the set-up', () => {
  const nobody = {} as Person
  test.each(rows.filter(({ row }) => row.isFirstRun))('$method $path', async ({ method, row }) => {
    for (const standing of STANDINGS) {
      close = await openQuad()
      try {
        const world = { collegeId: await collegeId(CAMPUS), operator: nobody, author: nobody }
        expect([standing, await asked(world, method, row, standing)]).toEqual([
          standing,
          expectedOutcome(row, standing),
        ])
      } finally {
        voidSetupToken()
        await close()
      }
    }
  })
})
