import { signal } from '@preact/signals'
import { holdsWord, mutedForm } from '../../../../src/lib/text/muted-words'
import { api, envelope, type Failure, type ResponseData } from '../../lib/api'
import { me } from '../../lib/me'
import { muted } from './muted'

const fetchMutes = () => envelope(api.mutes.get())
export type Mutes = ResponseData<ReturnType<typeof fetchMutes>>
export type MuteKind = 'post' | 'topic' | 'word'

/** What the viewer muted; undefined until it is loaded. */
export const mutes = signal<Mutes | undefined>(undefined)
let owner: string | undefined

function show(list: Mutes): void {
  mutes.value = list
  const { posts, topics, words } = list
  if (posts.length + topics.length + words.length === 0) {
    muted.value = undefined
    return
  }
  const ids = new Set(posts.map(({ postId }) => postId))
  const isTextMuted = (text: string) => words.some((word) => holdsWord(text, word))
  muted.value = {
    isTextMuted,
    isPostMuted: ({ id, topic, title, content }) =>
      ids.has(id) || topics.includes(topic) || isTextMuted(title) || isTextMuted(content),
  }
}

/** Once for each account that signs in here. */
export async function loadMutes(): Promise<Failure | undefined> {
  const id = me.peek()?.id
  if (id === undefined || id === owner) return undefined
  owner = id
  mutes.value = undefined
  muted.value = undefined
  const answer = await fetchMutes()
  if (me.peek()?.id !== id) return undefined
  if (answer.success) show(answer.data)
  else owner = undefined
  return answer.success ? undefined : answer
}

/** Mutes it, or no longer, and shows it where it is listed. */
export async function setMuted(
  { kind, target, title = null }: { kind: MuteKind; target: string; title?: string | null },
  isMuted: boolean,
): Promise<Failure | undefined> {
  const body = { kind, target }
  const answer = await envelope(isMuted ? api.mutes.put(body) : api.mutes.delete(body))
  if (!answer.success) return answer
  const { posts = [], topics = [], words = [] } = mutes.peek() ?? {}
  const name = kind === 'word' ? mutedForm(target) : target
  const withName = (names: string[]) => [...(isMuted ? [name] : []), ...names.filter((each) => each !== name)]
  show({
    posts:
      kind === 'post'
        ? [...(isMuted ? [{ postId: target, title }] : []), ...posts.filter(({ postId }) => postId !== target)]
        : posts,
    topics: kind === 'topic' ? withName(topics) : topics,
    words: kind === 'word' ? withName(words) : words,
  })
  return undefined
}
