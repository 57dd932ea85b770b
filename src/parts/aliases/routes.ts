import { t } from 'elysia'
import { ok } from '../../http/envelope'
import { returns, routes } from '../../http/route'
import { clamped, clampTo, cursor, cursoredPagination, uuid } from '../../lib/text/schema'
import { listOwnAliases, nextAlias, ownAlias, readNextAlias } from './own-aliases'

const PAGE = { fallback: 1, min: 1, max: 1_000_000_000 }
const LIMIT = { fallback: 20, min: 1, max: 100 }

const OwnAliases = t.Object({ aliases: t.Array(ownAlias, { maxItems: LIMIT.max }), meta: cursoredPagination })

/** More than the longest name and the largest numbers take; less than what proxies compress. */
const ANSWER_BYTES = 256

/**
 * Whoever watches the network sees how long the answer is, and would know the length of a name before it is in a thread.
 * A parser skips spaces after the value (RFC 8259 §2).
 */
const ofOneLength = (answer: object): Response =>
  new Response(JSON.stringify(answer).padEnd(ANSWER_BYTES), { headers: { 'content-type': 'application/json' } })

/** The names for one thread, for their account alone. */
export const aliases = routes('users', '/api/v1/users/me')
  .get(
    '/aliases',
    async ({ user, query: { page, limit, cursor } }) =>
      ok('Your aliases', listOwnAliases(user, { page: clampTo(PAGE, page), limit: clampTo(LIMIT, limit), cursor })),
    {
      session: true,
      follower: 'copy',
      query: t.Object({ page: clamped(PAGE), limit: clamped(LIMIT), cursor }),
      ...returns(OwnAliases, 'listOwnAliases', "List one's names for one thread, newest first"),
    },
  )
  .get(
    '/next-alias',
    async ({ user, query: { postId } }) => ofOneLength(ok('Next alias', { nextAlias: readNextAlias(user, postId) })),
    {
      session: true,
      query: t.Object({ postId: t.Optional(uuid()) }),
      ...returns(
        t.Object({ nextAlias }),
        'readNextAlias',
        'Read the name that one would have in a thread, and what is left of the limits',
        'With `postId` the name that one has in that thread, if there is one.',
      ),
    },
  )
