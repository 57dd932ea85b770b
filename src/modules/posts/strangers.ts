import { storage } from '../../../db/storage'
import { factsOf, postRowById, toPostRecord } from '../../domain/post-record'
import { strangersPages, strangersRecords, strangersVersion } from '../../domain/strangers-posts'
import { readingOf } from '../../domain/visibility'
import { tagOf } from '../../http/etag'
import type { Finished, Recipe } from '../../http/hot'
import { type ListFilter, listPosts } from './lists'
import type { Paging } from './model'

/** A page of posts as strangers get it. Only the newest-first order is kept: the others move with every view or edit. */
export function strangersList(message: string, asked: ListFilter, paging: Paging): Recipe | undefined {
  if (paging.sortBy !== 'createdAt') return undefined
  const key = JSON.stringify([asked, paging])
  return finishing(async () => {
    const page = await strangersPages.get(key, async () => {
      const { posts, meta } = await listPosts(null, asked, paging)
      return { ids: posts.map(({ id }) => id), meta }
    })
    const records = await Promise.all((page?.ids ?? []).map(recordOf))
    // A post that went meanwhile has taken the page with it, too: the next to ask gets it anew.
    if (page === undefined || records.includes(undefined)) return undefined
    return envelope(message, `{"posts":[${records.join(',')}],"meta":${JSON.stringify(page.meta)}}`)
  })
}

/** A post as strangers get it. */
export function strangersPost(message: string, id: string): Recipe {
  return finishing(async () => {
    const record = await recordOf(id)
    return record === undefined ? undefined : envelope(message, `{"post":${record}}`)
  })
}

const envelope = (message: string, data: string): string =>
  `{"success":true,"message":${JSON.stringify(message)},"data":${data}}`

/** Undefined for a post that strangers may not read. */
async function recordOf(id: string): Promise<string | undefined> {
  const record = await strangersRecords.get(id, async () => {
    const row = await postRowById(storage.reader, null, id)
    if (row === undefined || readingOf(factsOf(row), null) !== 'readable') return undefined
    return { json: JSON.stringify(toPostRecord(row, null)), authorId: row.authorId }
  })
  return record?.json
}

/** Keeps what `compose` made for as long as nothing of what strangers are shown has changed. */
function finishing(compose: () => Promise<string | undefined>): Recipe {
  let last: Finished | undefined
  let version: number | undefined
  const renew = async (): Promise<Finished | undefined> => {
    const begun = strangersVersion()
    const text = await compose()
    if (text === undefined) return undefined
    const etag = tagOf(text)
    if (last?.etag !== etag) last = { body: new TextEncoder().encode(text), etag }
    version = begun
    return last
  }
  return () => (last !== undefined && version === strangersVersion() ? last : renew())
}
