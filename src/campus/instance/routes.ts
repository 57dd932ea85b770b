import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { choice } from '../../lib/text/schema'
import { describeInstance, Instance, PLACE_PAGES, PlacePageShown, readPlacePage } from './service'

export const instance = routes('instance', '/api/v1')
  .get('/instance', async () => ok('Instance', describeInstance()), {
    public: true,
    follower: 'copy',
    ...returns(Instance, 'getInstance', 'Read what a client needs to know before anybody signs in'),
  })
  .get('/instance/pages/:page', async ({ origin, params }) => ok('Page', readPlacePage(params.page, origin.language)), {
    public: true,
    follower: 'copy',
    params: t.Object({ page: choice([...PLACE_PAGES]) }),
    ...returns(
      PlacePageShown,
      'getPlacePage',
      'Read a page of the place: its rules, privacy, contact or moderation',
      'In the language of `Accept-Language`, where the campus has written it in that language.',
    ),
  })
