// Starts the server, signs in and stops it, and does so again in one process, with variables that name another college
// and superadmin by then. The process then ends by itself if nothing is left open.
import { config } from '../../src/config'
import { startServer } from '../../src/main/server'

const { email, password } = config.admin ?? { email: '', password: '' }
for (const [round, who] of [
  ['first', email],
  ['second', 'two@campus.edu'],
] as const) {
  if (config.admin) config.admin.email = who
  const { url, stop } = await startServer()
  const { status } = await fetch(`${url}/readyz`)
  const signedIn = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: who, password }),
  })
  await stop()
  const after = await fetch(`${url}/readyz`).then(
    () => 'answers',
    () => 'gone',
  )
  process.stderr.write(`${round} ${status}, ${who} ${signedIn.status}, ${after}\n`)
  if (config.campus) config.campus.domain = 'other.edu'
}
