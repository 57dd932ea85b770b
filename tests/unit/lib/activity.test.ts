import { expect, test } from 'bun:test'
import { migrationsFolder } from '../../../db/migrate'
import { Storage, type Tx } from '../../../db/storage'
import { backgroundIdle, inBackground } from '../../../src/lib/process/background'
import { currentActivity, inActivity } from '../../../src/lib/tracing/spans'
import { accompanyWrite } from '../../../src/lib/tracing/start'
import { temporaryFolder } from '../../support/operator'

const of = (route: string) => ({ route, trace: undefined })

test('what a request starts and does not wait for is no part of it', async () => {
  const seen: unknown[] = []
  inActivity(of('/a'), () =>
    inBackground('a task', async () => {
      seen.push(currentActivity())
    }),
  )
  await backgroundIdle()
  expect(seen).toEqual([{ task: 'a task', trace: undefined }])
})

test('each callback of a batch belongs to its own request, and what follows the commit to none', async () => {
  using folder = new DisposableStack()
  const { path, remove } = temporaryFolder()
  folder.defer(remove)
  const storage = new Storage()
  await storage.open({
    file: `${path}/quad.db`,
    synchronous: 'normal',
    checkpointer: false,
    migrations: migrationsFolder(),
  })
  storage.accompany(accompanyWrite)
  const seen: [string, string | undefined][] = []
  const note = (what: string) => seen.push([what, currentActivity()?.route])
  const write = (route: string) =>
    inActivity(of(route), async () => {
      await storage.write(async (tx: Tx) => {
        note(`callback of ${route}`)
        await Promise.resolve()
        note(`later in ${route}`)
        tx.afterCommit(() => note(`effect of ${route}`))
      })
      note(`after ${route}`)
    })
  await Promise.all(['/a', '/b', '/c'].map(write))
  await storage.close()
  expect(seen).toHaveLength(12)
  for (const [what, route] of seen) expect(route).toBe(what.startsWith('effect') ? undefined : what.replace(/.* /, ''))
})
