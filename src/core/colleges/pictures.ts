import { config } from '../../config'
import { refuse, refuseField } from '../../errors'
import { reencodeImage } from '../../lib/images'
import { stageImage } from '../../lib/uploads'
import { message } from '../../messages/message'
import type { Viewer } from '../access/account'
import { writeAs } from '../access/write-as'
import { updateCollege } from './colleges'

/** Stores the college's picture, encoded anew. The one before goes when no college shows it any more. 400 for what is no image. */
export async function uploadPicture(user: Viewer, collegeId: string, file: File): Promise<{ url: string }> {
  if (!file.type.startsWith('image/')) refuseField('profile', 'uploads.notAnImage')
  if (file.size > config.profileImageMaxBytes)
    refuse('PAYLOAD_TOO_LARGE', message('uploads.tooLarge', { max: config.profileImageMaxBytes }))
  const image = await reencodeImage(await file.bytes())
  if ('problem' in image) return refuseField('profile', image.problem)
  const staged = await stageImage(image)
  try {
    await writeAs(user, 'admin', async (tx, user) => {
      await updateCollege(tx, user, collegeId, { profile: staged.url })
      // Within the write, lest the clearing away after an earlier one take the same picture.
      staged.place()
    })
  } finally {
    staged.discard()
  }
  return { url: staged.url }
}
