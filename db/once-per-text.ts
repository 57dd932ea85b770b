import type { Database } from 'bun:sqlite'
import { LRUCache } from 'lru-cache'

/**
 * What `make` made of a text, once for each connection while the text is among the `most` that were used last. A prepared
 * statement takes about 12 KB.
 */
export function oncePerText<Made extends object>(
  most: number,
  make: (database: Database, text: string) => Made,
): (database: Database, text: string) => Made {
  const kept = new WeakMap<Database, LRUCache<string, Made>>()
  const keeperOf = (database: Database) =>
    new LRUCache<string, Made>({ max: most, memoMethod: (text) => make(database, text) })
  return (database, text) => kept.getOrInsertComputed(database, keeperOf).memo(text)
}
