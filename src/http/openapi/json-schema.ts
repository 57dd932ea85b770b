import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../body'

export type Json = { [key: string]: unknown }

export const modelRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Formats that others know. Those of lib/schema are for the check of the server; `documented` says them in words. */
const FORMATS = ['binary', 'date', 'date-time', 'email', 'uri', 'uuid']

/** Elysia's numbers and booleans are unions with a text of one of these. The document has what they mean. */
const NUMERALS = ['boolean', 'integer', 'numeric']

const mapped = (values: unknown, map: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(values as Json).map(([key, value]) => [key, map(value)]))

/** Says in JSON Schema what the schemas of the routes mean to a client, with the named ones in `models`. */
export class SchemaWriter {
  readonly models: Json = {}

  /** Of TypeBox's schemas, which are JSON Schema but for what lib/schema adds. */
  write = (schema: unknown): Json => {
    const { 'x-model': name, 'x-document': documented, 'x-not-empty': some, description, ...rest } = schema as Json
    const words = isObject(documented) ? documented : this.#keywords(rest)
    const written = {
      ...words,
      ...(some ? { minProperties: 1 } : {}),
      ...(description === undefined ? {} : { description }),
    }
    if (typeof name !== 'string') return written
    if (!isDeepStrictEqual(this.models[name] ?? written, written)) throw new Error(`two schemas are named ${name}`)
    this.models[name] = written
    return modelRef(name)
  }

  /** `default` is left out: Elysia gives one to every enumeration, also of a response. */
  #keywords({ 'x-message': _message, default: _default, properties, items, allOf, ...rest }: Json): Json {
    const { anyOf: union, format, patternProperties, additionalProperties, ...others } = rest
    // Without TypeBox's symbols.
    const simple = Object.fromEntries(Object.entries(others))
    const anyOf = (union as Json[] | undefined)?.filter((each) => !NUMERALS.includes(each.format as string))
    if (anyOf?.length === 1) return { ...simple, ...this.write(anyOf[0]) }
    if (format !== undefined && !FORMATS.includes(format as string)) throw new Error(`${format} is not documented`)
    const choices = anyOf?.map((each) => each.const)
    if (choices?.every((each) => typeof each === 'string')) return { ...simple, type: 'string', enum: choices }
    return {
      ...simple,
      ...(format === undefined ? {} : { format }),
      ...(properties === undefined ? {} : { properties: mapped(properties, this.write) }),
      ...(items === undefined ? {} : { items: this.write(items) }),
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(this.write) }),
      ...(allOf === undefined ? {} : { allOf: (allOf as unknown[]).map(this.write) }),
      ...(patternProperties === undefined ? {} : this.#record(patternProperties as Json)),
      ...(isObject(additionalProperties) ? { additionalProperties: this.write(additionalProperties) } : {}),
    }
  }

  /** TypeBox writes a record as a pattern that every name has. */
  #record(patternProperties: Json): Json {
    const [values] = Object.values(patternProperties)
    return { additionalProperties: this.write(values) }
  }
}
