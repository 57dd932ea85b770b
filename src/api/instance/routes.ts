import { Elysia } from 'elysia'
import { readPlacePage } from '../../core/instance/pages'
import { Instance, PlacePageShown } from '../../core/instance/record'
import { describeInstance } from '../../core/instance/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'
import { PlacePageParams } from './schemas'

export const instance = new Elysia({ name: 'instance', prefix: '/api/v1', detail: { tags: ['instance'] } })
  .use(access)
  .get('/instance', async () => ok('Instance', await describeInstance()), {
    public: true,
    follower: 'copy',
    response: envelope(Instance),
    detail: { operationId: 'getInstance', summary: 'Read what a client needs to know before anybody signs in' },
  })
  .get(
    '/instance/pages/:page',
    async ({ origin, params }) => ok('Page', await readPlacePage(params.page, origin.language)),
    {
      public: true,
      follower: 'copy',
      params: PlacePageParams,
      response: envelope(PlacePageShown),
      detail: {
        operationId: 'getPlacePage',
        summary: 'Read a page of the place: its rules, privacy, contact or moderation',
        description: 'In the language of `Accept-Language`, where the campus has written it in that language.',
      },
    },
  )
