import { postsVersion } from '../../core/posts/cache'
import type { Paging } from '../../core/posts/lists'
import { type ListFilter, listPosts } from '../../core/posts/lists'
import { postRecords } from '../../core/posts/record'
import { ok } from '../http/envelope'
import { makeEtag } from '../http/etag'
import type { BodySource, CachedBody } from '../http/response-cache'

/** A page of posts for anonymous viewers. */
export const anonymousList = (message: string, filter: ListFilter, paging: Paging): BodySource =>
  cached(async () => JSON.stringify(ok(message, await listPosts(null, filter, paging))))

/** A post for anonymous viewers; undefined if they may not read it. */
export const anonymousPost = (message: string, id: string): BodySource =>
  cached(async () => {
    const [post] = await postRecords(null, [id])
    return post && JSON.stringify(ok(message, { post }))
  })

/** Caches what `compose` returns until something changes in the caches of posts. */
function cached(compose: () => Promise<string | undefined>): BodySource {
  let last: CachedBody | undefined
  let version: number | undefined
  const renew = async (): Promise<CachedBody | undefined> => {
    const versionBefore = postsVersion()
    const text = await compose()
    if (text === undefined) return undefined
    const etag = makeEtag(text)
    if (last?.etag !== etag) last = { body: new TextEncoder().encode(text), etag }
    version = versionBefore
    return last
  }
  return () => (last !== undefined && version === postsVersion() ? last : renew())
}
