import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What a kind of work took in one test file: how often, and for how many milliseconds. */
export type Cost = { file: string; kind: string; times: number; ms: number }

const { TEST_COSTS } = process.env
const costs = new Map<string, Cost>()

/** Does the work; where costs are asked for, adds it to those of the test file that runs. */
export function costing<T>(kind: string, work: () => T): T {
  if (!TEST_COSTS) return work()
  // The runner's main module is the test file.
  const file = relative(process.cwd(), Bun.main)
  const started = performance.now()
  const add = () => {
    const cost = costs.get(`${file} ${kind}`) ?? { file, kind, times: 0, ms: 0 }
    costs.set(`${file} ${kind}`, { ...cost, times: cost.times + 1, ms: cost.ms + performance.now() - started })
  }
  const result = work()
  if (result instanceof Promise) result.then(add, add)
  else add()
  return result
}

let atLastFile = process.cpuUsage()

/** Counts what only the runtime sees: passwords, waits and processes. */
export function costRuntime(): void {
  if (!TEST_COSTS) return
  const { sleep, spawn, spawnSync } = Bun
  const { hash, verify } = Bun.password
  const costed =
    <Args extends unknown[], T>(kind: string, work: (...args: Args) => T) =>
    (...args: Args): T =>
      costing(kind, () => work(...args))
  Object.assign(Bun, {
    sleep: costed('waits', sleep),
    spawnSync: costed('processes', spawnSync as (...args: unknown[]) => unknown),
    spawn: (...args: Parameters<typeof spawn>) => {
      const child = spawn(...args)
      costing('processes', () => child.exited)
      return child
    },
  })
  Object.assign(Bun.password, { hash: costed('passwords', hash), verify: costed('passwords', verify) })
}

/** Hands over what was counted so far, at the end of a test file. */
export function writeCosts(): void {
  if (!TEST_COSTS) return
  const { user, system } = process.cpuUsage(atLastFile)
  atLastFile = process.cpuUsage()
  const file = relative(process.cwd(), Bun.main)
  costs.set('processor', { file, kind: 'processor of the tests themselves', times: 1, ms: (user + system) / 1000 })
  appendFileSync(TEST_COSTS, [...costs.values()].map((cost) => `${JSON.stringify(cost)}\n`).join(''))
  costs.clear()
}
