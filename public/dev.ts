import { watch } from 'node:fs'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { app } from '../src/app'
import { access } from '../src/http/access'
import { log } from '../src/lib/process/log'
import { serve } from '../src/main/serve'
import { serveAssetsFrom } from '../src/pages/assets'
import { buildClientForDevelopment } from './build'

/**
 * `bun dev`: serves from the sources, rebuilds the client when a file of it changes, and reloads the open pages. A
 * change of the server restarts this process (`--watch`), which reloads them, too. No build contains any of this.
 */

const FOLDER = join(import.meta.dir, '../dist/web-dev')
/** An editor that saves writes a file several times. */
const SETTLED_MS = 50

const openPages = new Set<ReadableStreamDefaultController>()
/** Of the build that is served; another one after each start. */
let version = ''
const versionEvent = () => `data: ${version}\n\n`

/**
 * Every page says of which version it is, because what it hears first may be a later one. Not deferred, so that no page
 * shows anything before it listens.
 */
const scriptOf = (build: string) => `<script src="/dev/reload.js" data-version="${build}"></script>`
const SCRIPT = `const { version } = document.currentScript.dataset
new EventSource('/dev/events').onmessage = ({ data }) => {
  if (data !== version) location.reload()
}
`

function events(request: Request): Response {
  app.server?.timeout(request, 0)
  let page: ReadableStreamDefaultController
  const stream = new ReadableStream({
    start(controller) {
      page = controller
      openPages.add(page)
      page.enqueue(`retry: 200\n${versionEvent()}`)
    },
    cancel() {
      openPages.delete(page)
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

const hidden = { public: true, detail: { hide: true } } as const
const reloading = new Elysia({ name: 'dev' })
  .use(access)
  .get('/dev/events', ({ request }) => events(request), hidden)
  .get('/dev/reload.js', () => new Response(SCRIPT, { headers: { 'content-type': 'text/javascript' } }), hidden)

async function build(): Promise<void> {
  const built = crypto.randomUUID()
  try {
    await buildClientForDevelopment(FOLDER, scriptOf(built))
    serveAssetsFrom(FOLDER)
    version = built
    for (const page of openPages) page.enqueue(versionEvent())
  } catch (err) {
    log.error({ err }, 'the web client could not be built')
  }
}

/** Resolves with the first build. What changes meanwhile makes another. */
function buildOnChange(): Promise<void> {
  const first = build()
  let last = first
  let timer: Timer | undefined
  const rebuild = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(build)
    }, SETTLED_MS)
  }
  for (const folder of [import.meta.dir, join(import.meta.dir, '../client')])
    watch(folder, { recursive: true }, rebuild)
  return first
}

app.use(reloading)
await buildOnChange()
// A stop waits for open requests, and these would never end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const page of openPages) page.close()
    openPages.clear()
  })
await serve()
