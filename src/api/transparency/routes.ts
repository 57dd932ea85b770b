import { Elysia } from 'elysia'
import { Transparency } from '../../core/transparency/record'
import { readTransparency } from '../../core/transparency/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'

export const transparency = new Elysia({ name: 'transparency', prefix: '/api/v1', detail: { tags: ['instance'] } })
  .use(access)
  .get('/transparency', async () => ok('Transparency', await readTransparency()), {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    response: envelope(Transparency),
    detail: {
      operationId: 'getTransparency',
      summary: 'Read by month what was reported, removed, sanctioned and revealed',
      description: 'Of whole months, in coarse numbers. 404 until a superadmin switches it on.',
    },
  })
