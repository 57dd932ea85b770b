import { type Static, t } from 'elysia'
import {
  clamped,
  clampTo,
  cursor,
  cursoredPagination,
  documented,
  faultMessage,
  flag,
  namedObject,
  oneOf,
  UUID_PATTERN,
  untrimmed,
  uuid,
} from '../../lib/text/schema'
import { MAX_WAITING } from '../delayed/delayed'
import { state } from '../posts/visibility'
import { delayedComment } from './delayed'
import { COMMENT_SORTS, type CommentSort } from './lists'
import { commentRecord, treeComment, treeMeta } from './record'
import { MAX_OF_TREE, type TreeQuery } from './tree'

/** Interface, Limits: comment content. */
const content = untrimmed(1, 1000)
const parentCommentId = t.Union([uuid(), t.Null()], { ...faultMessage('comments.parentOrNull') })
const alias = t.Optional(
  flag({
    description:
      'Under one’s name for this thread alone, not `official`; without this field, so too where one has such a name here',
  }),
)
export const NewComment = namedObject('NewComment', {
  content,
  parentCommentId,
  official: t.Optional(flag({ description: 'For moderators: written as one. Nobody is shown as its author' })),
  alias,
})
export const NewDelayedComment = namedObject('NewDelayedComment', { postId: uuid(), content, parentCommentId, alias })
export const OneDelayedComment = t.Object({ delayedComment })
export const DelayedComments = t.Object({ delayedComments: t.Array(delayedComment, { maxItems: MAX_WAITING }) })
export const CommentChanges = namedObject('CommentChanges', { content })

export const CommentParams = t.Object({ commentId: uuid() })
export const ThreadParams = t.Object({ postId: uuid() })

export const PAGE = { fallback: 1, min: 1, max: 1_000_000_000 }
export const LIMIT = { fallback: 10, min: 1, max: 100 }

export const OwnCommentsPaged = t.Object({ page: clamped(PAGE), limit: clamped(LIMIT), cursor })

const SORTS = Object.keys(COMMENT_SORTS) as CommentSort[]

export const CommentsPaged = t.Object({
  page: clamped(PAGE),
  limit: clamped(LIMIT),
  sortBy: oneOf(['createdAt', 'updatedAt']),
  sortOrder: oneOf(['desc', 'asc']),
  sort: oneOf(
    SORTS,
    'In place of `sortBy` and `sortOrder`; `best`: by how certain the votes make it that readers like it',
  ),
  cursor,
  state,
  parent: t.Optional(
    t.Union([t.Literal('none'), uuid()], {
      ...documented({ type: 'string', pattern: `^(none|${UUID_PATTERN})$` }),
      description: '`none` for the top level, the id of a comment for the replies to it',
      ...faultMessage('comments.parentOrNone'),
    }),
  ),
})

/** The query with its defaults, within its ranges. */
export const toPaging = ({ page, limit, sortBy, sortOrder, sort, ...rest }: Static<typeof CommentsPaged>) => ({
  page: clampTo(PAGE, page),
  limit: clampTo(LIMIT, limit),
  ...(sort === undefined ? { sortBy: sortBy ?? 'createdAt', sortOrder: sortOrder ?? 'desc' } : COMMENT_SORTS[sort]),
  ...rest,
})

const TREE_DEPTH = { fallback: 10, min: 1, max: 100 }
const TREE_LIMIT = { fallback: 100, min: 1, max: MAX_OF_TREE.limit }

const idInTree = (description: string) =>
  t.Optional(t.String({ format: 'uuid', description, ...faultMessage('fields.uuid') }))

export const TreeAsked = t.Object({
  depth: clamped(TREE_DEPTH),
  limit: clamped(TREE_LIMIT),
  sort: oneOf(SORTS, 'Of every level; `new` without it'),
  parent: idInTree('Begins with the replies to this comment'),
  cursor,
  comment: idInTree(
    'The response also holds this comment, all above it and the first replies; not with the two before',
  ),
})

export const toTreeQuery = ({ depth, limit, sort, ...rest }: Static<typeof TreeAsked>): TreeQuery => ({
  depth: clampTo(TREE_DEPTH, depth),
  limit: clampTo(TREE_LIMIT, limit),
  sort: sort ?? 'new',
  ...rest,
})

/** Of a question, on the first page: the comment that its author marked. */
const answer = t.Optional(commentRecord)

export const Tree = t.Object({
  answer,
  comments: t.Array(treeComment, { maxItems: MAX_OF_TREE.comments }),
  meta: treeMeta,
})

export const OneComment = t.Object({ comment: commentRecord })
export const CommentPage = t.Object({
  answer,
  comments: t.Array(commentRecord, { maxItems: 100 }),
  meta: cursoredPagination,
})
