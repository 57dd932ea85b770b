import { mismatches, type Schema } from '../json-schema'

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

/** Operations without an example where they take or send something, and examples that are not what the schema says. */
export function exampleFaults({ paths, components }: Exemplified) {
  const models = components.schemas ?? {}
  const mediaFaults = (name: string, content: Record<string, Media> | undefined) => {
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
