type Schema = { [keyword: string]: unknown }
type Media = { schema?: Schema; example?: unknown }
type Operation = {
  operationId?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; example?: unknown }[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { content?: Record<string, Media> }>
}
export type Exemplified = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas?: Record<string, Schema> }
}

const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  email: /^[^@\s]+@[^@\s]+$/,
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const isOfType = (value: unknown, type: unknown): boolean =>
  [type].flat().some((each) => each === typeOf(value) || (each === 'number' && typeOf(value) === 'integer'))

/**
 * Where a value is not what its schema says. Stricter than JSON Schema in one thing: a field that no schema names is a
 * fault, because examples are for what is documented.
 */
export function mismatches(value: unknown, schema: Schema, models: Record<string, Schema>, place = ''): string[] {
  const within = (inner: Schema) => mismatches(value, inner, models, place)
  if (typeof schema.$ref === 'string') return within(models[schema.$ref.split('/').pop() ?? ''] ?? { const: undefined })
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

function plainFaults(value: unknown, schema: Schema): string[] {
  const { type, enum: values, pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (type !== undefined && !isOfType(value, type)) return [`is ${typeOf(value)}, not ${String(type)}`]
  if ('const' in schema && value !== schema.const) return [`is not ${String(schema.const)}`]
  if (Array.isArray(values) && !values.includes(value)) return [`is none of ${values.join(', ')}`]
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
    return value >= Number(minimum) && value <= Number(maximum) ? [] : ['is out of range']
  }
  if (typeof value !== 'string') return []
  if (value.length < Number(minLength) || value.length > Number(maxLength)) return ['has a wrong length']
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return [`does not match ${pattern}`]
  return FORMATS[String(format)]?.test(value) === false ? [`is no ${String(format)}`] : []
}

/** Operations without an example where they take or send something, and examples that are not what the schema says. */
export function exampleFaults({ paths, components }: Exemplified): string[] {
  const models = components.schemas ?? {}
  const mediaFaults = (name: string, content: Record<string, Media> | undefined): string[] => {
    const media = content?.['application/json']
    if (media === undefined) return []
    if (media.example === undefined) return [`${name} has no example`]
    return mismatches(media.example, media.schema ?? {}, models).map((fault) => `${name}: ${fault}`)
  }
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId = '', parameters = [], requestBody, responses = {} }) => [
      ...parameters
        .filter((parameter) => parameter.in === 'path' && parameter.example === undefined)
        .map(({ name }) => `the parameter ${name} of ${operationId} has no example`),
      ...parameters
        .filter(({ example }) => example !== undefined)
        .flatMap(({ name, schema = {}, example }) =>
          mismatches(example, schema, models).map((fault) => `the parameter ${name} of ${operationId}${fault}`),
        ),
      ...mediaFaults(`the request of ${operationId}`, requestBody?.content),
      ...Object.entries(responses)
        .filter(([status]) => Number(status) < 300)
        .flatMap(([status, { content }]) => mediaFaults(`the ${status} of ${operationId}`, content)),
    ]),
  )
}
