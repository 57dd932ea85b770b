import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseObject } from './json'
import { signature, signatureHolds } from './keys'

/**
 * A file that is not an archive of Quad, is damaged, or comes from a newer version; the message is for the operator.
 */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused'
}

export const damaged = (why: string): ArchiveRefused =>
  new ArchiveRefused(`The file is no backup that Quad made, or it is damaged: ${why}`)

/** The only names that are ever written to disk. */
export const NAME = '^(?:quad\\.db|uploads/[0-9a-f]{64}\\.[a-z]{3,4})$'

const FORMAT = 1

const PURPOSE = 'backup-manifest'

/** Shown on the operator's terminal: no control characters. */
const text = Type.String({ maxLength: 200, pattern: '^[\\w.:+-]*$' })
const hash = Type.String({ pattern: '^[0-9a-f]{64}$' })
const size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  quad: text,
  createdAt: text,
  migrations: Type.Array(text),
  /** The last hash of the audit log; null where there is none, or the log is older than the chain. */
  auditHead: Type.Union([hash, Type.Null()]),
  auditEntries: size,
  /** Ids of the keys that its values need, none of which is in the archive. */
  keys: Type.Array(text),
  files: Type.Array(Type.Object({ name: Type.String({ pattern: NAME }), size, sha256: hash })),
  /** Of all that comes before it, with the key that was current; null where there was none. */
  signature: Type.Union([Type.String({ pattern: '^[0-9a-f]{8}\\.[\\w-]{43}$' }), Type.Null()]),
  /** Of all that comes before it. */
  sha256: hash,
})

export type Manifest = Static<typeof Manifest>
export type ArchivedFile = Manifest['files'][number]
export type NewManifest = Omit<Manifest, 'format' | 'sha256' | 'signature'>

const written = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

const digest = (value: string): string => new Bun.CryptoHasher('sha256').update(value).digest('hex')

/** The manifest as it is packed: with its own hash and, where there is a key, a signature. */
export function sealManifest(manifest: NewManifest): string {
  const head = { format: FORMAT, ...manifest }
  const signed = { ...head, signature: signature(PURPOSE, written(head)) }
  return written({ ...signed, sha256: digest(written(signed)) })
}

/**
 * Reads a packed manifest.
 * @throws ArchiveRefused unless it is, to the byte, as it was written, and signed as it says where that key is here
 */
export function openManifest(packed: string): Manifest {
  const manifest = parseObject(packed)
  if (typeof manifest.format === 'number' && manifest.format > FORMAT)
    throw new ArchiveRefused('The backup was made by a newer version of Quad: install that one to restore it.')
  if (!Value.Check(Manifest, manifest)) {
    const wrong = Value.Errors(Manifest, manifest).First()
    throw damaged(`its manifest is wrong at ${wrong?.path || 'the top'}`)
  }
  refuseAltered(packed, manifest)
  return manifest
}

function refuseAltered(packed: string, manifest: Manifest): void {
  const { sha256, signature, ...head } = manifest
  // Not what it says alone: also how it is written, so that no byte is without meaning.
  const signed = { ...head, signature }
  if (packed !== written({ ...signed, sha256 }) || sha256 !== digest(written(signed)))
    throw damaged('its manifest is not as it was written')
  if (signature && signatureHolds(signature, PURPOSE, written(head)) === false)
    throw new ArchiveRefused(
      `The backup says that the key ${signerOf(manifest)} signed it, and it did not: somebody has altered it.`,
    )
}

/** The id of the key that signed the backup. */
export const signerOf = ({ signature }: Manifest): string | undefined => signature?.split('.')[0]
