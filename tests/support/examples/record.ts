import { app } from '../../../src/app'
import {
  expectedOutcome,
  newCaller,
  type Row,
  STANDINGS,
  type Standing,
  stand,
  type World,
} from '../authorization/matrix'
import { MATRIX } from '../authorization/table'
import { API, administrator, CAMPUS, collegeId, openQuad, type Person, student } from '../kit'
import { type Exchange, madeUp } from './made-up'
import { TELLING } from './requests'

export type Examples = Record<string, Exchange>
type Operation = { operationId: string; name: string; method: string; route: string; row: Row }

/** Who asks, of those that are answered: whoever may do the least. */
const LEAST: readonly Standing[] = ['student', 'admin', 'superadmin', ...STANDINGS]

function askerOf(row: Row): Standing {
  const isAnswered = (standing: Standing) => typeof expectedOutcome(row, standing) === 'number'
  const asker = (row.level === 'public' ? STANDINGS : LEAST).find(isAnswered)
  if (asker === undefined) throw new Error('nobody is answered')
  return asker
}

/** The parameters of the route and of the query, as the address has them. */
function parametersOf(route: string, address: string): Record<string, string> {
  const { pathname, searchParams } = new URL(address, 'http://localhost/')
  const parts = pathname.split('/').filter(Boolean)
  const inPath = route
    .split('/')
    .filter(Boolean)
    .flatMap((name, place) => (name.startsWith(':') ? [[name.slice(1), decodeURIComponent(parts[place] ?? '')]] : []))
  return Object.fromEntries([...inPath, ...searchParams])
}

async function exchange(world: World, { name, method, route, row }: Operation): Promise<Exchange> {
  const caller = await newCaller(world.collegeId)
  const request = await (TELLING[name] ?? row.ask)(world, caller)
  const { path, body } = typeof request === 'string' ? { path: request, body: undefined } : request
  await stand(caller, askerOf(row))
  const { status, body: response, text } = await caller.visitor.send(method, path, body)
  if (status >= 400) throw new Error(`${name} was refused: ${text}`)
  return madeUp({
    parameters: parametersOf(route, path),
    // Nobody reads the bytes of a file.
    ...(body === undefined || body instanceof FormData ? {} : { request: body }),
    status,
    ...(response === undefined ? {} : { response }),
  })
}

function operations(): Operation[] {
  return app.routes
    .filter(({ method, hooks }) => method !== 'OPTIONS' && hooks?.detail?.hide !== true)
    .map(({ method, path, hooks }) => {
      const route = path.replace(API, '')
      const name = `${method} ${route}`
      const row = (MATRIX as Record<string, Row>)[name]
      if (row === undefined) throw new Error(`${name} has no row in tests/support/authorization`)
      return { operationId: hooks.detail.operationId as string, name, method, route, row }
    })
}

/** What creates comes first, so that lists have something in them. */
const turn = ({ method, row }: Operation) => (row.answers === 201 ? 0 : method === 'GET' ? 1 : 2)

/** A real request of every operation, with its answer. */
export async function recordExamples(): Promise<Examples> {
  const all = operations().sort((one, other) => turn(one) - turn(other))
  const recorded: Examples = {}
  const record = async (world: World, operation: Operation) => {
    recorded[operation.operationId] = await exchange(world, operation)
  }
  const nobody = {} as Person
  for (const operation of all.filter(({ row }) => row.isFirstRun)) {
    const close = await openQuad()
    await record({ collegeId: await collegeId(CAMPUS), operator: nobody, author: nobody }, operation).finally(close)
  }
  const close = await openQuad()
  try {
    const operator = await administrator('superadmin')
    // A college has branches from the first one on, and the table speaks of this one.
    const branch = { name: 'Computer Science', code: 'CSE' }
    await operator.post('admin/branches/create', branch)
    const world = { collegeId: await collegeId(CAMPUS), operator, author: await student() }
    for (const operation of all.filter(({ row }) => !row.isFirstRun)) await record(world, operation)
  } finally {
    await close()
  }
  return recorded
}
