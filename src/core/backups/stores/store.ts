import type { Listed } from '../names'

/** Where backups are kept. Each function throws BackupFailed, without a secret. */
export type Store = {
  list: () => Promise<Listed[]>
  /** Copies a file there, and returns once it is said to be kept. */
  put: (name: string, file: string, progress: (bytes: number) => void) => Promise<void>
  /** A small one, of text. */
  mark: (name: string) => Promise<void>
  /** What is kept there now. */
  read: (name: string) => AsyncIterable<Uint8Array>
  remove: (name: string) => Promise<void>
}
