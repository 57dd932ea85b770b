import { join } from 'node:path'
import { copyFolder } from '../copy-folder'
import { scratchFolder } from '../scratch'
import { type Observation, observed } from './observation'

export type Stored = Omit<Observation, 'entries' | 'lastEntry' | 'overflow'>

/** What a data directory holds, but for the audit log, and for aliases that the next start deletes. */
export function stored(dataDir: string): Stored {
  const { entries, lastEntry, overflow, ...rows } = observed(dataDir)
  return withoutUnusedAliases(rows)
}

/** Without those whose texts were deleted, which go when nothing else is left of them either, and what names them. */
function withoutUnusedAliases(rows: Stored): Stored {
  const authors = new Set([...rows.posts.values(), ...rows.comments.values()].map(({ authorId }) => authorId))
  const isUnused = (id: string) => rows.aliases.has(id) && !authors.has(id)
  const isNamed = (key: string) => key.split(' ').some(isUnused)
  const notifications = [...rows.notifications].map(
    ([id, { actorId, ...told }]) => [id, { ...told, actorId: actorId && isUnused(actorId) ? null : actorId }] as const,
  )
  return {
    ...rows,
    notifications: new Map(notifications),
    blocks: new Set([...rows.blocks].filter((key) => !isNamed(key))),
    aliases: new Map([...rows.aliases].filter(([id]) => !isUnused(id))),
  }
}

/** The same, and leaves the log where it is. */
export function storedInCopy(dataDir: string): Stored {
  using folder = scratchFolder()
  const copy = join(folder.path, 'copy')
  copyFolder(dataDir, copy)
  return stored(copy)
}

/** Names the rows that are not the same. */
export function differences(one: Stored, other: Stored) {
  return (Object.keys(one) as (keyof typeof one)[]).flatMap((name) => {
    const [rows, others] = [one, other].map((each) => new Map<string, unknown>([...each[name].entries()])) as [
      Map<string, unknown>,
      Map<string, unknown>,
    ]
    return [...new Set([...rows.keys(), ...others.keys()])].flatMap((key) =>
      Bun.deepEquals(rows.get(key), others.get(key)) ? [] : [`${name} ${key} differs`],
    )
  })
}
