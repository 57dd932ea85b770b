import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { listOf } from '../../lib/listing'

const fetchOffer = (postId: string | undefined) =>
  envelope(api.users.me['next-alias'].get({ query: postId === undefined ? {} : { postId } }))

/** The name that one has in a thread or would have, and whether one may have another. */
export type AliasOffer = ResponseData<ReturnType<typeof fetchOffer>>['nextAlias']

export async function readOffer(postId: string | undefined): Promise<AliasOffer | Failure> {
  const answer = await fetchOffer(postId)
  return answer.success ? answer.data.nextAlias : answer
}

const fetchAliases = (query: { cursor?: string }) => envelope(api.users.me.aliases.get({ query }))

export type OwnAlias = ResponseData<ReturnType<typeof fetchAliases>>['aliases'][number]

/** One's names for threads, newest first. */
export const listOwnAliases = () =>
  listOf(
    fetchAliases,
    ({ aliases }) => aliases,
    ({ id }) => id,
  )
