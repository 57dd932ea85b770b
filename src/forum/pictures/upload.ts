import type { Static } from 'elysia'
import { pictures } from '../../../db/schema/waiting'
import { insertInto } from '../../../db/sql'
import { type Connection, storage } from '../../../db/storage'
import { refuse, refuseField } from '../../errors'
import type { Viewer } from '../../ground/access/account'
import { createOnce, writeCreation } from '../../ground/access/create-once'
import { allSettings } from '../../ground/settings/settings'
import { likenessOf, placeholderOf, reencodeImage } from '../../lib/files/images'
import { PICTURE_BYTES, stagePicture } from '../../lib/files/pictures'
import { message } from '../../messages/message'
import { bytesOf, isAttachedBy, ofAccount, pictureById, type pictureRecord, toPicture } from './pictures'

const PICTURE = {
  maxPixels: 40_000_000,
  quality: 82,
  isWhole: true,
  // A picture as long as a scroll is made narrow: WebP has a longest side.
  sides: [
    [1600, 6400],
    [960, 3840],
    [480, 1920],
  ],
} as const
const MEGABYTE = 1_000_000

/**
 * Keeps a picture for a post that is yet to be written, as its pixels alone. 400 `VALIDATION_FAILED` on `picture`, 413, or
 * 409 `CONFLICT` where the budget of the account or the campus is used up. No audit entry: it would stand beside an alias.
 */
export function uploadPicture(user: Viewer, sent: File): Promise<Static<typeof pictureRecord>> {
  const create = async () => {
    if (sent.size === 0) refuseField('picture', 'pictures.none')
    if (sent.size > PICTURE_BYTES)
      refuse('PAYLOAD_TOO_LARGE', message('pictures.tooLarge', { megabytes: PICTURE_BYTES / MEGABYTE }))
    refuseBeyondBudget(storage.reader, user, 0)
    const encoded = await encodePicture(sent)
    if ('problem' in encoded) return refuseField('picture', encoded.problem)
    const { bytes, likeness, ...shown } = encoded.picture
    const staged = await stagePicture(encoded.renditions)
    try {
      return await writeCreation(user, 'author', (tx, user) => {
        refuseBeyondBudget(tx, user, bytes)
        const picture = { id: crypto.randomUUID(), ...shown }
        const owner = { ownerId: user.id, uploadedAt: new Date().toISOString() }
        insertInto(pictures, { ...picture, ...owner, file: staged.file, bytes, likeness }).run(tx)
        staged.place()
        return picture
      })
    } finally {
      staged.discard()
    }
  }
  const read = (id: string) => {
    const row = pictureById(storage.reader, id)
    if (row?.ownerId === user.id || (row && isAttachedBy(storage.reader, user, row))) return toPicture(row)
    return refuse('NOT_FOUND', 'pictures.missing')
  }
  return createOnce(user.creation, { create, read })
}

/** Its pixels alone in each width, and what is kept of it beside those files. */
export async function encodePicture(sent: Blob | Uint8Array<ArrayBuffer>) {
  const image = await reencodeImage(sent, PICTURE)
  if ('problem' in image) return image
  const { renditions } = image
  const [{ width, height }, smallest] = [renditions[0]!, renditions.at(-1)!.webp]
  const [placeholder, likeness] = [await placeholderOf(smallest), await likenessOf(smallest)]
  const bytes = renditions.reduce((sum, { webp }) => sum + webp.length, 0)
  return { renditions, picture: { width, height, placeholder, likeness, bytes } }
}

function refuseBeyondBudget(db: Connection, { id }: Viewer, bytes: number): void {
  const { accountMegabytes, campusMegabytes } = allSettings().pictures
  if (bytesOf(db, ofAccount(id)) + bytes > accountMegabytes * MEGABYTE)
    refuse('CONFLICT', message('pictures.accountFull', { megabytes: accountMegabytes }))
  if (bytesOf(db) + bytes > campusMegabytes * MEGABYTE) refuse('CONFLICT', 'pictures.campusFull')
}
