export type Json = { [key: string]: unknown }

// What a change of a schema breaks. A client sends what it sent before: of that nothing may be refused. It reads what it
// read before: all of that must still come, in the same shape.

export type Direction = 'request' | 'response'
export type Documents = { before: Json; after: Json }

type Pair = { before: Json; after: Json }

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
export const recordOf = (value: unknown): Json => (isRecord(value) ? value : {})
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What a reference of the document stands for, or the value itself. */
export function resolved(document: Json, value: unknown): Json {
  const given = recordOf(value)
  if (typeof given.$ref !== 'string') return given
  const steps = given.$ref.slice(2).split('/')
  return resolved(
    document,
    steps.reduce<unknown>((at, step) => recordOf(at)[step.replaceAll('~1', '/').replaceAll('~0', '~')], document),
  )
}

/** The schema as alternatives without references, each of one type; an empty one allows everything. */
function alternatives(document: Json, schema: unknown): Json[] {
  const { allOf, anyOf, oneOf, const: only, ...own } = resolved(document, schema)
  const merged: Json = { ...own, ...(only === undefined ? {} : { enum: [only] }) }
  for (const part of listOf(allOf).map((each) => resolved(document, each))) {
    const properties = { ...recordOf(merged.properties), ...recordOf(part.properties) }
    Object.assign(merged, part, { properties, required: [...listOf(merged.required), ...listOf(part.required)] })
  }
  const choices = listOf(anyOf ?? oneOf)
  if (choices.length > 0) return choices.flatMap((each) => alternatives(document, each))
  return Array.isArray(merged.type) ? merged.type.map((type) => ({ ...merged, type })) : [merged]
}

const typeOf = ({ type, enum: words }: Json): unknown =>
  type ?? (words === undefined ? undefined : typeof listOf(words)[0])

/** Whether all values of the one type are of the other. */
const isWithin = (inner: unknown, outer: unknown): boolean =>
  outer === undefined || inner === outer || (inner === 'integer' && outer === 'number')

const nameOfType = (schema: Json): string => String(typeOf(schema) ?? 'anything')

/** What breaks when the schema of a request or a response changes; `where` names it. */
export function schemaFaults(
  documents: Documents,
  direction: Direction,
  where: string,
  schemas: { before: unknown; after: unknown },
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const [model, next] = [recordOf(schemas.before).$ref, recordOf(schemas.after).$ref]
  if (typeof model !== 'string' || typeof next !== 'string')
    return changedFaults(documents, direction, where, schemas, seen)
  const mark = `${model} ${next}`
  // A model inside itself is compared already.
  if (seen.has(mark)) return []
  const name = model.slice(model.lastIndexOf('/') + 1)
  return changedFaults(documents, direction, name, schemas, new Set([...seen, mark])).map((fault) =>
    isOfModel(fault) ? fault : `${OF_MODEL[direction]}${fault}`,
  )
}

/** A model is the same wherever it is: what is wrong with it is said once. */
const OF_MODEL = { request: 'in requests: ', response: 'in responses: ' }
export const isOfModel = (fault: string): boolean =>
  Object.values(OF_MODEL).some((beginning) => fault.startsWith(beginning))

function changedFaults(
  documents: Documents,
  direction: Direction,
  where: string,
  schemas: { before: unknown; after: unknown },
  seen: ReadonlySet<string>,
): string[] {
  const before = alternatives(documents.before, schemas.before)
  const after = alternatives(documents.after, schemas.after)
  const isRequest = direction === 'request'
  const [given, allowed] = isRequest ? [before, after] : [after, before]
  return given.flatMap((one) => {
    const alike = allowed.filter((other) => isWithin(typeOf(one), typeOf(other)))
    if (alike.length === 0) return [`${where} ${isRequest ? 'no longer takes' : 'may now be'} ${nameOfType(one)}`]
    const faults = alike.map((other) => {
      const pair = isRequest ? { before: one, after: other } : { before: other, after: one }
      return alternativeFaults(documents, direction, where, pair, seen)
    })
    return faults.toSorted((a, b) => a.length - b.length)[0] ?? []
  })
}

function alternativeFaults(
  documents: Documents,
  direction: Direction,
  where: string,
  pair: Pair,
  seen: ReadonlySet<string>,
): string[] {
  const nested = (at: string, before: unknown, after: unknown) =>
    schemaFaults(documents, direction, at, { before, after }, seen)
  const { before, after } = pair
  const items =
    before.items === undefined || after.items === undefined ? [] : nested(`${where}[]`, before.items, after.items)
  const others = [restOf(before), restOf(after)] as const
  const rest = others[0] && others[1] ? nested(`${where}.*`, others[0], others[1]) : []
  const isLost = direction === 'response' && others[0] !== undefined && others[1] === undefined
  return [
    ...(direction === 'request' ? requestFaults(where, pair) : responseFaults(where, pair)),
    ...propertyFaults(direction, where, pair, nested),
    ...items,
    ...rest,
    ...(isLost ? [`${where} no longer has other properties`] : []),
  ]
}

/** The schema of properties that have no name of their own. */
function restOf({ additionalProperties, patternProperties }: Json): unknown {
  return isRecord(additionalProperties) ? additionalProperties : Object.values(recordOf(patternProperties))[0]
}

function propertyFaults(
  direction: Direction,
  where: string,
  { before, after }: Pair,
  nested: (at: string, before: unknown, after: unknown) => string[],
): string[] {
  const [old, now] = [recordOf(before.properties), recordOf(after.properties)]
  const [wasRequired, isRequired] = [listOf(before.required), listOf(after.required)]
  const kept = Object.keys(old).flatMap((name) => {
    const at = `${where}.${name}`
    if (!(name in now)) return restOf(after) === undefined ? [`${at} was removed`] : []
    const isLeftOut = direction === 'response' && wasRequired.includes(name) && !isRequired.includes(name)
    return [...(isLeftOut ? [`${at} may be missing now`] : []), ...nested(at, old[name], now[name])]
  })
  const demanded = isRequired
    .filter((name) => !wasRequired.includes(name))
    .map((name) => `${where}.${name} is required now`)
  return direction === 'request' ? [...kept, ...demanded] : kept
}

/** What may be more, and what may be less: a missing bound allows everything. */
const UPPER = ['maxLength', 'maximum', 'maxItems', 'exclusiveMaximum', 'maxProperties']
const LOWER = ['minLength', 'minimum', 'minItems', 'exclusiveMinimum', 'minProperties']

function requestFaults(where: string, { before, after }: Pair): string[] {
  const bound = (schema: Json, name: string, otherwise: number) => (schema[name] as number | undefined) ?? otherwise
  const tightened = [
    ...UPPER.filter((name) => bound(after, name, Infinity) < bound(before, name, Infinity)),
    ...LOWER.filter((name) => bound(after, name, -Infinity) > bound(before, name, -Infinity)).filter(
      // As little as without it.
      (name) => !(name.startsWith('min') && name !== 'minimum' && after[name] === 0),
    ),
  ]
  const changed = ['pattern', 'format'].filter((name) => after[name] !== undefined && after[name] !== before[name])
  const words = after.enum === undefined ? [] : before.enum === undefined ? ['other values'] : missing(before, after)
  return [
    ...tightened.map((name) => `${where} has ${name} ${after[name]} now`),
    ...changed.map((name) => `${where} has the ${name} ${after[name]} now`),
    ...words.map((word) => `${where} no longer takes ${word}`),
    ...(before.default !== undefined && !sameJson(before.default, after.default)
      ? [`${where} is ${JSON.stringify(after.default) ?? 'nothing'} by default now`]
      : []),
  ]
}

/** The words of the first that the second lacks. */
const missing = (one: Json, other: Json): string[] =>
  listOf(one.enum)
    .filter((word) => !listOf(other.enum).includes(word))
    .map((word) => JSON.stringify(word))

function responseFaults(where: string, { before, after }: Pair): string[] {
  if (before.format !== undefined && after.format !== before.format) return [`${where} is no ${before.format} any more`]
  if (before.enum === undefined) return []
  if (after.enum === undefined) return [`${where} may be any ${nameOfType(after)} now`]
  // Clients expect words that they do not know (docs/clients.md), and nothing else.
  return typeOf(before) === 'string' ? [] : missing(after, before).map((value) => `${where} may be ${value} now`)
}
