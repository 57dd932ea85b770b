import { effect, type ReadonlySignal } from '@preact/signals'
import { importKey, type Sealed, seal, unseal } from './sealing'
import { type Copy, isFresh, kindOf, withCopy, withoutPath } from './shelf'
import { ACCOUNT, COPIES, readStorage, writeStorage } from './storage'

// The last answers that somebody signed in has read, for when there is no network. They are encrypted under the key of
// the account's drafts, which the browser keeps in a form that no script can read out, and are deleted with it.

const STORE = 'copies'
const OWNER = 'owner'
const INDEX = 'index'

/** Who is signed in; undefined until that is known. */
export type Reader = ReadonlySignal<{ id: string; draftKey: string } | null | undefined>
type Known = NonNullable<Reader['value']>

type Owner = { account: string; key: CryptoKey }

const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openDatabase(): Promise<IDBDatabase> {
  // Before it exists, so that it is deleted even if this ends at once.
  writeStorage(COPIES, 'yes')
  const opening = indexedDB.open(COPIES)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await settled(opening)
  // It is being deleted.
  database.onversionchange = () => database.close()
  return database
}

const read = <Value>(database: IDBDatabase, name: string): Promise<Value | undefined> =>
  settled(database.transaction(STORE).objectStore(STORE).get(name))

async function readIndex(database: IDBDatabase, key: CryptoKey): Promise<Copy[]> {
  const sealed = await read<Sealed>(database, INDEX)
  return sealed === undefined ? [] : unseal<Copy[]>(key, sealed)
}

/** One after the other, also of several tabs. */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? (navigator.locks.request(COPIES, work) as Promise<Result>) : work()

const known = (reader: Reader): Promise<Known | null> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      const { value } = reader
      if (value === undefined) return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })

/** Of the account that is signed in in this browser, in whichever tab: an answer to another one is not its. */
async function ownerOf(database: IDBDatabase, { id, draftKey }: Known): Promise<Owner | undefined> {
  if (readStorage(ACCOUNT) !== id) return undefined
  const owner = await read<Owner>(database, OWNER)
  if (owner?.account === id) return owner
  const key = await importKey(draftKey)
  if (key === undefined) return undefined
  const fresh = { account: id, key }
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
  store.clear()
  await settled(store.put(fresh, OWNER))
  return fresh
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

type Answered = {
  reader: Reader
  path: string
  response: Response
  /** False once copies were deleted since it came. */
  isCurrent: () => boolean
}

const GONE = new Set([403, 404, 410])

/** Keeps the answer to whoever is signed in; forgets what the server no longer shows. */
export async function keepAnswer({ reader, path, response, isCurrent }: Answered): Promise<void> {
  const viewer = await known(reader)
  if (viewer === null) return
  const isGone = GONE.has(response.status)
  if (!response.ok && !isGone) return
  const text = await response.text()
  await alone(async () => {
    const database = await openDatabase()
    try {
      const owner = await ownerOf(database, viewer)
      if (owner === undefined) return
      const before = await readIndex(database, owner.key)
      const named = kindOf(path) === 'feed' ? (text.match(ID) ?? []) : []
      const copy = { path, name: crypto.randomUUID(), savedAt: Date.now(), bytes: text.length, named }
      const after = isGone ? withoutPath(before, path) : withCopy(before, copy)
      const [index, sealed] = [await seal(owner.key, after), await seal(owner.key, text)]
      // It may have been signed out meanwhile, or somebody blocked.
      if (readStorage(ACCOUNT) !== viewer.id || !isCurrent()) return
      const store = database.transaction(STORE, 'readwrite').objectStore(STORE)
      const names = new Set(after.map(({ name }) => name))
      if (names.has(copy.name)) store.put(sealed, copy.name)
      for (const { name } of before) if (!names.has(name)) store.delete(name)
      await settled(store.put(index, INDEX))
    } finally {
      database.close()
    }
  })
}

/** The copy of the answer that the account of this browser read last, and from when it is. */
export async function findCopy(path: string): Promise<{ text: string; savedAt: number } | undefined> {
  const account = readStorage(ACCOUNT)
  if (kindOf(path) === undefined || account === null || readStorage(COPIES) === null) return undefined
  const database = await openDatabase()
  try {
    const owner = await read<Owner>(database, OWNER)
    if (owner?.account !== account) return undefined
    const copy = (await readIndex(database, owner.key)).find((each) => each.path === path)
    const sealed = copy && isFresh(copy, Date.now()) && (await read<Sealed>(database, copy.name))
    return sealed ? { text: await unseal<string>(owner.key, sealed), savedAt: copy.savedAt } : undefined
  } finally {
    database.close()
  }
}
