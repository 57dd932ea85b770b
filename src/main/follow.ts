import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'
import { lastCommit } from '../../db/commit-numbers'
import { ForOperator } from '../../db/error-code'
import { acquireLock } from '../../db/lock'
import { storage } from '../../db/storage'
import { config } from '../config'
import { auditHead } from '../ground/audit/chain'
import { existingKeys, keysFolder, refreshKeys } from '../lib/crypto/keys'
import { copyNote, databaseFile, isCopy, makeDataDirectory } from '../lib/files/data-directory'
import { COPY_STATES, type CopyState, Following, follow } from '../lib/follower/following'
import { askPrimary, type End, type Hindrance } from '../lib/follower/primary'
import { runEvery } from '../lib/process/background'
import { dropAllCaches } from '../lib/process/cache'
import { thisMoment } from '../lib/process/clock'
import { log } from '../lib/process/log'

const LOOK_AT_COPY_MS = 50
const ASK_PRIMARY_MS = 250
const LOOK_FOR_KEYS_MS = 60_000

/** Opens the copy as soon as there is one; nothing is written. @throws ForOperator */
export function openFollower(opened: AsyncDisposableStack): undefined {
  const { primaryUrl, followAloneMs } = config
  if (primaryUrl === undefined)
    throw new ForOperator('A follower needs PRIMARY_URL: where it reaches the server that writes.')
  makeDataDirectory()
  opened.defer(acquireLock(config.dataDir))
  if (existingKeys().length === 0)
    throw new ForOperator(
      `A follower needs the keys of the primary. Export them there, and import them here: ${keysFolder()} has none.`,
    )
  if (existsSync(databaseFile()) && !isCopy())
    throw new ForOperator(
      `The database in ${config.dataDir} is no copy that Litestream keeps (it has no file quad.db-txid beside it), but a primary's. If this machine has taken over, serve without --follow. If it is to be a follower, give it another DATA_DIR, or move quad.db away, and what is named like it.`,
    )
  const following = new Following(primaryUrl, followAloneMs)
  const copy = new WatchedCopy(following)
  follow(following)
  opened.defer(() => {
    follow(undefined)
    storage.closeCopy()
  })
  opened.defer(runEvery(LOOK_AT_COPY_MS, 'looking at the copy of the database', () => copy.look()))
  opened.defer(runEvery(ASK_PRIMARY_MS, 'asking the primary', () => ask(following, copy)))
  opened.defer(runEvery(LOOK_FOR_KEYS_MS, 'looking for the keys', () => void refreshKeys()))
}

/** The file that Litestream changes, or puts another in place of. */
class WatchedCopy {
  #opened: number | undefined
  #commit: number | undefined
  #wasPartial = false

  constructor(readonly following: Following) {}

  get end(): End {
    return this.#opened === undefined ? { head: null, entries: 0 } : auditHead(storage.reader)
  }

  look(): void {
    const file = databaseFile()
    // Without the note it is a primary's, which is not to be touched.
    const inode = isCopy() ? statSync(file, { throwIfNoEntry: false })?.ino : undefined
    if (inode !== this.#opened) this.#reopen(file, inode)
    if (inode === undefined) return
    const commit = lastCommit(storage.reader)
    if (!this.#isWhole(file)) return
    if (commit === this.#commit) return
    this.#commit = commit
    dropAllCaches()
    this.following.age.applied(commit)
  }

  /** Litestream writes its note after the pages. One that was ended between them left some of a commit's. */
  #isWhole(file: string): boolean {
    const [pages, note] = [statSync(file), statSync(copyNote())]
    const isWhole = pages.mtimeMs <= note.mtimeMs
    if (!isWhole && this.#wasPartial) this.#forget()
    this.#wasPartial = !isWhole
    return isWhole
  }

  #forget(): void {
    this.following.age.forget()
    this.#commit = undefined
  }

  #reopen(file: string, inode: number | undefined): void {
    this.#forget()
    storage.closeCopy()
    this.#opened = undefined
    if (inode === undefined) return
    leaveLogMode(file)
    storage.openCopy(file)
    this.#opened = inode
  }
}

const FORMATS = { offset: 18, rollback: 1 }

/** Litestream first writes it in log mode, without the log, in which SQLite would go on looking for changes. */
function leaveLogMode(file: string): void {
  chmodSync(file, 0o600)
  // No connection is open: to close a file releases the locks that this process has on it.
  const descriptor = openSync(file, 'r+')
  try {
    const formats = Buffer.alloc(2)
    readSync(descriptor, formats, 0, 2, FORMATS.offset)
    if (formats.every((format) => format === FORMATS.rollback)) return
    const { atime, mtime } = fstatSync(descriptor)
    writeSync(descriptor, Buffer.alloc(2, FORMATS.rollback), 0, 2, FORMATS.offset)
    // By it and that of the note one sees whether Litestream is at work.
    futimesSync(descriptor, atime, mtime)
  } finally {
    closeSync(descriptor)
  }
}

let said: CopyState | undefined

async function ask(following: Following, copy: WatchedCopy): Promise<void> {
  const asked = thisMoment()
  const { answer, hindrance } = await askPrimary(following.primary, copy.end)
  if (answer !== undefined) following.heard({ asked, ...answer })
  // Of one that is busy, or is started again, the state says enough.
  if (answer !== undefined || following.isPrimaryAway) note(hindrance)
  if (following.copy === said) return
  said = following.copy
  log.info({ copy: said }, COPY_STATES[said])
}

let noted: string | undefined

function note(hindrance: Hindrance | undefined): void {
  if (hindrance !== undefined && hindrance.what !== noted) log.error(hindrance.text)
  noted = hindrance?.what
}
