import { type Documents, isOfModel, type Json, listOf, recordOf, resolved, sameJson, schemaFaults } from './schemas'

// What a client that was written for one document meets under the next one. docs/clients.md says the same in words.

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** What an access level (`x-access`) requires. */
const REQUIREMENTS: Record<string, readonly string[]> = {
  public: [],
  viewer: [],
  session: ['session'],
  member: ['session', 'no sanction'],
  onboarded: ['session', 'onboarding'],
  reporter: ['session', 'onboarding', 'no sanction'],
  author: ['session', 'onboarding', 'terms', 'no sanction'],
  admin: ['session', 'no sanction', 'administrator'],
  superadmin: ['session', 'no sanction', 'administrator', 'superadmin'],
}

/** Each change from one OpenAPI document to the next that breaks a client, in a sentence. */
export function breakingChanges(before: Json, after: Json): string[] {
  const documents = { before, after }
  const [paths, now] = [recordOf(before.paths), recordOf(after.paths)]
  const renamed = pathsByShape(now)
  const faults = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in recordOf(item)).flatMap((method) => {
      const name = `${method.toUpperCase()} ${path}`
      const [old, next] = [recordOf(recordOf(item)[method]), recordOf(renamed.get(shapeOf(path)))[method]]
      if (next === undefined) return [`${name} was removed`]
      return operationFaults(documents, old, recordOf(next)).map((fault) =>
        isOfModel(fault) ? fault : `${name}: ${fault}`,
      )
    }),
  )
  return [...new Set(faults)]
}

/** The names of parameters in a path are nowhere on the wire. */
const shapeOf = (path: string): string => path.replace(/\{[^}]*\}/g, '{}')
const pathsByShape = (paths: Json): Map<string, unknown> =>
  new Map(Object.entries(paths).map(([path, item]) => [shapeOf(path), item]))

const operationFaults = (documents: Documents, before: Json, after: Json): string[] => [
  ...(before.operationId !== undefined && after.operationId !== before.operationId
    ? [`its operationId ${before.operationId} is ${after.operationId} now`]
    : []),
  ...securityFaults(documents, before, after),
  ...parameterFaults(documents, before, after),
  ...bodyFaults(documents, before, after),
  ...responsesFaults(documents, before, after),
]

/** Each way to be let in before must still be one. */
function securityFaults(documents: Documents, before: Json, after: Json): string[] {
  const waysOf = (document: Json, operation: Json) => {
    const ways = listOf(operation.security ?? document.security).map((way) => Object.keys(recordOf(way)))
    return ways.length === 0 ? [[]] : ways
  }
  const ways = waysOf(documents.after, after)
  const lost = waysOf(documents.before, before).filter(
    (way) => !ways.some((each) => each.every((scheme) => way.includes(scheme))),
  )
  const [level, next] = [String(before['x-access'] ?? ''), String(after['x-access'] ?? '')]
  const required = (REQUIREMENTS[next] ?? [next]).filter((each) => !(REQUIREMENTS[level] ?? [level]).includes(each))
  return [
    ...lost.map((way) => `it no longer lets in ${way.join(' with ') || 'everybody'}`),
    ...(before['x-access'] === undefined ? [] : required.map((each) => `it requires ${each} now`)),
    ...(after['x-reauthentication'] === true && before['x-reauthentication'] !== true
      ? ['it requires a proof of identity of the last minutes now']
      : []),
  ]
}

function parameterFaults(documents: Documents, before: Json, after: Json): string[] {
  const parametersOf = (document: Json, operation: Json) =>
    new Map(
      listOf(operation.parameters)
        .map((each) => resolved(document, each))
        .filter((each) => each.in !== 'path')
        .map((each) => [`${each.in} parameter ${String(each.name).toLowerCase()}`, each]),
    )
  const [old, now] = [parametersOf(documents.before, before), parametersOf(documents.after, after)]
  const kept = [...old].flatMap(([name, parameter]) => {
    const next = now.get(name)
    if (next === undefined) return [`${name} was removed`]
    const schemas = { before: parameter.schema, after: next.schema }
    return [
      ...(next.required === true && parameter.required !== true ? [`${name} is required now`] : []),
      ...schemaFaults(documents, 'request', name, schemas),
    ]
  })
  const added = [...now]
    .filter(([name, { required }]) => !old.has(name) && required === true)
    .map(([name]) => `${name} is new and required`)
  return [...kept, ...added, ...pathParameterFaults(documents, before, after)]
}

/** By their order: the path has their names. */
function pathParameterFaults(documents: Documents, before: Json, after: Json): string[] {
  const inPath = (document: Json, operation: Json) =>
    listOf(operation.parameters)
      .map((each) => resolved(document, each))
      .filter((each) => each.in === 'path')
  const now = inPath(documents.after, after)
  return inPath(documents.before, before).flatMap(({ name, schema }, at) =>
    now[at]
      ? schemaFaults(documents, 'request', `path parameter ${name}`, { before: schema, after: now[at].schema })
      : [],
  )
}

function bodyFaults(documents: Documents, before: Json, after: Json): string[] {
  const [old, now] = [resolved(documents.before, before.requestBody), resolved(documents.after, after.requestBody)]
  const isDemanded = now.required === true && old.required !== true
  return [
    ...(isDemanded ? ['a body is required now'] : []),
    ...contentFaults(documents, 'request', 'body', recordOf(old.content), recordOf(now.content)),
  ]
}

function responsesFaults(documents: Documents, before: Json, after: Json): string[] {
  const [old, now] = [recordOf(before.responses), recordOf(after.responses)]
  return Object.entries(old).flatMap(([status, response]) => {
    if (!(status in now)) return [`it no longer answers ${status}`]
    const [was, is] = [resolved(documents.before, response), resolved(documents.after, now[status])]
    const headers = Object.keys(recordOf(is.headers)).map((name) => name.toLowerCase())
    return [
      ...Object.keys(recordOf(was.headers))
        .filter((name) => !headers.includes(name.toLowerCase()))
        .map((name) => `${status} has no header ${name} any more`),
      ...contentFaults(documents, 'response', status, recordOf(was.content), recordOf(is.content)),
    ]
  })
}

function contentFaults(
  documents: Documents,
  direction: 'request' | 'response',
  where: string,
  before: Json,
  after: Json,
): string[] {
  // Many responses are the same failure.
  const isSame = sameJson(before, after) && !JSON.stringify(before).includes('$ref')
  if (isSame) return []
  return Object.entries(before).flatMap(([type, content]) => {
    if (!(type in after)) return [`${where} is no ${type} any more`]
    const schemas = { before: recordOf(content).schema, after: recordOf(after[type]).schema }
    return schemaFaults(documents, direction, where, schemas)
  })
}
