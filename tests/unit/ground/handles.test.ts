import { afterEach, expect, spyOn, test } from 'bun:test'
import { log } from '../../../src/lib/process/log'
import { areHandlesExhausted, startHandleWatch } from '../../../src/lib/process/process'
import { grownFrom } from '../../support/metrics'
import { until } from '../../support/until'

const fault = (code: string) => Object.assign(new Error(code), { code })
const failing = (code: string) => () => {
  throw fault(code)
}

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

test('no handle is left if none can be opened for that reason', () => {
  expect(areHandlesExhausted()).toBe(false)
  for (const [code, exhausted] of [
    ['EMFILE', true],
    ['ENFILE', true],
    ['ENOENT', false],
    ['EACCES', false],
  ] as const)
    expect([code, areHandlesExhausted(failing(code))]).toEqual([code, exhausted])
})

test('the loop pauses only without handles, and one line says so, until there are some', async () => {
  const error = spyOn(log, 'error').mockImplementation(() => {})
  const pause = spyOn(Bun, 'sleepSync')
  const grown = await grownFrom()
  let isExhausted = false
  let looked = 0
  stop = startHandleWatch(() => ++looked > 0 && isExhausted)
  await until(() => looked > 0, 'a look')
  expect(await grown('quad_handles_exhausted_seconds_total')).toBe(0)
  expect(pause).not.toHaveBeenCalled()
  isExhausted = true
  await until(() => pause.mock.calls.length > 2, 'pauses')
  expect(error.mock.calls.filter(([line]) => `${line}`.startsWith('no file handles'))).toHaveLength(1)
  expect(await grown('quad_handles_exhausted_seconds_total')).toBe(1)
  isExhausted = false
  const after = pause.mock.calls.length
  await Bun.sleep(20)
  expect(pause.mock.calls.length).toBeLessThanOrEqual(after + 1)
  error.mockRestore()
  pause.mockRestore()
})
