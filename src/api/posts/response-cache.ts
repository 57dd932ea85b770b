import { postsVersion } from '../../core/posts/cache'
import type { Paging } from '../../core/posts/lists'
import { type ListFilter, listPosts } from '../../core/posts/lists'
import { postRecords } from '../../core/posts/record'
import { jsonObject } from '../../lib/json'
import { envelopeText } from '../http/envelope'
import { tagOf } from '../http/etag'
import type { Finished, Recipe } from '../http/response-cache'

/** A page of posts as strangers get it. */
export const anonymousList = (message: string, asked: ListFilter, paging: Paging): Recipe =>
  finishing(async () => envelopeText(message, await listPosts(null, asked, paging)))

/** A post as strangers get it; none where they may not read it. */
export const anonymousPost = (message: string, id: string): Recipe =>
  finishing(async () => {
    const [post] = await postRecords(null, [id])
    return post && envelopeText(message, jsonObject({ post }))
  })

/** Keeps what `compose` made for as long as nothing that is kept of posts has changed. */
function finishing(compose: () => Promise<string | undefined>): Recipe {
  let last: Finished | undefined
  let version: number | undefined
  const renew = async (): Promise<Finished | undefined> => {
    const begun = postsVersion()
    const text = await compose()
    if (text === undefined) return undefined
    const etag = tagOf(text)
    if (last?.etag !== etag) last = { body: new TextEncoder().encode(text), etag }
    version = begun
    return last
  }
  return () => (last !== undefined && version === postsVersion() ? last : renew())
}
