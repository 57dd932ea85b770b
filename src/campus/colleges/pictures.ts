import { colleges } from '../../../db/schema/colleges'
import { sql } from '../../../db/sql'
import { storage, type Tx } from '../../../db/storage'
import { removeUpload, uploadName, uploadsBefore } from '../../lib/files/uploads'
import { inBackground } from '../../lib/process/background'

/**
 * Removes the uploaded picture if no college shows it. In another write, which begins when this one is on disk:
 * after a power cut the college may still show the former picture.
 */
export function removeUnusedPicture(tx: Tx, url: string | null): void {
  const name = url === null ? undefined : uploadName(url)
  if (name === undefined) return
  tx.afterCommit(() =>
    inBackground('removing a picture that no college shows', () => storage.write((tx) => removeUnlessShown(tx, name))),
  )
}

const DAY_MS = 86_400_000

/** Removes pictures older than a day that no college shows: a crash between a write and its file leaves them. */
export function deleteUnusedPictures(tx: Tx, now = Date.now()): void {
  for (const name of uploadsBefore(now - DAY_MS)) removeUnlessShown(tx, name)
}

/** The reader sees what is on disk; other writes of this batch may have begun to show the picture, or may yet fail. */
function removeUnlessShown(tx: Tx, name: string): void {
  // By the file name alone, because the URL may contain an earlier `PUBLIC_URL`.
  if (
    [storage.reader, tx].every(
      (db) =>
        sql({ id: colleges.id })`SELECT id FROM colleges WHERE instr(profile, ${name}) > 0 LIMIT 1`.get(db) ===
        undefined,
    )
  )
    removeUpload(name)
}
