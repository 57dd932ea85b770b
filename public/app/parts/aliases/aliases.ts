import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { Listing } from '../../lib/listing'

const fetchOffer = (postId: string | undefined) =>
  envelope(api.users.me['next-alias'].get({ query: postId === undefined ? {} : { postId } }))

/** The name that one has in a thread or would have, and whether one may have another. */
export type AliasOffer = ResponseData<ReturnType<typeof fetchOffer>>['nextAlias']

export async function readOffer(postId: string | undefined): Promise<AliasOffer | Failure> {
  const answer = await fetchOffer(postId)
  return answer.success ? answer.data.nextAlias : answer
}

const PAGE = 20

const fetchAliases = (cursor: string | undefined) =>
  envelope(api.users.me.aliases.get({ query: { limit: PAGE, ...(cursor ? { cursor } : {}) } }))

export type OwnAlias = ResponseData<ReturnType<typeof fetchAliases>>['aliases'][number]

/** One's names for threads, newest first. */
export const listOwnAliases = (): Listing<OwnAlias> =>
  new Listing(
    async (cursor) => {
      const answer = await fetchAliases(cursor)
      return answer.success ? { items: answer.data.aliases, next: answer.data.meta.nextCursor } : answer
    },
    ({ id }) => id,
  )
