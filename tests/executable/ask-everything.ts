import openapi from '../../docs/openapi.json'
import type { Browser } from '../support/program'

type Operation = {
  parameters?: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content?: Record<string, { example?: unknown }> }
}

/** They end what the rest needs, or wait for others. */
const LEFT_OUT = /logout|\/sessions|\/users\/me$|\/auth\/refresh|\/ws$|\/export$/

/**
 * Asks for every operation of the document, with its example and with an empty body, and returns what was asked and how
 * it was answered: status, code, and the names of the fields.
 */
export async function askEverything(browser: Browser) {
  const { data } = await (await browser.get('/api/v1/posts')).json()
  const postId: string = data.posts[0].id
  const answers: string[] = []
  for (const [path, item] of Object.entries(openapi.paths))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      if (LEFT_OUT.test(path)) continue
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const example = operation.parameters?.find((parameter) => parameter.name === name)?.example
        return encodeURIComponent(path.includes('post') ? postId : String(example))
      })
      const example = operation.requestBody?.content?.['application/json']?.example
      for (const body of example === undefined ? [undefined] : [{}, example])
        answers.push(`${method.toUpperCase()} ${path} ${await ask(browser, method, at, body)}`)
    }
  return answers
}

async function ask(browser: Browser, method: string, path: string, body: unknown) {
  const response = await browser.send(path, {
    method: method.toUpperCase(),
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json') === true
  const text = await response.text()
  if (!isJson) return `${response.status} ${response.headers.get('content-type')}`
  const answer: Record<string, unknown> = JSON.parse(text)
  return `${response.status} ${answer.code ?? ''} ${fieldsOf(answer)}`
}

/** Not the values: times and new ids are others in every process. */
function fieldsOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${fieldsOf(value[0])}]`
  if (typeof value !== 'object' || value === null) return typeof value
  const fields = Object.entries(value).map(([name, field]) => `${name}:${fieldsOf(field)}`)
  return `{${fields.join()}}`
}
