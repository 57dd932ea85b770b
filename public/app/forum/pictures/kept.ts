import { api, envelope, type Failure } from '../../lib/api'
import { savedDrafts, sealKey } from '../../lib/drafts'
import { fromBase64, seal, toBase64, unseal } from '../../lib/sealing'
import { KEPT_PICTURES } from '../../lib/storage'
import { picturesText } from '../../texts/pictures'

// Pictures that were not sent yet: on this device, encrypted as the drafts are that name them.

/** `sentAs`: the id that the server gave it. Whoever sends the post once more sends the same. */
type Kept = { type: string; bytes: string; sentAs?: string }

const PREFIX = 'kept.'

/** Whether it names a picture of this device, and none of the server. */
export const isKept = (id: string): boolean => id.startsWith(PREFIX)

/** Where browsers encrypt nothing, for as long as the document lasts. */
const unsealed = new Map<string, Kept>()

const IV_BYTES = 12

async function write(name: string, kept: Kept): Promise<void> {
  unsealed.set(name, kept)
  if (sealKey === undefined) return
  const { iv, sealed } = await seal(sealKey, kept)
  // Without room for it, it lasts as long as the document.
  await caches
    .open(KEPT_PICTURES)
    .then((cache) => cache.put(`/${name}`, new Response(new Blob([iv, sealed]))))
    .catch(() => undefined)
}

async function find(name: string): Promise<Kept | undefined> {
  const stored = unsealed.has(name) || !sealKey ? undefined : await caches.match(`/${name}`)
  if (stored === undefined) return unsealed.get(name)
  const bytes = await stored.arrayBuffer()
  return unseal(sealKey!, { iv: bytes.slice(0, IV_BYTES), sealed: bytes.slice(IV_BYTES) })
}

/** Returns the name under which a draft has it. */
export async function keepPicture(file: Blob): Promise<string> {
  const name = PREFIX + crypto.randomUUID()
  await write(name, { type: file.type, bytes: toBase64(new Uint8Array(await file.arrayBuffer())) })
  return name
}

/** Of one on the server that goes with its text. */
export async function keepCopy(id: string): Promise<string> {
  const answer = await fetch(`/pictures/${id}/1600`)
  if (!answer.ok) throw new Error('The picture is not there')
  return keepPicture(await answer.blob())
}

const fileOf = ({ bytes, type }: Kept) => new File([fromBase64(bytes)], 'picture', { type })

export async function keptPicture(name: string): Promise<File | undefined> {
  const kept = await find(name)
  return kept && fileOf(kept)
}

export async function discardPicture(name: string): Promise<void> {
  unsealed.delete(name)
  if (sealKey) await (await caches.open(KEPT_PICTURES)).delete(`/${name}`)
}

/** Deletes what no draft names any more: call before one is kept. */
export async function discardUnnamed(): Promise<void> {
  const isNamed = savedDrafts().some(({ draft }) => draft.picture?.includes(PREFIX))
  if (sealKey && !isNamed) await caches.delete(KEPT_PICTURES)
}

type Pictured = { picture?: { id: string; alt: string } | null }

/** Sends the picture if it is not there yet, and then what has it. The server forgets one that nothing had for a day. */
export async function sendPictured<Input extends Pictured, Answer extends { success: true }>(
  input: Input,
  send: (input: Input) => Promise<Answer | Failure>,
): Promise<Answer | Failure> {
  const { picture } = input
  if (!picture || !isKept(picture.id)) return send(input)
  const kept = await find(picture.id)
  if (kept === undefined) return { success: false, code: '', message: picturesText.field.lost }
  const sendAs = async (id: string) => {
    const answer = await send({ ...input, picture: { ...picture, id } })
    if (answer.success) await discardPicture(picture.id)
    return answer
  }
  const before = kept.sentAs && (await sendAs(kept.sentAs))
  if (before && (before.success || before.code !== 'NOT_FOUND')) return before
  const uploaded = await envelope(api.pictures.post({ picture: fileOf(kept) }))
  if (!uploaded.success) return uploaded
  const { id } = uploaded.data.picture
  await write(picture.id, { ...kept, sentAs: id })
  return sendAs(id)
}
