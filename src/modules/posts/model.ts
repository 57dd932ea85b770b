import { type Static, t } from 'elysia'
import { postRecord } from '../../domain/post-record'
import { clamped, cursor, cursoredPagination, named, untrimmed, uuid } from '../../domain/shapes'

const title = untrimmed(1, 300, 'The title')
const content = untrimmed(1, 10_000, 'The content')
const topic = t.String({ minLength: 1, maxLength: 100, error: 'The topic must be one of the topics offered' })
const isPrivate = t.BooleanString({ error: 'Must be true or false' })

export const NewPost = named('NewPost', t.Object({ title, content, topic, isPrivate: t.Optional(isPrivate) }))

export const PostChanges = named(
  'PostChanges',
  t.Object({
    title: t.Optional(title),
    content: t.Optional(content),
    topic: t.Optional(topic),
    isPrivate: t.Optional(isPrivate),
  }),
)

export type NewPostInput = { title: string; content: string; topic: string; isPrivate?: boolean }
export type PostChangesInput = Partial<NewPostInput>

export const PostParams = t.Object({ id: uuid() })
export const CollegeParams = t.Object({ collegeId: uuid() })
export const BranchParams = t.Object({ branch: t.String({ minLength: 1 }) })
export const AuthorParams = t.Object({ userId: t.String({ minLength: 1 }) })

const page = {
  page: clamped(1, 1, 1_000_000_000),
  limit: clamped(10, 1, 50),
  sortBy: t.UnionEnum(['createdAt', 'updatedAt', 'views'], {
    default: 'createdAt',
    error: 'Must be createdAt, updatedAt or views',
  }),
  sortOrder: t.UnionEnum(['desc', 'asc'], { default: 'desc', error: 'Must be asc or desc' }),
  cursor,
}

export const PostsPaged = t.Object(page)
export const PostsFiltered = t.Object({
  ...page,
  topic: t.Optional(t.String({ description: 'In any case; an unknown one finds nothing' })),
  collegeId: t.Optional(uuid()),
  branch: t.Optional(t.String({ description: 'Code or name' })),
})

export type Paging = Static<typeof PostsPaged>

export const OnePost = t.Object({ post: postRecord })
export const PostPage = t.Object({ posts: t.Array(postRecord, { maxItems: 50 }), meta: cursoredPagination })
