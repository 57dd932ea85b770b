import { Elysia } from 'elysia'
import { Instance } from '../../core/instance/record'
import { describeInstance } from '../../core/instance/service'
import { access } from '../http/access'
import { envelope, ok } from '../http/envelope'

export const instance = new Elysia({ name: 'instance', detail: { tags: ['instance'] } })
  .use(access)
  .get('/instance', async () => ok('Instance', await describeInstance()), {
    public: true,
    response: envelope(Instance),
    detail: { operationId: 'getInstance', summary: 'Read what a client needs to know before anybody signs in' },
  })
