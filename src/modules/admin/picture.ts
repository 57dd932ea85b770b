import { storage } from '../../../db/storage'
import { config } from '../../config'
import type { Viewer } from '../../domain/accounts'
import { updateCollege } from '../../domain/colleges'
import { refuse, refuseField } from '../../errors'
import { stageImage } from '../../services/uploads'

/** Stores the college's picture; the one before goes when no college shows it any more. 400 for what is no image. */
export async function uploadPicture(user: Viewer, collegeId: string, file: File): Promise<{ url: string }> {
  if (!file.type.startsWith('image/')) refuseField('profile', 'The file must be an image')
  if (file.size > config.profileImageMaxBytes)
    refuse('PAYLOAD_TOO_LARGE', `The image may have ${config.profileImageMaxBytes} bytes at most`)
  const staged = await stageImage(await file.bytes())
  if (!staged) return refuseField('profile', 'The image must be a PNG, JPEG, WebP, GIF or AVIF')
  try {
    await storage.write(async (tx) => {
      await updateCollege(tx, user, collegeId, { profile: staged.url })
      // Within the write, lest the clearing away after an earlier one take the same picture.
      staged.place()
    })
  } finally {
    staged.discard()
  }
  return { url: staged.url }
}
