import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { defineCommand } from 'citty'
import { storage, type Tx } from '../../db/storage'
import { config } from '../config'
import { SHORTEST_SECRET } from '../config/variables'
import type { AuditAction } from '../ground/audit/actions'
import { noteKey } from '../keeping/maintenance/required-keys'
import { addKey, allKeys, existingKeys, hasKey, type Key, keyId, keysFolder } from '../lib/crypto/keys'
import { unsealWith } from '../lib/crypto/sealing'
import { makeDataDirectory } from '../lib/files/data-directory'
import { writeDurably } from '../lib/files/durable-files'
import { parseObject } from '../lib/text/json'
import { needed, positional } from './args'
import { type Answer, CommandFailed, printable } from './run'
import { auditOperator, withStorage } from './with-storage'

/** What `export` writes, for a safe. */
const ExportedKeys = Type.Object({
  quadKeys: Type.Array(
    Type.Object({
      id: Type.String({ pattern: '^[0-9a-f]{8}$' }),
      createdAt: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
      secret: Type.String({ minLength: SHORTEST_SECRET }),
    }),
    { minItems: 1 },
  ),
})
type ExportedKeys = Static<typeof ExportedKeys>

const list = defineCommand({
  meta: { name: 'list', description: 'Lists the ids of the keys, the current one first' },
  run(): Answer {
    const keys = existingKeys().map(({ id, createdAt, isFile }, at) => ({
      id,
      createdAt: isFile ? createdAt : null,
      isFromSecret: !isFile,
      isCurrent: at === 0,
    }))
    const text = keys.map(
      ({ id, createdAt, isCurrent }) => `${id}  ${createdAt ?? 'from SECRET'}${isCurrent ? '  current' : ''}`,
    )
    return { data: { keys }, text }
  },
})

const rotate = defineCommand({
  meta: { name: 'rotate', description: 'Makes a new key, which new values are made with; Quad may be running' },
  async run(): Promise<Answer> {
    if (config.secret !== undefined)
      throw new CommandFailed(
        'SECRET is the current key: export the keys, change SECRET, and import the file again. Then the former one is a file.',
      )
    const { id } = await withStorage(async () => {
      // Before the first value that names it, and there again if the write fails.
      const key = addKey()
      await storage.write((tx) => {
        noteKey(tx.sqlite, key.id)
        record(tx, 'operator:rotated:keys', [key])
      })
      return key
    })
    const text = `The current key is ${id}. The former ones stay until nothing needs them. Export the keys again.`
    return { data: { id }, text }
  },
})

const exportKeys = defineCommand({
  meta: { name: 'export', description: 'Writes all keys into one file, for a safe; no backup holds them' },
  args: { file: positional('The new file, such as /media/safe/quad.keys') },
  async run({ args }): Promise<Answer> {
    const keys = await withStorage(async () => {
      const all = allKeys()
      writeKeys(args.file, all)
      await storage.write((tx) => record(tx, 'operator:exported:keys', all))
      return all
    })
    const ids = keys.map(({ id }) => id)
    const text = `Wrote ${ids.length} to ${args.file} (${ids.join(', ')}). Keep it off this machine.`
    return { data: { file: args.file, keys: ids }, text }
  },
})

function writeKeys(file: string, keys: readonly Key[]): void {
  const exported: ExportedKeys = { quadKeys: keys.map(({ id, createdAt, secret }) => ({ id, createdAt, secret })) }
  if (existsSync(file)) throw new CommandFailed(`${file} exists already; an export overwrites nothing.`)
  if (!existsSync(dirname(file))) throw new CommandFailed(`There is no directory for ${file}.`, 2)
  writeDurably(file, `${JSON.stringify(exported, null, 2)}\n`)
}

const importKeys = defineCommand({
  meta: { name: 'import', description: 'Adds the keys of an exported file that are missing here' },
  args: { file: positional('A file from `keys export`') },
  run({ args }): Answer {
    // Without the database: it cannot be opened while a key is missing.
    makeDataDirectory()
    const { quadKeys } = readKeys(args.file)
    const ofVariable = config.secret === undefined ? undefined : keyId(config.secret)
    const missing = quadKeys.filter(({ id }) => id !== ofVariable && !hasKey(id))
    for (const { secret, createdAt } of missing) addKey(secret, createdAt)
    const added = missing.map(({ id }) => id)
    const ids = added.join(', ') || 'none, for all of them were here'
    return { data: { added }, text: `Added to ${keysFolder()}: ${ids}. A running Quad uses them after a restart.` }
  },
})

function readKeys(file: string): ExportedKeys {
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}.`, 2)
  const keys = parseObject(readFileSync(file, 'utf8'))
  if (!Value.Check(ExportedKeys, keys) || keys.quadKeys.some(({ id, secret }) => keyId(secret) !== id))
    throw new CommandFailed(`${file} is no file that \`quad keys export\` wrote, or it is damaged.`)
  return keys
}

function record(tx: Tx, action: AuditAction, keys: readonly Key[]): void {
  auditOperator(tx, action, { keys: keys.map(({ id }) => id).join(' ') })
}

export const keys = defineCommand({ subCommands: { list, rotate, export: exportKeys, import: importKeys } })

export const unseal = defineCommand({
  args: {
    identity: needed('The file that age-keygen wrote', 'FILE'),
    value: { ...positional('A sealed value; several come line by line from stdin'), required: false },
  },
  async *run({ args }): AsyncGenerator<string, Answer> {
    const identities = readIdentities(args.identity)
    const values = args.value === undefined ? await valuesFromInput() : [args.value]
    if (values.length === 0) throw new CommandFailed('This needs a sealed value: as an argument, or from stdin.', 2)
    const addresses: string[] = []
    for (const value of values) {
      const address = printable(await opened(identities, value))
      addresses.push(address)
      yield address
    }
    return { data: { addresses }, text: [] }
  },
})

async function valuesFromInput(): Promise<string[]> {
  const values: string[] = []
  for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') values.push(line.trim())
  return values
}

async function opened(identities: readonly string[], value: string): Promise<string> {
  try {
    return await unsealWith(identities, value)
  } catch {
    throw new CommandFailed('A value was sealed for another identity, or it is not whole.')
  }
}

const IDENTITY = /^AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]+$/

export function readIdentities(file: string): string[] {
  if (!existsSync(file)) throw new CommandFailed(`There is no file ${file}.`, 2)
  const lines = readFileSync(file, 'utf8').split('\n')
  const identities = lines.map((line) => line.trim()).filter((line) => IDENTITY.test(line))
  if (identities.length === 0)
    throw new CommandFailed(`${file} holds no identity of age, a line that begins with AGE-SECRET-KEY-1.`, 2)
  return identities
}
