import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { storage } from '../../../db/storage'
import { encryptStream, newIdentity } from '../../lib/age-stream'
import { attempt, inBackground, runEvery } from '../../lib/background'
import { exportsFolder } from '../../lib/data-directory'
import { makeFolderDurably } from '../../lib/durable-files'
import { seal } from '../../lib/sealing'
import { addNotice } from '../notices/notices'
import { exportOf } from './contents'
import {
  countAttempt,
  deleteOldExports,
  type ExportRow,
  exportFile,
  failExport,
  finishExport,
  nextExport,
  sweepExportFiles,
} from './queries'
import { KEPT_MS } from './service'

// One after another, a piece at a time between requests. A copy that a killed process began is made anew.

const TASK = 'copies of people’s data'
const CHECK_INTERVAL_MS = 600_000
const MAX_ATTEMPTS = 3

let making = Promise.resolve()
let isEnding = false

/** Makes what people asked for; resolves when nothing waits. */
export function makeExports(): Promise<void> {
  making = making.catch(() => undefined).then(makeWaiting)
  return making
}

/** After the request that asked for one. */
export const makeExportsSoon = (): void => inBackground(TASK, makeExports)

async function makeWaiting(): Promise<void> {
  for (let row = nextExport(storage.reader); row !== undefined && !isEnding; row = nextExport(storage.reader)) {
    const { id, attempts } = row
    if (attempts >= MAX_ATTEMPTS) {
      await storage.write(async (tx) => void failExport(tx, id))
      await attempt(TASK, () => sweepExportFiles(storage.reader))
      continue
    }
    // Before the try, so that what kills the process does not kill it again and again.
    await storage.write(async (tx) => void countAttempt(tx, id))
    // It is reported, and tried again; who asked after it does not wait for that.
    await attempt(TASK, () => make(row))
  }
}

async function make({ id, userId }: ExportRow): Promise<void> {
  const { identity, recipient } = await newIdentity()
  const bytes = await storage.snapshot(async (db) => {
    const archive = await exportOf(db, userId, new Date())
    return archive && writeEncrypted(exportFile(id), archive, recipient)
  })
  if (bytes === undefined) return
  const owner = await storage.write(async (tx) => {
    const userId = finishExport(tx, { id, bytes, keySealed: seal(id, identity) })
    if (userId !== undefined) addNotice(tx, userId, { kind: 'export_ready' })
    return userId
  })
  if (owner === undefined) sweepExportFiles(storage.reader)
}

/** Returns the size of the archive; nothing if the server stops meanwhile. */
async function writeEncrypted(
  path: string,
  archive: Generator<Uint8Array>,
  recipient: string,
): Promise<number | undefined> {
  makeFolderDurably(exportsFolder())
  let size = 0
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = isEnding ? undefined : archive.next()
      if (piece === undefined || piece.done) return controller.close()
      size += piece.value.length
      controller.enqueue(piece.value)
    },
  })
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of await encryptStream(recipient, source)) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
  return isEnding ? undefined : size
}

/** Forgets copies after a week. */
export async function forgetOldExports(now = Date.now()): Promise<void> {
  const bounds = { before: new Date(now - KEPT_MS).toISOString(), latest: new Date(now + KEPT_MS).toISOString() }
  await storage.write(async (tx) => void deleteOldExports(tx, bounds))
  if (existsSync(exportsFolder())) sweepExportFiles(storage.reader)
}

/** Now and every ten minutes. The returned function stops that and waits for a run in progress. */
export function startExports(): () => Promise<void> {
  const stop = runEvery(CHECK_INTERVAL_MS, TASK, async () => {
    await forgetOldExports()
    await makeExports()
  })
  return async () => {
    isEnding = true
    await stop()
    await making.catch(() => undefined)
    isEnding = false
  }
}
