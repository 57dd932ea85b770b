import { Random } from '../../../db/seed/context'
import type { Workspace } from '../data'
import type { Server } from '../servers'
import { Beside } from './beside'
import type { Campus } from './campus'
import type { Answered, Order } from './generator'
import { draw, readPost } from './mix'
import type { Online } from './online'
import { readProcess, useBetween } from './processor'
import type { Measured } from './tables'

const LINES = 250_000

/** Requests of the mix in a file, and beside it their kinds. */
async function writeRequests(campus: Campus, workspace: Workspace) {
  const random = new Random(Date.now(), 'requests')
  const kinds = new Uint8Array(LINES)
  const lines = Array.from({ length: LINES }, (_, at) => {
    const [kind, line] = draw(campus, random)
    kinds[at] = kind
    return line
  })
  const file = workspace.requests(lines)
  await Bun.write(`${file}.kinds`, kinds)
  return file
}

/** Half of those who are online look at a post, and hear of it. */
function writeSessions(campus: Campus, workspace: Workspace) {
  const random = new Random(Date.now(), 'sockets')
  return workspace.requests(
    campus.cookies.map((cookie) => [cookie, random.chance(0.5) ? readPost(campus, random) : '', '']),
  )
}

/** The students before a server: who asks, in one process, and who is online, in another. */
export class Crowd {
  #sockets = 0

  private constructor(
    readonly server: Server,
    readonly generator: Beside,
    readonly online: Beside,
  ) {}

  static async gather(campus: Campus, server: Server, workspace: Workspace): Promise<Crowd> {
    const requests = await writeRequests(campus, workspace)
    const port = String(server.port)
    return new Crowd(
      server,
      new Beside('generator.ts', port, requests),
      new Beside('online.ts', port, writeSessions(campus, workspace)),
    )
  }

  /** Opens more sockets, up to so many; none of them closes. */
  async connect(count: number) {
    this.online.order(count)
    const { open }: Online = JSON.parse(await this.online.heard())
    this.#sockets = open
  }

  async ask(order: Order): Promise<Measured> {
    const pids = [this.server.pid, this.generator.pid, this.online.pid]
    this.generator.order(order)
    await this.generator.heard()
    const before = pids.map(readProcess)
    const answered: Answered = JSON.parse(await this.generator.heard())
    const [server, generator, online] = pids.map((pid, at) =>
      useBetween(before[at] as (typeof before)[number], readProcess(pid), pid),
    )
    if (!server || !generator || !online) throw new Error('a process has ended')
    return { answered, server, generator, online, sockets: this.#sockets }
  }

  async leave() {
    await Promise.all([this.generator.stop(), this.online.stop()])
  }
}
