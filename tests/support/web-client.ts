import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../public/build'
import { app } from '../../src/app'
import { openQuad } from './kit'

/** Serves Quad with its web client on a free port of the loopback; builds the client first where that has not been done. */
export async function serveClient(): Promise<{ origin: string; stop: () => Promise<void> }> {
  if (!existsSync(join(import.meta.dir, '../../dist/web/index.html'))) await buildClient()
  const close = await openQuad()
  app.listen({ port: 0, hostname: '127.0.0.1' })
  const stop = async () => {
    await app.stop(true)
    await close()
  }
  return { origin: `http://127.0.0.1:${app.server!.port}`, stop }
}
