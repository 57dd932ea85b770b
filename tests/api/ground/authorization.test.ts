import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { ERRORS } from '../../../src/errors'
import { type AccountLevel, levelRefusal } from '../../../src/ground/access/levels'
import { voidSetupToken } from '../../../src/keeping/setup/first-run'
import {
  type Caller,
  expectedOutcome,
  KEPT_OUT,
  newCaller,
  type Outcome,
  type Row,
  STANDINGS,
  type Standing,
  stand,
  type World,
} from '../../support/authorization/matrix'
import { MATRIX } from '../../support/authorization/table'
import { select } from '../../support/content'
import { type Answer, API, administrator, CAMPUS, collegeId, openQuad, type Person, student } from '../../support/kit'

const nameOf = (method: string, path: string) => `${method} ${path.replace(API, '') || '/'}`
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
  const operator = await administrator('superadmin')
  // Where there is a branch, no other text is taken: that of all who ask comes first.
  await operator.post('admin/branches/create', { name: 'Computer Science', code: 'CSE' })
  return { collegeId: await collegeId(CAMPUS), operator, author: await student() }
}

const rows = Object.entries(MATRIX).map(([name, row]) => {
  const [method = '', path = ''] = name.split(' ')
  return { method, path, row }
})

function useWorld(): () => World {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    config.notifications = true
  })
  afterAll(() => {
    config.notifications = false
    return close()
  })
  return () => world
}

describe('who may call', () => {
  const world = useWorld()
  /** One of each: who is kept out changes nothing, and neither does who reads what is not the own. */
  const callers = {} as Record<Standing, Caller>
  const sanctioned = {} as Record<'suspended' | 'blocked', Caller>
  beforeAll(async () => {
    const { collegeId } = world()
    for (const standing of STANDINGS) {
      callers[standing] = await newCaller(collegeId)
      await stand(callers[standing], standing)
    }
    for (const standing of ['suspended', 'blocked'] as const) {
      sanctioned[standing] = await newCaller(collegeId)
      await stand(sanctioned[standing], 'superadmin')
      await stand(sanctioned[standing], standing)
    }
  })

  test.each(rows.filter(({ row }) => !row.isFirstRun))('$method $path', async ({ method, row }) => {
    const found: Record<string, Outcome> = {}
    const expected: Record<string, Outcome> = {}
    const request = await requestOf(world(), method, row, await newCaller(world().collegeId))
    const changesNothing = method === 'GET' && !row.isOwn
    for (const standing of STANDINGS) {
      const isOneOfMany = changesNothing || KEPT_OUT[row.level][standing] !== undefined
      found[standing] = isOneOfMany
        ? await sentBy(callers[standing], request)
        : await asked(world(), method, row, standing)
      expected[standing] = expectedOutcome(row, standing)
    }
    expect(found).toEqual(expected)
    if (row.level !== 'admin' && row.level !== 'superadmin') return
    expect(await sentBy(sanctioned.suspended, request)).toEqual([403, 'USER_SUSPENDED'])
    expect(await sentBy(sanctioned.blocked, request)).toEqual([403, 'USER_BLOCKED'])
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

// A body can take minutes to arrive. Each write is sent with one whose second half comes after the account has changed.
const ROLES: Partial<Record<AccountLevel, Standing>> = { admin: 'admin', superadmin: 'superadmin' }

/** What happens to the account meanwhile. */
const CHANGES = {
  suspended: (caller: Caller) => stand(caller, 'suspended'),
  banned: (caller: Caller) => stand(caller, 'blocked'),
  'signed out': async ({ visitor }: Caller) => {
    expect((await visitor.copy().post('auth/logout')).status).toBe(200)
  },
  demoted: (caller: Caller) => stand(caller, 'student'),
  'made an admin': (caller: Caller) => stand(caller, 'admin'),
  deleted: async ({ visitor }: Caller) => {
    expect((await visitor.copy().delete('auth/account')).status).toBe(200)
  },
} as const
type Change = keyof typeof CHANGES

const ACCOUNT = {
  id: '',
  authId: '',
  username: '',
  role: 'superadmin',
  status: 'ACTIVE',
  collegeId: '',
  branch: '',
  language: 'en',
  branchId: null,
  publicBranch: '',
  verifiedAt: new Date().toISOString(),
  termsAccepted: true,
  lacksPasskey: false,
  sanction: null,
  aliasSanction: null,
  aliases: new Set<string>(),
  reading: Symbol(),
} as const

function expectedAfter(change: Change, row: Row & { level: AccountLevel }): Outcome {
  if (change === 'signed out' || change === 'deleted') return [401, 'UNAUTHENTICATED']
  const code = levelRefusal(row.level, {
    ...ACCOUNT,
    role: change === 'demoted' ? 'user' : change === 'made an admin' ? 'admin' : 'superadmin',
    sanction:
      change === 'suspended'
        ? { kind: 'suspension', reason: '', endsAt: '9999-01-01T00:00:00.000Z' }
        : change === 'banned'
          ? { kind: 'block', reason: '', endsAt: null }
          : null,
  })
  return code === null ? expectedOutcome(row, ROLES[row.level] ?? 'student') : [ERRORS[code], code]
}

const writes = rows.flatMap(({ method, path, row }) => {
  const { level } = row
  if (method === 'GET' || level === 'public' || level === 'viewer' || level === 'content') return []
  return [{ method, path, row: { ...row, level } }]
})

/** Sends the request; the change happens once the server asks for the body. */
async function sendSlowly(caller: Caller, method: string, path: string, sent: unknown, change: () => Promise<void>) {
  const whole = new Response(sent instanceof FormData ? sent : JSON.stringify(sent ?? {}))
  const type = sent instanceof FormData ? (whole.headers.get('content-type') ?? '') : 'application/json'
  const bytes = await whole.bytes()
  const middle = Math.floor(bytes.length / 2)
  let changed = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        changed = true
        controller.enqueue(bytes.slice(0, middle))
        await change()
        controller.enqueue(bytes.slice(middle))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const { cookies } = caller.visitor
  const response = await app.handle(
    new Request(`http://localhost:3000${API}/${path}`, {
      method,
      body,
      headers: {
        'content-type': type,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        origin: config.publicUrl,
      },
    }),
  )
  const { code }: { code?: string } = JSON.parse(await response.text())
  return { changed, outcome: code === undefined ? response.status : ([response.status, code] as const) }
}

const entriesBy = (id: string): number => select("SELECT 1 FROM audit_log WHERE actor = unhex(?, '-')", id).length

const isPossible = (change: Change, { level }: (typeof writes)[number]['row']): boolean =>
  change === 'demoted' ? level in ROLES : change !== 'made an admin' || level === 'superadmin'

/** All changes for the first write of each level, and one for each other: what is asked again is asked in one place. */
const tried = writes.map((write, index) => {
  const changes = (Object.keys(CHANGES) as Change[]).filter((change) => isPossible(change, write.row))
  const isFirst = writes.findIndex(({ row }) => row.level === write.row.level) === index
  return { ...write, changes: isFirst ? changes : [changes[index % changes.length]!] }
})

describe('who may no longer call once the body is whole', () => {
  const world = useWorld()
  test.each(tried)('$method $path', async ({ method, row, changes }) => {
    const role = ROLES[row.level]
    for (const change of changes) {
      const caller = await newCaller(world().collegeId)
      const { path, body } = await requestOf(world(), method, row, caller)
      if (role !== undefined) await stand(caller, role)
      const expected = expectedAfter(change, row)
      let before = -1
      const { changed, outcome } = await sendSlowly(caller, method, path, body, async () => {
        await CHANGES[change](caller)
        before = entriesBy(caller.id)
      })
      expect([change, changed, outcome]).toEqual([change, true, expected])
      if (typeof expected !== 'number') expect([change, entriesBy(caller.id)]).toEqual([change, before])
    }
  })
  test('there are writes of every level', () => {
    expect(new Set(writes.map(({ row }) => row.level)).size).toBe(9)
    expect(writes.length).toBeGreaterThan(40)
  })
})
