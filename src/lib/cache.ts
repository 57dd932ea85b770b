import { LRUCache } from 'lru-cache'

const caches: Cache<string, object>[] = []

/** Forgets everything that is cached in this process; for when another process has written. */
export function dropAllCaches(): void {
  for (const cache of caches) cache.clear()
}

/**
 * Answers kept in process, least recently used out first. What is loaded while something is dropped is handed out
 * but not kept: it may be older than the write that dropped it.
 */
export class Cache<Key extends string, Value extends object> {
  private readonly entries: LRUCache<Key, Value>
  private generation = 0

  /** Keeps at most `max`, and of what differs in size no more than `room.most` together, as `room.takenBy` measures. */
  constructor(max: number, room?: { most: number; takenBy: (value: Value) => number }) {
    this.entries = new LRUCache(room ? { max, maxSize: room.most, sizeCalculation: room.takenBy } : { max })
    caches.push(this as unknown as Cache<string, object>)
  }

  /** The value of `key`, loaded unless it is here; an `undefined` is not kept. */
  async get<Loaded extends Value | undefined>(key: Key, load: () => Promise<Loaded>): Promise<Value | Loaded> {
    const kept = this.entries.get(key)
    if (kept !== undefined) return kept
    const generation = this.generation
    const value = await load()
    if (value !== undefined && generation === this.generation) this.entries.set(key, value)
    return value
  }

  /** The values of `keys` in their order; those that are not here are loaded all at once. */
  async getAll(
    keys: readonly Key[],
    load: (missing: Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ): Promise<(Value | undefined)[]> {
    const values = keys.map((key) => this.entries.get(key))
    const missing = keys.filter((_, index) => values[index] === undefined)
    if (missing.length === 0) return values
    const generation = this.generation
    const loaded = await load(missing)
    if (generation === this.generation) for (const [key, value] of loaded) this.entries.set(key, value)
    return values.map((value, index) => value ?? loaded.get(keys[index] as Key))
  }

  /** Moves whenever something was dropped: while it stands still, nothing kept has become untrue. */
  get version(): number {
    return this.generation
  }

  drop(key: Key): void {
    this.generation++
    this.entries.delete(key)
  }

  dropWhere(matches: (value: Value) => boolean): void {
    this.generation++
    for (const [key, value] of this.entries.entries()) if (matches(value)) this.entries.delete(key)
  }

  clear(): void {
    this.generation++
    this.entries.clear()
  }
}
