import { storage } from '../../../db/storage'
import { storageFault } from '../../../db/storage-unavailable'
import { indexNext, type Subject, waitingForSearch } from '../../ground/search-index'
import { every, within } from '../../lib/process/background'

// What is written is indexed after its commit: soon, and at once when somebody searches.

/** Searches that come together wait for the same write. */
const underWay: Partial<Record<Subject, Promise<void>>> = {}

const indexSome = (subject: Subject): Promise<void> =>
  (underWay[subject] ??= storage
    .write((tx) => indexNext(tx, subject))
    .finally(() => {
      delete underWay[subject]
    }))

/** Indexes what was committed before. */
export async function indexNew(subject: Subject): Promise<void> {
  const newest = waitingForSearch(storage.reader, subject).newest ?? 0
  while ((waitingForSearch(storage.reader, subject).first ?? Number.POSITIVE_INFINITY) <= newest)
    await indexSome(subject)
}

/** Of a disk that says nothing. */
const PATIENCE_MS = 1000

/** Before a search, so that it misses nothing. Where nobody can write, it finds what is indexed. */
export async function readyToSearch(subject: Subject): Promise<void> {
  const indexed = indexNew(subject).catch((error) => {
    if (storageFault(error) === undefined) throw error
  })
  await within(PATIENCE_MS, indexed)
}

export const startIndexing = every(250, 'indexing new texts', async () => {
  for (const subject of ['posts', 'comments'] as const) await indexNew(subject)
})
