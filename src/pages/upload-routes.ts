import { Elysia, t } from 'elysia'
import { storage } from '../../db/storage'
import { refuse } from '../errors'
import { isAttachedBy, type PictureRow, pictureById } from '../forum/pictures/pictures'
import { missing } from '../forum/posts/publish'
import { cachedPosts } from '../forum/posts/record'
import { readPost } from '../forum/posts/service'
import { readAccess } from '../forum/posts/visibility'
import { isAdministrator, isSelf, type Viewer } from '../ground/access/account'
import { strangersRead } from '../ground/settings/settings'
import { access } from '../http/access'
import { matchesEtag } from '../http/response-cache'
import { type PictureWidth, readPicture } from '../lib/files/pictures'
import { readUpload } from '../lib/files/uploads'
import { choice, uuid } from '../lib/text/schema'

/** What somebody uploaded may only be displayed, and not within another page. */
const displayed = (name: string, type: string) => ({
  'content-type': type,
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
})

/** Their names change with their content. */
export const uploads = new Elysia({ name: 'uploads' }).use(access).get(
  '/uploads/:file',
  async ({ params }) => {
    const file = (await readUpload(params.file)) ?? refuse('NOT_FOUND')
    const headers = { ...displayed(params.file, file.type), 'cache-control': 'public, max-age=31536000, immutable' }
    return new Response(file, { headers })
  },
  {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: t.Object({ file: t.String() }),
    detail: { hide: true },
  },
)

export const pictureFiles = new Elysia({ name: 'pictures' }).use(access).get(
  '/pictures/:id/:width',
  async ({ viewer, params, request }) => {
    const { picture, isPublic } = await readablePicture(viewer, params.id)
    const etag = `"${params.id}-${params.width}"`
    const headers = {
      ...displayed(`${params.id}.webp`, 'image/webp'),
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
