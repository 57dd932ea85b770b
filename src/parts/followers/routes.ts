import { Elysia } from 'elysia'
import { lastCommit } from '../../../db/commit-numbers'
import { storage } from '../../../db/storage'
import { refuse } from '../../errors'
import { hasEntry } from '../../ground/audit/chain'
import { access } from '../../http/access'
import { noteFollower } from '../../http/follower'
import { requestContext, requestQuery } from '../../http/request'
import { asFollower } from '../../lib/follower/following'
import { programId } from '../../lib/follower/primary'

/** What a follower asks several times a second; for everybody else there is no such page. */
export const replication = new Elysia({ name: 'replication' }).use(access).get(
  '/replication',
  ({ request }) => {
    if (asFollower() !== undefined || !requestContext(request).isForwarded) return refuse('NOT_FOUND')
    noteFollower()
    const query = requestQuery(request)
    const isAlike =
      query.get('program') === programId() &&
      hasEntry(storage.reader, Number(query.get('entries')), query.get('head') ?? '')
    return Response.json({ commit: lastCommit(storage.reader), isAlike })
  },
  { public: true, follower: 'itself', fails: ['NOT_FOUND'], detail: { hide: true } },
)
