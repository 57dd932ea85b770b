/** Returns what `make` returns, which it calls once, at the first use. */
export function atFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Made when a property is first read, so that importing reads no configuration. It inherits from what `make` returns: a
 * test may set a property before or after that. Methods with private fields (`#`) do not work on it.
 */
export function lazy<T extends object>(make: () => T): T {
  const materialize = (): T => {
    const made = make()
    Object.setPrototypeOf(object, made)
    return made
  }
  const unmade = {
    get: (_: object, name: string | symbol) => Reflect.get(materialize(), name),
    has: (_: object, name: string | symbol) => Reflect.has(materialize(), name),
  }
  const object: T = Object.create(new Proxy({}, unmade))
  return object
}

/** Loaded with the first connection or address: it brings streams along, for 10 ms. */
export const net = atFirstUse((): typeof import('node:net') => require('node:net'))
