/** The library, loaded with the first mail: it takes 70 ms, which neither a start nor most commands need. */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer')

/** What `make` makes, made when it is first asked for. */
export function atFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
