import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from '../../public/build'
import { app } from '../../src/app'
import { useQuad } from './kit'

/** A fresh Quad for the test file that awaits this, with its web client, on a free port; builds the client unless that is done. */
export async function useClient(): Promise<{ origin: string }> {
  if (!existsSync(join(import.meta.dir, '../../dist/web/index.html'))) await buildClient()
  await useQuad()
  app.listen({ port: 0, hostname: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${app.server!.port}` }
}
