import { effect, signal } from '@preact/signals'
import { holdsWord } from '../../../../src/lib/text/muted-words'
import { api, envelope, type Failure } from '../../lib/api'
import { me } from '../../lib/me'
import { muted } from './muted'

/** What an account follows, or muted. */
export type Lists = {
  posts: readonly { postId: string; title: string | null }[]
  topics: readonly string[]
  courses?: readonly { id: string; code: string; name: string }[]
  words?: readonly string[]
}
export type Listed = { kind: 'post' | 'topic' | 'course' | 'word'; target: string }

type Asked<Data> = Parameters<typeof envelope<{ success: true; data: Data }>>[0]
type Endpoint = {
  get(): Asked<Lists>
  put(each: Listed): Asked<unknown>
  delete(each: Listed): Asked<unknown>
}

function ownLists(endpoint: Endpoint) {
  /** Undefined until they are loaded. */
  const lists = signal<Lists | undefined>(undefined)
  let owner: string | undefined
  const read = async (): Promise<Failure | undefined> => {
    const id = me.peek()?.id
    owner = id
    const answer = await envelope(endpoint.get())
    if (me.peek()?.id !== id) return undefined
    if (answer.success) lists.value = answer.data
    else owner = undefined
    return answer.success ? undefined : answer
  }
  return {
    lists,
    /** Once for each account that signs in here. */
    async load(): Promise<Failure | undefined> {
      const id = me.peek()?.id
      if (id === undefined || id === owner) return undefined
      lists.value = undefined
      return read()
    },
    /** Adds it or takes it away, and shows that wherever it is listed. */
    async set(each: Listed, isWanted: boolean): Promise<Failure | undefined> {
      const answer = await envelope(isWanted ? endpoint.put(each) : endpoint.delete(each))
      if (!answer.success) return answer
      await read()
      return undefined
    },
    has({ kind, target }: Listed): boolean {
      const { posts = [], topics = [], courses = [] } = lists.value ?? {}
      if (kind === 'post') return posts.some(({ postId }) => postId === target)
      return kind === 'topic' ? topics.includes(target) : courses.some(({ id }) => id === target)
    },
  }
}

export type OwnLists = ReturnType<typeof ownLists>

type Followed = Parameters<typeof api.follows.put>[0]
export const follows = ownLists({
  get: () => api.follows.get(),
  put: (each: Followed) => api.follows.put(each),
  delete: (each: Followed) => api.follows.delete(each),
})

type Muted = Parameters<typeof api.mutes.put>[0]
export const mutes = ownLists({
  get: () => api.mutes.get(),
  put: (each: Muted) => api.mutes.put(each),
  delete: (each: Muted) => api.mutes.delete(each),
})

effect(() => {
  const { posts = [], topics = [], words = [] } = mutes.lists.value ?? {}
  const ids = new Set(posts.map(({ postId }) => postId))
  const isTextMuted = (text: string) => words.some((word) => holdsWord(text, word))
  const isPostMuted: NonNullable<typeof muted.value>['isPostMuted'] = ({ id, topic, title, content }) =>
    ids.has(id) || topics.includes(topic) || isTextMuted(title) || isTextMuted(content)
  muted.value = posts.length + topics.length + words.length === 0 ? undefined : { isTextMuted, isPostMuted }
})
