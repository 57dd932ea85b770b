import { t } from 'elysia'
import { created } from '../../http/envelope'
import { makes, routes } from '../../http/route'
import { PICTURE_BYTES } from '../../lib/files/pictures'
import { faultMessage } from '../../lib/text/schema'
import { pictureRecord } from '../pictures/pictures'
import { uploadPicture } from '../pictures/upload'

export const pictureUploads = routes('posts', '/api/v1/pictures').post(
  '',
  async ({ user, body }) => created('Picture stored', { picture: await uploadPicture(user, body.picture) }),
  {
    author: true,
    creates: 'viewer',
    fails: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'CONFLICT'],
    body: t.Object({ picture: t.File({ 'x-max-bytes': PICTURE_BYTES, ...faultMessage('pictures.none') }) }),
    ...makes(
      t.Object({ picture: pictureRecord }),
      'uploadPicture',
      'Upload a picture for a post',
      'JPEG, PNG, WebP or GIF (its first frame), up to 10 MB and 40 megapixels. It is encoded anew without metadata, is seen by its uploader alone until a post has it, and goes after a day without one.',
    ),
  },
)
