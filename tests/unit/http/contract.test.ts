import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { access } from '../../../src/http/access'
import { envelope, ok } from '../../../src/http/envelope'
import { openapiDocument } from '../../../src/http/openapi'
import { choice, nullable, recordId, timestamp } from '../../../src/lib/text/schema'
import { type Contract, contractFaults } from '../../support/answers'
import { mismatches } from '../../support/json-schema'

const tea = t.Object({
  id: recordId,
  name: t.String({ maxLength: 5 }),
  leaf: nullable(choice(['green', 'black'])),
  madeAt: timestamp,
  cups: t.Optional(t.Integer()),
})
const sample = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Assam',
  leaf: null,
  madeAt: '2026-01-02T03:04:00.000Z',
}
const routes = new Elysia()
  .use(access)
  .post('/api/v1/teas/:id', () => ok('Tea', sample as never), {
    member: true,
    fails: ['CONFLICT', '403 INVALID_TOKEN'],
    body: t.Object({ cups: t.Integer() }),
    response: envelope(tea),
  })
  .delete('/api/v1/teas/:id', () => ok('Tea', sample as never), { public: true, response: envelope(tea) })
const contract = JSON.parse(JSON.stringify(openapiDocument(routes))) as Contract

const headers = new Headers({ 'x-request-id': '1' })
const PLACE = ['POST', '/api/v1/teas/1'] as const
const answered = (status: number, body: unknown, [method, path]: readonly [string, string] = PLACE) =>
  contractFaults(contract, method, path, { status, headers, body })

describe('a refusal', () => {
  const refused = (status: number, code: string, place?: readonly [string, string]) =>
    answered(status, { success: false, message: 'No', code }, place)
  const [CREATE, DELETE] = [PLACE, ['DELETE', '/api/v1/teas/1']] as const

  test.each([
    ['that its operation lists', 401, 'UNAUTHENTICATED', CREATE],
    ['that its operation lists', 409, 'CONFLICT', CREATE],
    ['that its operation lists', 403, 'INVALID_TOKEN', CREATE],
    ['that its operation lists', 400, 'VALIDATION_FAILED', CREATE],
    ['of a body, also for an operation without one', 415, 'UNSUPPORTED_MEDIA_TYPE', DELETE],
    ['of an address without an operation', 404, 'NOT_FOUND', ['POST', '/api/v1/coffees']],
    ['of a method without an operation', 405, 'METHOD_NOT_ALLOWED', ['PUT', '/api/v1/teas/1']],
  ] as const)('%s passes: %d %s', (_, status, code, place) => expect(refused(status, code, place)).toEqual([]))
  test('that its operation does not list, or under another status, is named', () => {
    expect(refused(404, 'NOT_FOUND')).toEqual(['POST /api/v1/teas/{id} answered 404 NOT_FOUND, which it does not list'])
    expect(refused(404, 'NOT_FOUND', DELETE)).toHaveLength(1)
    expect(refused(400, 'INVALID_TOKEN').join()).toContain('/code is none of INVALID_JSON')
  })
  test('in another envelope is named', () => {
    expect(answered(409, { code: 'CONFLICT', reason: 'x' })).toEqual(
      ['/success is missing', '/message is missing', '/reason is not documented'].map(
        (fault) => `POST /api/v1/teas/{id} 409: ${fault}`,
      ),
    )
  })
})

describe('a success', () => {
  const teaWith = (change: object) => ({ success: true, message: 'Tea', data: { ...sample, ...change } })

  test('as documented passes, with null where null may be', () => {
    for (const change of [{}, { leaf: 'green', cups: 2 }]) expect(answered(200, teaWith(change))).toEqual([])
  })
  test.each([
    [{ id: '1' }, '/data/id is no uuid'],
    [{ name: null }, '/data/name is null, not string'],
    [{ name: 'Darjeeling' }, '/data/name has a wrong length'],
    [{ leaf: 'white' }, '/data/leaf is none of its choices'],
    [{ madeAt: 'today' }, '/data/madeAt is no date-time'],
    [{ cups: 1.5 }, '/data/cups is number, not integer'],
    [{ sugar: true }, '/data/sugar is not documented'],
    [{ madeAt: undefined, name: undefined }, '/data/name is undefined, not string'],
  ])('that says %j is named', (change, fault) => {
    expect(answered(200, teaWith(change)).join()).toContain(`POST /api/v1/teas/{id} 200: ${fault}`)
  })
  test('without a field, under another status, or without a header is named', () => {
    const { name: _, ...nameless } = sample
    const body = { ...teaWith({}), data: nameless }
    expect(answered(200, body)).toEqual(['POST /api/v1/teas/{id} 200: /data/name is missing'])
    expect(answered(201, body)).toEqual(['POST /api/v1/teas/{id} answered 201 , which it does not list'])
    const answer = { status: 200, headers: new Headers(), body: teaWith({}) }
    expect(contractFaults(contract, ...PLACE, answer)).toEqual(['POST /api/v1/teas/{id} 200: has no X-Request-Id'])
  })
})

test('a schema with a keyword that the check does not know is a fault, so that none is passed over', () => {
  expect(mismatches('x', { type: 'string', contentEncoding: 'base64' }, {})).toEqual([
    ' has a schema with contentEncoding',
  ])
  expect(mismatches('x', { $ref: '#/components/schemas/Nowhere' }, {})).toEqual([' has a schema with unresolved'])
  expect(mismatches([1], { type: 'array', minItems: 2 }, {})).toEqual([' has a wrong length'])
})
