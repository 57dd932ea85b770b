import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { buildClient } from '../../public/build'
import { failures } from '../../src/http/failures'
import { headers } from '../../src/http/headers'
import { pages, shellNotFound } from '../../src/modules/pages/routes'

/** Serves the built web client on a free port of the loopback; builds it first where that has not been done. */
export async function serveClient(): Promise<{ origin: string; stop: () => Promise<void> }> {
  if (!existsSync(join(import.meta.dir, '../../dist/web/index.html'))) await buildClient()
  const app = new Elysia()
    .use(headers)
    .onError({ as: 'global' }, ({ request, code }) => (code === 'NOT_FOUND' ? shellNotFound(request) : undefined))
    .use(failures)
    .use(pages)
    .listen({ port: 0, hostname: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${app.server!.port}`, stop: async () => void (await app.stop(true)) }
}
