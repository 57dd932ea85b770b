import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES } from '../config/variables'

/** Call before a command. What it returns gives what root made in another user's data directory to that user. */
export function keepOwner(directory = process.env.DATA_DIR || VARIABLES.DATA_DIR.default): () => void {
  const owner = process.getuid?.() === 0 ? statOf(directory) : undefined
  if (owner === undefined || owner.uid === 0) return () => {}
  return () => {
    const made = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => join(directory, name))
    for (const path of [directory, ...made])
      if (lstatSync(path, { throwIfNoEntry: false })?.uid === 0) lchownSync(path, owner.uid, owner.gid)
  }
}

/** Undefined for what is missing or cannot be read, of which the command says more. */
function statOf(directory: string) {
  try {
    return statSync(directory)
  } catch {
    return undefined
  }
}
