import { cpSync, lstatSync } from 'node:fs'

/** Copies a data directory, without the socket that a killed server leaves. */
export function copyFolder(from: string, to: string) {
  cpSync(from, to, { recursive: true, filter: (path) => !lstatSync(path).isSocket() })
}
