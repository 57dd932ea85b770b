import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../db/storage'
import { measured } from './metrics'

const caches: Cache<string, object>[] = []

type CacheUse = { hits: number; misses: number; entries: number }

const uses = new Map<string, () => CacheUse>()

/** Tells monitoring of a cache; `name` is a constant. */
export const watchCache = (name: string, use: () => CacheUse): void => void uses.set(name, use)

const USES = {
  hits: ['counter', 'quad_cache_hits_total', 'Values that were in a cache'],
  misses: ['counter', 'quad_cache_misses_total', 'Values that were not in a cache, and were loaded'],
  entries: ['gauge', 'quad_cache_entries', 'Values in a cache'],
} as const
for (const [part, [kind, name, help]] of Object.entries(USES) as [keyof CacheUse, (typeof USES)[keyof CacheUse]][]) {
  const read = () => Object.fromEntries([...uses].map(([cache, use]) => [cache, use()[part]]))
  measured(kind, name, help, read, 'cache')
}

/** Empties all caches of this process, after another process has written to the database. */
export function dropAllCaches(): void {
  for (const cache of caches) cache.clear()
}

export class Cache<Key extends string, Value extends object> {
  private loaded: LRUCache<Key, Value> | undefined
  private generation = 0
  /** The last transaction that dropped something: until it is over, readers see what it changes as it was. */
  private changing: Tx['transaction'] = { isOver: true }
  private hits = 0
  private misses = 0

  /** `name` is for monitoring. At most `max` values; with `room` also at most `room.most` in total size, as `room.takenBy` measures it. */
  constructor(
    name: string,
    private readonly max: number,
    private readonly room?: { most: number; takenBy: (value: Value) => number },
  ) {
    caches.push(this as unknown as Cache<string, object>)
    watchCache(name, () => ({ hits: this.hits, misses: this.misses, entries: this.loaded?.size ?? 0 }))
  }

  /** Made with the first value that is asked for: it allocates room for all. */
  private get entries(): LRUCache<Key, Value> {
    const { max, room } = this
    this.loaded ??= new LRUCache(room ? { max, maxSize: room.most, sizeCalculation: room.takenBy } : { max })
    return this.loaded
  }

  get<Loaded extends Value | undefined>(key: Key, load: () => Loaded): Value | Loaded {
    const cached = this.entries.get(key)
    if (cached !== undefined) {
      this.hits++
      return cached
    }
    this.misses++
    const value = load()
    if (value !== undefined && this.changing.isOver) this.entries.set(key, value)
    return value
  }

  /** The values of `keys` in their order; one call loads all that are missing. */
  getAll(keys: readonly Key[], load: (missing: Key[]) => ReadonlyMap<Key, Value>): (Value | undefined)[] {
    const values = keys.map((key) => this.entries.get(key))
    const missing = keys.filter((_, index) => values[index] === undefined)
    this.misses += missing.length
    this.hits += keys.length - missing.length
    if (missing.length === 0) return values
    const loaded = load(missing)
    for (const [key, value] of loaded) this.entries.set(key, value)
    return values.map((value, index) => value ?? loaded.get(keys[index] as Key))
  }

  peek(key: Key): Value | undefined {
    return this.entries.peek(key)
  }

  /** Changes whenever something is dropped: while it stays the same, no cached value is outdated. */
  get version(): number {
    return this.generation
  }

  drop(key: Key): void {
    this.generation++
    this.loaded?.delete(key)
  }

  dropWhere(matches: (value: Value) => boolean): void {
    this.generation++
    for (const [key, value] of this.entries.entries()) if (matches(value)) this.entries.delete(key)
  }

  /** Drops them for the rest of the transaction, too, which changes what they say. */
  dropIn(tx: Tx, which: Key | ((value: Value) => boolean)): void {
    const drop = () => (typeof which === 'function' ? this.dropWhere(which) : this.drop(which))
    this.changing = tx.transaction
    drop()
    tx.afterCommit(drop)
  }

  clear(): void {
    this.generation++
    this.loaded?.clear()
  }
}
