import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { nullable } from '../../lib/text/schema'
import { makeExportsSoon } from './make'
import { exportState, openExport, readExport, requestExport } from './service'

const Export = t.Object({ export: nullable(exportState) })

export const exports = routes('users', '/api/v1/users/me/export')
  .get('', ({ user }) => ok('Your data', { export: readExport(user) }), {
    session: true,
    ...returns(
      Export,
      'getOwnExport',
      'Read whether a copy of all that Quad has about oneself can be downloaded',
      'Once it is ready, `GET /api/v1/users/me/export/file` is a ZIP archive of a page to read and the same as JSON, for who re-authenticated. It is kept for a week.',
    ),
  })
  .post(
    '',
    async ({ user }) => {
      const state = await requestExport(user)
      makeExportsSoon()
      return ok('Your data', { export: state })
    },
    {
      session: true,
      fails: ['RATE_LIMITED'],
      ...returns(
        Export,
        'requestOwnExport',
        'Ask for a copy of all that Quad has about oneself, once a day; a notice says when it is ready',
      ),
    },
  )
  .get(
    '/file',
    async ({ user }) => {
      const { body, name, bytes } = await openExport(user)
      const headers = {
        'content-type': 'application/zip',
        'content-length': String(bytes),
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      }
      return new Response(body, { headers })
    },
    { session: true, reauthenticated: true, fails: ['NOT_FOUND'], detail: { hide: true } },
  )
