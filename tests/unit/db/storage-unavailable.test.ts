import { expect, test } from 'bun:test'
import { StorageUnavailable, storageFault } from '../../../db/storage-unavailable'

const thrown = (code: string | undefined) => Object.assign(new Error('said SQLite'), { code })

test.each([
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_RECOVERY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['EMFILE', 'busy'],
  ['ENFILE', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['SQLITE_IOERR_FSYNC', 'unsynced'],
  ['SQLITE_IOERR_DIR_FSYNC', 'unsynced'],
  ['SQLITE_IOERR_WRITE', 'io'],
  ['SQLITE_IOERR_SHORT_READ', 'io'],
  ['SQLITE_CANTOPEN', 'io'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_READONLY_DBMOVED', 'replaced'],
] as const)('%s means %s, bare or within the error of a query', (code, reason) => {
  const error = thrown(code)
  expect(storageFault(error)).toMatchObject({ name: 'StorageUnavailable', reason, cause: error })
  expect(storageFault(new Error('Failed query', { cause: error }))?.reason).toBe(reason)
})

test('what the storage said already stays what it is', () => {
  const fault = new StorageUnavailable('full')
  expect(storageFault(fault)).toBe(fault)
  expect(fault.retrySeconds).toBeGreaterThan(0)
})

test.each([...['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CORRUPT', 'ENOENT', undefined].map(thrown), 'SQLITE_FULL', null])(
  'no fault of the storage: number %#',
  (error) => expect(storageFault(error)).toBeUndefined(),
)
