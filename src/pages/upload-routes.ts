import { Elysia, t } from 'elysia'
import { refuse } from '../errors'
import { access } from '../http/access'
import { readUpload } from '../lib/files/uploads'

/** The name changes with the content, and the content may only be displayed. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

export const uploads = new Elysia({ name: 'uploads' }).use(access).get(
  '/uploads/:file',
  async ({ params }) => {
    const file = (await readUpload(params.file)) ?? refuse('NOT_FOUND')
    const name = `inline; filename="${params.file}"`
    return new Response(file, { headers: { ...HEADERS, 'content-type': file.type, 'content-disposition': name } })
  },
  {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    params: t.Object({ file: t.String() }),
    detail: { hide: true },
  },
)
