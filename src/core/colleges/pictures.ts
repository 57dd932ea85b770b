import { colleges } from '../../../db/schema/colleges'
import { sqlStatement, TEXT } from '../../../db/statement'
import { storage, type Tx } from '../../../db/storage'
import { removeUpload, uploadName, uploadsBefore } from '../../lib/uploads'

const byPicture = sqlStatement('SELECT id FROM colleges WHERE profile = $url LIMIT 1', {
  returns: { id: colleges.id },
  params: { url: TEXT },
})

/**
 * Removes the uploaded picture if no college shows it. It looks after the commit, because another write of the same
 * batch may have begun to show it.
 */
export function removeUnusedPicture(tx: Tx, url: string | null): void {
  const name = url === null ? undefined : uploadName(url)
  if (url === null || name === undefined) return
  tx.afterCommit(() => {
    if (byPicture(storage.reader).get({ url }) === undefined) removeUpload(name)
  })
}

/** By the file name alone, because the URL may contain an earlier `PUBLIC_URL`. */
const byUploadName = sqlStatement('SELECT id FROM colleges WHERE instr(profile, $name) > 0 LIMIT 1', {
  returns: { id: colleges.id },
  params: { name: TEXT },
})

const DAY_MS = 86_400_000

/** Removes pictures older than a day that no college shows: a crash between a write and its file leaves them. */
export async function deleteUnusedPictures(tx: Tx, now = Date.now()): Promise<void> {
  for (const name of uploadsBefore(now - DAY_MS)) if (byUploadName(tx).get({ name }) === undefined) removeUpload(name)
}
