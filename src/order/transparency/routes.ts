import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { readTransparency, Transparency } from './service'

export const transparency = routes('instance', '/api/v1').get(
  '/transparency',
  async () => ok('Transparency', readTransparency()),
  {
    public: true,
    follower: 'copy',
    fails: ['NOT_FOUND'],
    ...returns(
      Transparency,
      'getTransparency',
      'Read by month what was reported, removed, sanctioned and revealed',
      'Of whole months, in coarse numbers. 404 until a superadmin switches it on.',
    ),
  },
)
