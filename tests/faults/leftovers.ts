import { afterAll } from 'bun:test'

// The blocks of a test that runs out of time never end, and the test runner ends without an `exit` event: what such a
// test made goes after the file's last test, the newest first.

const leftovers = new Set<() => unknown>()

afterAll(async () => {
  for (const remove of [...leftovers].reverse()) await remove()
})

/** Removes something after the file's last test, unless the returned function is called before. */
export function removeAtEnd(remove: () => unknown): () => void {
  leftovers.add(remove)
  return () => leftovers.delete(remove)
}
