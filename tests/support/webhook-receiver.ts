import { type Data, expectData, type Person } from './kit'

export type Received = { headers: Headers; body: string; json: Data }

type Answering = (request: Request) => Response | Promise<Response>
const done: Answering = () => new Response(null, { status: 204 })

/** The server of a bot, on this machine. */
export class Receiver {
  readonly received: Received[] = []
  answer = done
  readonly #server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async (request) => {
      const body = await request.clone().text()
      this.received.push({ headers: request.headers, body, json: body === '' ? undefined : JSON.parse(body) })
      return this.answer(request)
    },
  })
  readonly url = `http://127.0.0.1:${this.#server.port}/hook?token=abc`

  /** The events since this was last asked, the order of which nobody promises. */
  take(): Received[] {
    return this.received.splice(0).sort((a, b) => (a.json.type < b.json.type ? -1 : 1))
  }

  [Symbol.asyncDispose]() {
    return this.#server.stop(true)
  }
}

export const EVERYTHING = ['post.published', 'report.created', 'content.removed']

export const addWebhook = async ({ visitor }: Person, url: string, events = EVERYTHING): Promise<Data> =>
  expectData(await visitor.post('admin/webhooks', { url, events }))
