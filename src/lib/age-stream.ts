// Whole files encrypted for an age recipient, in constant memory.

/** What an age file begins with (https://age-encryption.org/v1). */
const MAGIC = 'age-encryption.org/v1'

/** The bytes encrypted for the recipient. */
export async function encryptStream(
  recipient: string,
  bytes: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return encrypter.encrypt(bytes)
}

/** The bytes that were encrypted for one of the identities. @throws when none of them fits, or the bytes are damaged */
export async function decryptStream(
  identities: readonly string[],
  bytes: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter.decrypt(bytes)
}

/** A new identity, and the recipient that it opens files of. */
export async function newIdentity(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

export const isEncrypted = async (path: string): Promise<boolean> =>
  (await Bun.file(path).slice(0, MAGIC.length).text()) === MAGIC
