import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { app } from '../../../src/app'
import type { Example } from '../../../src/http/openapi'
import { openapiDocument } from '../../../src/http/openapi'
import { type Exemplified, exampleFaults } from '../../support/examples/faults'
import { madeUp, shapeOf, withNullsOf } from '../../support/examples/made-up'
import { type Examples, recordExamples } from '../../support/examples/record'
import { foreignLiterals, foreignNumbers } from '../../support/foreign-values'
import { mismatches } from '../../support/json-schema'
import { useNotifications } from '../../support/kit'

const FILE = join(import.meta.dir, '../../../src/http/openapi/examples.json')
const UUID = '01890a5d-ac96-774b-bcce-b302099a8057'

describe('the examples of the document', () => {
  let recorded: Examples
  /** Each that is prepared while every operation of the document is called. */
  const statements = new Set<string>()
  useNotifications()
  beforeAll(async () => {
    const { prepare } = Database.prototype
    Database.prototype.prepare = function (this: Database, text: string, ...more: never[]) {
      statements.add(text)
      return prepare.call(this, text, ...more)
    } as typeof prepare
    recorded = await recordExamples().finally(() => {
      Database.prototype.prepare = prepare
    })
    const text = `${JSON.stringify(recorded, null, 2)}\n`
    if (process.env.EXAMPLES === 'write') await Bun.write(FILE, text)
  })

  // `EXAMPLES=write bun test tests/api/http/examples.test.ts` records them anew.
  test('are shaped as what the server takes and sends', async () => {
    const written: Record<string, Example> = await Bun.file(FILE).json()
    expect(Object.keys(written).sort()).toEqual(Object.keys(recorded).sort())
    const [one, other] = [shapeOf(written), shapeOf(recorded)]
    expect(withNullsOf(other, one)).toEqual(withNullsOf(one, other))
  })
  test('are in the document with every operation, as its schemas say', () => {
    expect(exampleFaults(openapiDocument(app) as unknown as Exemplified)).toEqual([])
  })
  test('tell nothing about this run', async () => {
    const text = await Bun.file(FILE).text()
    const days = text.match(/\d{4}-\d\d-\d\d/g) ?? []
    expect(days.filter((day) => !/^2026-(?:09|10)-/.test(day))).toEqual([])
    const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
    expect(ids.filter((id) => !/^0198f3c2-7a00-7000-8000-0{8}/.test(id))).toEqual([])
  })
  // The log has the texts of slow statements.
  test('leave no value that somebody sent in the text of a statement', () => {
    expect(statements.size).toBeGreaterThan(400)
    const foreign = [...statements].flatMap((text) =>
      [...foreignLiterals(text), ...foreignNumbers(text)].map((each) => `${each} in ${text}`),
    )
    expect(foreign).toEqual([])
  })
})

test('the check of statements notices what was put into a text', () => {
  expect(foreignLiterals("SELECT 1 FROM users WHERE username = 'brave-otter-1234' AND role = 'admin'")).toEqual([
    "'brave-otter-1234'",
  ])
  expect(foreignLiterals("SELECT 'it''s ann'")).toEqual(["'it''s ann'"])
  expect(foreignNumbers("SELECT 1 FROM posts WHERE n = 918273 AND a1 = ?3 AND b = 'x 77'")).toEqual(['918273'])
})

test('examples differ where a field came, went or changed its type; not by a value, a longer list, or what is null in one', () => {
  const areAlike = (one: unknown, other: unknown) =>
    Bun.deepEquals(withNullsOf(shapeOf(other), shapeOf(one)), withNullsOf(shapeOf(one), shapeOf(other)))
  const one = { id: 'a', cups: [1], rows: [{ branch: null }] }
  for (const other of [{ rows: [{ branch: 'CSE' }] }, { id: 'b', cups: [2, 3] }])
    expect([other, areAlike(one, { ...one, ...other })]).toEqual([other, true])
  const { id: _, ...without } = one
  const rows = [[{}], [], [{ branch: 'CSE', more: 1 }]].map((rows) => ({ ...one, rows }))
  for (const other of [without, { ...one, milk: true }, { ...one, cups: ['1'] }, ...rows])
    expect([other, areAlike(one, other)]).toEqual([other, false])
})

describe('the check of examples', () => {
  const models = {
    Tea: {
      type: 'object',
      required: ['id', 'vote'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        vote: { anyOf: [{ type: 'string', enum: ['up', 'down'] }, { type: 'null' }] },
        cups: { type: 'array', items: { type: 'integer', maximum: 9 } },
        names: { type: 'object', additionalProperties: { type: 'string', minLength: 2 } },
      },
    },
  }
  const faults = (value: unknown) => mismatches(value, { $ref: '#/components/schemas/Tea' }, models)
  test('notices a number, an item and a text out of their bounds', () => {
    expect(faults({ id: UUID, vote: 'up', cups: [1, 9], names: { en: 'Tea' } })).toEqual([])
    const wrong = ['/vote is none of its choices', '/cups/1 is out of range', '/names/en has a wrong length']
    expect(faults({ id: UUID, vote: 'left', cups: [1, 10], names: { en: 'T' } })).toEqual(wrong)
  })
  test('notices an operation without an example', () => {
    const json = { 'application/json': { schema: models.Tea } }
    const post = { operationId: 'brew', parameters: [{ name: 'id', in: 'path' }], requestBody: { content: json } }
    const paths = { '/teas/{id}': { post: { ...post, responses: { 201: { content: json }, 400: { content: json } } } } }
    expect(exampleFaults({ paths, components: { schemas: models } })).toEqual([
      'the parameter id of brew has no example',
      'the request of brew has no example',
      'the 201 of brew has no example',
    ])
  })
})

test('what changes from run to run is made up: equal values stay equal, and moments keep their order', () => {
  const [first, second] = ['2031-01-01T00:00:00.000Z', '2031-01-02T00:00:00.000Z']
  const response = { id: UUID, until: second, since: first, otp: '123456', token: 'q'.repeat(43), count: 3 }
  expect(madeUp({ parameters: { id: UUID }, status: 200, response })).toEqual({
    parameters: { id: '0198f3c2-7a00-7000-8000-000000000001' },
    status: 200,
    response: {
      id: '0198f3c2-7a00-7000-8000-000000000001',
      until: '2026-09-01T09:31:00.000Z',
      since: '2026-09-01T09:30:00.000Z',
      otp: '246810',
      token: `made-up-token-${'x'.repeat(29)}`,
      count: 3,
    },
  })
})
