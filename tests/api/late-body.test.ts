import { afterAll, beforeAll, expect, test } from 'bun:test'
import { storage } from '../../db/storage'
import { app } from '../../src/app'
import { config } from '../../src/config'
import { type AccountLevel, levelRefusal } from '../../src/core/access/levels'
import { ERRORS } from '../../src/errors'
import { type Caller, newCaller, type Standing, stand } from '../support/authorization/callers'
import { expectedOutcome, type Outcome, type Row, type World } from '../support/authorization/matrix'
import { MATRIX } from '../support/authorization/table'
import { API, administrator, CAMPUS, collegeId, openQuad, student } from '../support/kit'

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
  termsAccepted: true,
  sanction: null,
} as const

function expectedAfter(change: Change, row: Row & { level: AccountLevel }): Outcome {
  if (change === 'signed out' || change === 'deleted') return [401, 'UNAUTHENTICATED']
  const code = levelRefusal(row.level, {
    ...ACCOUNT,
    role: change === 'demoted' ? 'user' : 'superadmin',
    sanction:
      change === 'suspended'
        ? { kind: 'suspension', reason: '', endsAt: '9999-01-01T00:00:00.000Z' }
        : change === 'banned'
          ? { kind: 'block', reason: '', endsAt: null }
          : null,
  })
  return code === null ? expectedOutcome(row, ROLES[row.level] ?? 'student') : [ERRORS[code], code]
}

const writes = Object.entries(MATRIX).flatMap(([name, row]) => {
  const [method = '', path = ''] = name.split(' ')
  const { level } = row
  if (method === 'GET' || level === 'public' || level === 'viewer') return []
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

const entriesBy = (id: string): number =>
  storage.reader.sqlite
    .prepare<{ count: number }, [string]>('SELECT count(*) AS count FROM audit_log WHERE actor_id = ?')
    .get(id)?.count ?? 0

let close: () => Promise<void>
let world: World
beforeAll(async () => {
  close = await openQuad()
  world = { collegeId: await collegeId(CAMPUS), operator: await administrator('superadmin'), author: await student() }
  config.notifications = true
})
afterAll(async () => {
  config.notifications = false
  await close()
})

test.each(writes)('$method $path', async ({ method, row }) => {
  const role = ROLES[row.level]
  for (const change of Object.keys(CHANGES) as Change[]) {
    if (change === 'demoted' && role === undefined) continue
    const caller = await newCaller(world.collegeId)
    const request = await row.ask(world, caller)
    if (role !== undefined) await stand(caller, role)
    const { path, body } = typeof request === 'string' ? { path: request, body: undefined } : request
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
  expect(new Set(writes.map(({ row }) => row.level)).size).toBe(7)
  expect(writes.length).toBeGreaterThan(40)
})
