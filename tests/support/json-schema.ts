export type Schema = { [keyword: string]: unknown }

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uri: /^https?:\/\/[^\s]+$/,
}

const STRUCTURE =
  '$ref type properties required additionalProperties patternProperties items anyOf oneOf allOf enum const'
const LIMITS = 'format pattern minimum maximum minLength maxLength minItems maxItems minProperties maxProperties'
const KNOWN = new Set([...STRUCTURE.split(' '), ...LIMITS.split(' '), 'description', 'default', 'example', 'examples'])

const read = new WeakMap<Schema, string[]>()
/** Keywords that the check would pass over. */
const unknownIn = (schema: Schema): string[] =>
  read.getOrInsertComputed(schema, () =>
    Object.keys(schema).filter((keyword) => !KNOWN.has(keyword) && !keyword.startsWith('x-')),
  )

const patterns = new Map<string, RegExp>()
const matches = (pattern: string, value: string): boolean =>
  patterns.getOrInsertComputed(pattern, () => new RegExp(pattern, 'u')).test(value)

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const isOfType = (value: unknown, type: unknown): boolean => {
  if (Array.isArray(type)) return type.some((each) => isOfType(value, each))
  const found = typeOf(value)
  return type === found || (type === 'number' && found === 'integer')
}

/**
 * Where a value is not what its schema says. Stricter than JSON Schema in one thing: a field that no schema names is a
 * fault, because whoever reads the document does not know it. And a keyword that this does not know is one, too.
 */
export function mismatches(value: unknown, schema: Schema, models: Record<string, Schema>, place = ''): string[] {
  const [unknown] = unknownIn(schema)
  if (unknown !== undefined) return [`${place} has a schema with ${unknown}`]
  const within = (inner: Schema) => mismatches(value, inner, models, place)
  if (typeof schema.$ref === 'string')
    return within(models[schema.$ref.split('/').pop() ?? ''] ?? { unresolved: schema.$ref })
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (choices) return choices.some((each) => within(each).length === 0) ? [] : [`${place} is none of its choices`]
  if (schema.allOf) return within(composed(schema.allOf as Schema[], models))
  const faults = plainFaults(value, schema).map((fault) => `${place} ${fault}`)
  if (faults.length > 0) return faults
  if (Array.isArray(value))
    return value.flatMap((each, index) => mismatches(each, (schema.items ?? {}) as Schema, models, `${place}/${index}`))
  if (typeof value !== 'object' || value === null || schema.type === undefined) return []
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const other = schema.additionalProperties ?? (schema.patternProperties && {})
  const missing = ((schema.required ?? []) as string[]).filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${place}/${name} is missing`),
    ...Object.entries(value).flatMap(([name, each]) => {
      const inner = properties[name] ?? (typeof other === 'object' ? (other as Schema) : undefined)
      if (inner === undefined && other !== true) return [`${place}/${name} is not documented`]
      return mismatches(each, inner ?? {}, models, `${place}/${name}`)
    }),
  ]
}

function composed(parts: Schema[], models: Record<string, Schema>): Schema {
  const resolved = parts.map((part) =>
    typeof part.$ref === 'string' ? (models[part.$ref.split('/').pop() ?? ''] ?? {}) : part,
  )
  const properties = Object.assign({}, ...resolved.map((part) => part.properties ?? {}))
  return { type: 'object', properties, required: resolved.flatMap((part) => (part.required ?? []) as string[]) }
}

function plainFaults(value: unknown, schema: Schema) {
  const { type, enum: values, pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (type !== undefined && !isOfType(value, type)) return [`is ${typeOf(value)}, not ${String(type)}`]
  if ('const' in schema && value !== schema.const) return [`is not ${String(schema.const)}`]
  if (Array.isArray(values) && !values.includes(value)) return [`is none of ${values.join(', ')}`]
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    return value >= Number(minimum) && value <= Number(maximum) ? [] : ['is out of range']
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    return value.length >= Number(minItems) && value.length <= Number(maxItems) ? [] : ['has a wrong length']
  }
  if (typeof value !== 'string') return []
  if (value.length < Number(minLength) || value.length > Number(maxLength)) return ['has a wrong length']
  if (typeof pattern === 'string' && !matches(pattern, value)) return [`does not match ${pattern}`]
  return FORMATS[String(format)]?.test(value) === false ? [`is no ${String(format)}`] : []
}
