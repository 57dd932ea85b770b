import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { t } from 'elysia'
import fc from 'fast-check'
import { fitsLengths, largestBody } from '../../../src/lib/net/body-size'
import { base64url, choice, integer, nullable, text, untrimmed, uuid } from '../../../src/lib/text/schema'
import { asForm, escapedJson, fullest } from '../../support/full-bodies'

const length = fc.integer({ min: 1, max: 40 })
/** Any schema that a body can have. */
const { value: anyValue } = fc.letrec<{ value: TSchema }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    length.map((max) => text(1, max)),
    length.map((max) => untrimmed(1, max)),
    length.map((maxLength) => t.String({ maxLength })),
    length.map((maxLength) => base64url({ maxLength })),
    fc.constantFrom<TSchema>(uuid(), t.Boolean(), integer(), choice(['one', 'seventeen']), t.Literal('public-key')),
    tie('value').map((inner) => nullable(inner)),
    fc.tuple(tie('value'), fc.integer({ min: 1, max: 5 })).map(([items, maxItems]) => t.Array(items, { maxItems })),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), { maxKeys: 4 }).map((fields) => t.Object(fields)),
  ),
}))
const anyObject = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,8}$/), anyValue, { minKeys: 1, maxKeys: 4 })
  .map((fields) => t.Object(fields))

/** The value with one more in its first text or list; undefined without one. */
function exceeded(value: unknown, schema: TSchema): unknown {
  if (schema.anyOf) return exceeded(value, schema.anyOf[0])
  if (typeof value === 'string') return schema.type === 'string' ? `${value}${'क'.repeat(40)}` : undefined
  if (Array.isArray(value)) return [...value, value[0]]
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, each] of Object.entries(value)) {
    const more = exceeded(each, schema.properties[key])
    if (more !== undefined) return { ...value, [key]: more }
  }
  return undefined
}

describe('the largest body of a schema', () => {
  test('has room for whatever the schema allows, escaped or in a form, and nothing fits that has one character, item or field more', () => {
    fc.assert(
      fc.property(anyObject, (schema) => {
        const value = fullest(schema) as object
        const { json, form } = largestBody(schema)
        expect(fitsLengths(schema, value)).toBe(true)
        expect(escapedJson(value).length).toBeLessThanOrEqual(json)
        expect(asForm(value).length).toBeLessThanOrEqual(form)
        expect(fitsLengths(schema, { ...value, surplus_field: 1 })).toBe(false)
        const more = exceeded(value, schema)
        if (more !== undefined) expect([more, fitsLengths(schema, more)]).toEqual([more, false])
      }),
    )
  })
  test('has no room for much more: numbers and words of a list are all that is rounded up', () => {
    const schema = t.Object({
      title: text(1, 300),
      content: text(1, 10_000),
      tags: t.Array(text(1, 20), { maxItems: 9 }),
    })
    const value = fullest(schema) as object
    expect(largestBody(schema).json - escapedJson(value).length).toBeWithin(0, 20)
    expect(largestBody(schema).form - asForm(value).length).toBeWithin(0, 20)
  })
  test.each<[string, TSchema]>([
    ['a text', t.Object({ text: t.String() })],
    [
      'a text of any length in a list',
      t.Object({ texts: t.Array(text(1, Number.POSITIVE_INFINITY), { maxItems: 1 }) }),
    ],
    ['a list', t.Object({ list: t.Array(t.Boolean()) })],
    ['a record', t.Object({ record: t.Record(t.String(), t.Boolean(), { maxProperties: 5 }) })],
    ['anything', t.Object({ any: t.Any() })],
  ])('has no end where %s has none', (_, schema) => {
    expect(largestBody(schema).json).toBe(Number.POSITIVE_INFINITY)
  })
  test('lengths are of trimmed texts where those are what counts', () => {
    const schema = t.Object({ trimmed: text(1, 3), exact: t.String({ maxLength: 3 }) })
    expect(fitsLengths(schema, { trimmed: ' abc ', exact: 'abc' })).toBe(true)
    expect(fitsLengths(schema, { trimmed: 'abc', exact: ' abc ' })).toBe(false)
  })
  test('a value of another type fits as little as a long one', () => {
    const schema = t.Object({ text: text(1, 3), flag: t.Boolean(), list: t.Array(uuid(), { maxItems: 2 }) })
    for (const wrong of [
      'text',
      ['text'],
      { text: ['a'] },
      { text: { a: 1 } },
      { flag: 'x'.repeat(33) },
      { list: 'x'.repeat(90) },
    ])
      expect([wrong, fitsLengths(schema, wrong)]).toEqual([wrong, wrong === 'text'])
    expect(fitsLengths(schema, { constructor: 'x', __proto__: null })).toBe(false)
    expect(fitsLengths(schema, JSON.parse('{"__proto__":"x"}'))).toBe(false)
  })
})
