import { Elysia, t } from 'elysia'
import { storage } from '../../../db/storage'
import { isAdministrator, isSelf, type Viewer } from '../../ground/access/account'
import { strangersRead } from '../../ground/settings/settings'
import { access } from '../../http/access'
import { created } from '../../http/envelope'
import { matchesEtag } from '../../http/response-cache'
import { makes, routes } from '../../http/route'
import { PICTURE_BYTES, type PictureWidth, readPicture } from '../../lib/files/pictures'
import { choice, faultMessage, uuid } from '../../lib/text/schema'
import { isAttachedBy, type PictureRow, pictureById, pictureRecord } from '../pictures/pictures'
import { uploadPicture } from '../pictures/upload'
import { missing } from './publish'
import { cachedPosts } from './record'
import { readPost } from './service'
import { readAccess } from './visibility'

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

/** It may only be displayed, and not within another page. */
const POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox"

export const pictureFiles = new Elysia({ name: 'pictures' }).use(access).get(
  '/pictures/:id/:width',
  async ({ viewer, params, request }) => {
    const { picture, isPublic } = await readablePicture(viewer, params.id)
    const etag = `"${params.id}-${params.width}"`
    const headers = {
      'content-type': 'image/webp',
      'content-disposition': `inline; filename="${params.id}.webp"`,
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      // What others may cache has another name when they may not see it any more. With an answer to a session its cookie
      // may be renewed, which no cache between may keep.
      'cache-control': isPublic ? `${viewer ? 'private' : 'public'}, max-age=31536000, immutable` : 'private, no-cache',
      etag,
    }
    if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
    return new Response((await readPicture(picture, Number(params.width) as PictureWidth)) ?? missing(), { headers })
  },
  {
    content: true,
    follower: 'copy',
    fails: ['NOT_FOUND', 'FORBIDDEN'],
    params: t.Object({ id: uuid(), width: choice(['480', '960', '1600']) }),
    detail: { hide: true },
  },
)

/** Refuses as reading its post does. One that waits is its author's, and moderators see what is held. */
async function readablePicture(viewer: Viewer | null, id: string): Promise<{ picture: PictureRow; isPublic: boolean }> {
  const db = storage.reader
  const picture = pictureById(db, id) ?? missing()
  const { postId, ownerId, heldId } = picture
  if (postId === null) {
    const isOwn = viewer !== null && (isSelf(viewer, ownerId) || isAttachedBy(db, viewer, picture))
    if (isOwn || (heldId !== null && isAdministrator(viewer))) return { picture, isPublic: false }
    return missing()
  }
  await readPost(viewer, postId)
  const [post] = cachedPosts([postId])
  // The author of a shadow-banned post must not learn of it by a header.
  const isActive = post !== undefined && post.moderationState !== 'banned'
  const isPublic = isActive && readAccess({ ...post, moderationState: 'active' }, null) === 'readable'
  return { picture, isPublic: isPublic && strangersRead() }
}
