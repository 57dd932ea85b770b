import type { Socket } from 'node:net'
import { join } from 'node:path'
import { net } from '../../config/net'
import { type Message, receive, send } from './lines'
import { SOCKET_NAME } from './predecessor'

type Running = Extract<Message, { type: 'server' }>

/** The server that runs, as its successor sees it. Whatever it waits for also comes when that server is gone. */
export type Predecessor = Running & {
  /** Resolves when this process may listen. Rejects when another one is taking over. */
  prepare(): Promise<void>
  /** Resolves when the server has let go of its data. */
  takeData(): Promise<void>
  /** Ends the server. */
  serving(): void
  /** Lets it go on. */
  leave(): void
}

/** The server that runs on a data directory, if it can hand over. */
export async function findPredecessor(dataDir: string): Promise<Predecessor | undefined> {
  const socket = await open(join(dataDir, SOCKET_NAME))
  if (socket === undefined) return undefined
  const gone = Promise.withResolvers<undefined>()
  let heard = Promise.withResolvers<Message>()
  socket.on('close', () => gone.resolve(undefined))
  socket.on('error', () => socket.destroy())
  receive(socket, (message) => heard.resolve(message))
  const ask = async (message: Message): Promise<Message | undefined> => {
    heard = Promise.withResolvers()
    send(socket, message)
    const answer = await Promise.race([heard.promise, gone.promise])
    if (answer?.type === 'refused') throw new Error(answer.why)
    return answer
  }
  const running = await ask({ type: 'who' })
  if (running?.type !== 'server') return undefined
  return {
    ...running,
    prepare: async () => void (await ask({ type: 'prepare' })),
    takeData: async () => void (await ask({ type: 'listening' })),
    serving: () => send(socket, { type: 'serving' }),
    leave: () => socket.destroy(),
  }
}

/** The server that runs on a data directory, or undefined, also where it is too old to hand over. */
export async function whoServes(dataDir: string): Promise<Running | undefined> {
  const server = await findPredecessor(dataDir)
  server?.leave()
  return server
}

function open(path: string): Promise<Socket | undefined> {
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>()
  const socket = net().connect(path, () => resolve(socket))
  socket.once('error', () => resolve(undefined))
  return promise
}
