import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ADMIN, Browser } from '../support/program'
import { until } from '../support/until'
import { freshServer } from './server'

const thrower = join(import.meta.dir, '../support/throw-on-signal.ts')

test('an error that nobody foresaw is logged with its stack, and ends nothing', async () => {
  await using server = await freshServer({ under: ([bun = '', ...command]) => [bun, '--preload', thrower, ...command] })
  const unforeseen = () => server.lines().filter(({ task }) => task === 'unknown work')
  server.signal('SIGUSR2')
  await until(() => unforeseen().length > 0, 'the line of the log')
  for (let times = 0; times < 20; times++) server.signal('SIGUSR2')
  expect((await new Browser(server.url).post('/api/v1/auth/login', ADMIN)).status).toBe(200)
  expect((await server.stop()).status).toBe(0)
  // Once a minute.
  expect(unforeseen()).toHaveLength(1)
  expect(JSON.stringify(unforeseen())).toMatch(/that nobody (?:catches|awaits).*throw-on-signal/)
})
