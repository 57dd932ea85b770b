// Starts the server, stops it, and does both again in one process, which then ends by itself if nothing is left open.
import { startServer } from '../../src/server'

for (const round of ['first', 'second']) {
  const { url, stop } = await startServer()
  const { status } = await fetch(`${url}/readyz`)
  await stop()
  const after = await fetch(`${url}/readyz`).then(
    () => 'answers',
    () => 'gone',
  )
  process.stderr.write(`${round} ${status} ${after}\n`)
}
