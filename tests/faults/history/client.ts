import { Random } from '../random'
import { type Account, type Campus, cast } from './campus'
import { chooseAct } from './choices'
import { outcomeOf, requestOf } from './kinds'
import { type Act, type Answer, type Operation, type Recorder, toAct } from './operation'
import type { World } from './world'

/** After this a client holds an answer for lost; the server may still do what it was asked. */
const PATIENCE_MS = 30_000

type Received = { status: number; body: { code?: string; data?: Answer }; cookie: string | undefined }

/** A person at a browser: one request after another, each as the last answers suggest. */
export class Client {
  constructor(
    readonly account: Account,
    readonly world: World,
    readonly recorder: Recorder,
    readonly random: Random,
  ) {}

  /** Acts until told to stop or until the connection dies. */
  async run(origin: string, signal: AbortSignal) {
    while (!signal.aborted) {
      const { cookie, email, password } = this.account
      const act =
        cookie === ''
          ? toAct({ kind: 'sign-in', id: email, value: password })
          : chooseAct(this.account, this.world, this.random)
      const { status, code } = await this.perform(origin, act)
      if (status === undefined) return
      if (code === 'UNAUTHENTICATED') this.account.cookie = ''
    }
  }

  async perform(origin: string, act: Act): Promise<Operation> {
    const { userId, isAdmin, sessionId } = this.account
    const start = this.recorder.tick()
    const received = await this.#send(origin, act).catch(() => undefined)
    const code = received?.body.code
    const operation: Operation = {
      actor: { userId, isAdmin, sessionId },
      act,
      start,
      end: this.recorder.tick(),
      outcome: received === undefined ? 'unknown' : outcomeOf(received.status, code),
      status: received?.status,
      code,
      answer: received?.body.data ?? {},
    }
    if (operation.outcome === 'acknowledged' && act.kind === 'sign-in') {
      this.account.sessionId = operation.answer.session?.id ?? ''
      this.account.cookie = received?.cookie ?? ''
    }
    // Whether it is signed out or not: many pages would show it what strangers see.
    if (operation.outcome !== 'refused' && act.kind === 'sign-out') this.account.cookie = ''
    this.recorder.add(operation)
    this.world.learn(operation)
    return operation
  }

  async #send(origin: string, act: Act): Promise<Received> {
    const { method, path, body } = requestOf(act)
    const headers = new Headers({ origin })
    if (act.kind !== 'sign-in') headers.set('cookie', this.account.cookie)
    if (body !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(`${origin}/api/v1/${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('identity.session_token='))
    return { status: response.status, body: JSON.parse(text), cookie: cookie?.split(';')[0] }
  }
}

/** Lets the moderator and some students act at a server while something happens; `name` is of their choices. */
export async function crowdDuring(
  {
    url,
    campus,
    world,
    recorder,
    name,
  }: { url: string; campus: Campus; world: World; recorder: Recorder; name: string },
  happens: () => Promise<unknown>,
) {
  const over = new AbortController()
  const authors = [...world.posts.values()].flatMap(({ authorId }) => authorId ?? [])
  const running = [campus.moderator, ...cast(campus, authors, new Random(`cast ${name}`))].map((account, n) =>
    new Client(account, world, recorder, new Random(`${name} ${n}`)).run(url, over.signal),
  )
  try {
    await happens()
  } finally {
    over.abort()
  }
  await Promise.all(running)
}
