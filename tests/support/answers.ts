import { app } from '../../src/app'
import { resolveAlias } from '../../src/http/deprecations'
import { openapiDocument } from '../../src/http/openapi'
import { mismatches, type Schema } from './json-schema'

type Ref = { $ref?: string }
type Response = Ref & { headers?: Record<string, Ref>; content?: Record<string, { schema: Schema }> }
type Operation = { requestBody?: object; responses: Record<string, Response> }
type Components = {
  schemas: Record<string, Schema>
  responses?: Record<string, Response>
  headers?: Record<string, { required?: boolean }>
}
export type Contract = { paths: Record<string, Record<string, Operation>>; components: Components }

/** What a route without a body says of one that is sent to it nonetheless. */
const OF_ANY_BODY = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']

const patterns = new Map<string, RegExp>()
const pattern = (path: string): RegExp =>
  patterns.getOrInsertComputed(path, () => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`))
const named = <Part>(parts: Record<string, Part> | undefined, { $ref }: Ref): Part | undefined =>
  parts?.[$ref?.split('/').at(-1) ?? '']

/** The operation of the document that answers a request; undefined for an address or a method that none has. */
function operationOf({ paths }: Contract, method: string, url: string): [name: string, Operation] | undefined {
  const given = new URL(url, 'http://localhost').pathname
  const path = (resolveAlias(given) ?? given).replace(/(.)\/$/, '$1')
  const found = path in paths ? path : Object.keys(paths).find((each) => pattern(each).test(path))
  const operation = found === undefined ? undefined : paths[found]?.[method.toLowerCase()]
  return operation && [`${method} ${found}`, operation]
}

type Answer = { status: number; headers: Headers; body: unknown }

/** Where an answer is not what the document says of its operation: status, code, headers and every field. */
export function contractFaults(contract: Contract, method: string, url: string, answer: Answer) {
  const [name, operation] = operationOf(contract, method, url) ?? []
  if (operation === undefined) return []
  const { status, headers, body } = answer
  const code = (body as { code?: string } | undefined)?.code
  if (operation.requestBody === undefined && code !== undefined && OF_ANY_BODY.includes(code)) return []
  const { components } = contract
  const listed = operation.responses[status]
  if (listed === undefined) return [`${name} answered ${status} ${code ?? ''}, which it does not list`]
  const response = named(components.responses, listed) ?? listed
  const schema = response.content?.['application/json']?.schema
  const faults = [
    ...Object.entries(response.headers ?? {})
      .filter(([header, ref]) => named(components.headers, ref)?.required && !headers.has(header))
      .map(([header]) => `has no ${header}`),
    ...(schema === undefined ? [] : mismatches(body, schema, components.schemas)),
  ]
  return faults.map((fault) => `${name} ${status}: ${fault.trim()}`)
}

let contract: Contract | undefined

/** The same by the document of this program, which has no handshakes of sockets. */
export function answerFaults({ method, url, headers }: Request, answer: Answer) {
  contract ??= JSON.parse(JSON.stringify(openapiDocument(app))) as Contract
  return headers.has('upgrade') ? [] : contractFaults(contract, method, url, answer)
}
