import type { Json } from './json-schema'

type Parameter = { name?: string; schema?: { type?: string }; example?: unknown }
type Content = Record<string, { schema?: unknown; example?: unknown }>
type Operation = {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
export type Example = { parameters: Json; request?: unknown; status: number; response?: unknown }

/** A file is sent by nobody who copies an example. */
const TAKING_EXAMPLES = ['application/json', 'application/x-www-form-urlencoded']

function typed(value: string, type: string | undefined): unknown {
  if (type === 'integer') return Number(value)
  if (type === 'boolean') return value === 'true'
  return type === 'array' ? value.split(',') : value
}

function exemplified(content: Content | undefined, example: unknown): void {
  if (example === undefined) return
  for (const type of TAKING_EXAMPLES) if (content?.[type]) content[type].example = example
}

/**
 * Gives each operation of the document the request and response that `tests/api/examples.test.ts` recorded of it, with
 * made-up values.
 */
export function addExamples(paths: Json): void {
  // Loaded with the first document: the start of the server does not need it.
  const recorded: Record<string, Example> = require('./examples.json')
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item as Record<string, Operation>))) {
    const example = recorded[operation.operationId ?? '']
    if (example === undefined) continue
    for (const parameter of operation.parameters ?? []) {
      const value = example.parameters[parameter.name ?? '']
      if (value !== undefined) parameter.example = typed(String(value), parameter.schema?.type)
    }
    exemplified(operation.requestBody?.content, example.request)
    exemplified(operation.responses?.[example.status]?.content, example.response)
  }
}
