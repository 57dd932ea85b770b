import { spyOn } from 'bun:test'
import { storage } from '../../db/storage'

// For tests of work in steps; `jest.restoreAllMocks()` ends both.

/** A step ends at the first look at the clock, so that each does as little as it can. */
export function slowClock(): void {
  let now = 0
  spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
}

/** As if the process was killed before the write of that number. */
export function killAtWrite(number: number, error = new Error('killed')): void {
  const write = storage.write.bind(storage)
  let writes = 0
  spyOn(storage, 'write').mockImplementation((callback) =>
    ++writes < number ? write(callback) : Promise.reject(error),
  )
}
