import { type Signal, signal } from '@preact/signals'
import { api, envelope, type Failure } from '../../../app/lib/api'
import { type Comment, commentsOn } from '../../../app/lib/comments/thread'
import { Listing } from '../../../app/lib/listing'
import { feedFilter, type Post } from '../../../app/lib/posts/posts'
import { type CommentStateFilter, readStateFilter } from './content-rules'

type Query = Record<string, string | undefined>

const PAGE = 20

export function listPosts({ topic = '', sort = '', collegeId, state }: Query, page: number) {
  const filter = { ...feedFilter({ topic, sort }, null), ...(collegeId ? { collegeId } : {}) }
  return envelope(api.posts.get({ query: { ...filter, state: readStateFilter({ state }), page, limit: PAGE } }))
}

const FEW = 10

/** All posts of a user, in any moderation state. */
export const listPostsByUser = (userId: string): Listing<Post> =>
  new Listing(
    async (cursor) => {
      const query = { state: 'all' as const, limit: FEW, ...(cursor ? { cursor } : {}) }
      const answer = await envelope(api.posts.user({ userId }).get({ query }))
      return answer.success ? { items: answer.data.posts, next: answer.data.meta.nextCursor } : answer
    },
    ({ id }) => id,
  )

/** The comments on a post with their replies, newest first; a signal each, so that decisions update them. */
export class CommentList {
  readonly asked = signal<CommentStateFilter>('all')
  readonly list: Signal<Listing<Signal<Comment>>>
  readonly #postId: string

  constructor(postId: string) {
    this.#postId = postId
    this.list = signal(this.#listing())
  }

  narrow(asked: CommentStateFilter): void {
    this.asked.value = asked
    this.list.value = this.#listing()
    this.list.value.more()
  }

  #listing(): Listing<Signal<Comment>> {
    const state = this.asked.peek()
    return new Listing(
      async (cursor) => {
        const query = { state, limit: PAGE, ...(cursor ? { cursor } : {}) }
        const answer = await envelope(commentsOn(this.#postId).get({ query }))
        if (!answer.success) return answer
        return { items: answer.data.comments.map((each) => signal(each)), next: answer.data.meta.nextCursor }
      },
      (comment) => comment.peek().id,
    )
  }
}

/** A post in any moderation state. */
export async function readPost(id: string): Promise<{ success: true; data: Post } | Failure> {
  const answer = await envelope(api.posts({ id }).get())
  return answer.success ? { success: true, data: answer.data.post } : answer
}
