import type { Chapter, Fact, Violation } from './facts'
import { Objects, type Places } from './objects'
import { textOfContent } from './observation'
import type { Content } from './operation'

type Comment = { status: 'absent' | 'live' | 'deleted'; text: string; isBanned: boolean }
const ABSENT: Comment = { status: 'absent', text: '', isBanned: false }
const DELETED: Comment = { status: 'deleted', text: '', isBanned: false }

/** The texts and states of comments; a deleted one and one whose post was deleted are the same. */
export function judgeComments({ base, final, facts, scope }: Chapter, places: Places): Violation[] {
  const stored = ({ comments }: Chapter['base'], id: string): Comment => {
    const comment = comments.get(id)
    if (comment === undefined) return ABSENT
    return comment.isDeleted ? DELETED : { status: 'live', text: comment.text, isBanned: comment.isBanned }
  }
  const comments = new Objects<Comment>(
    'comment',
    scope,
    (id) => stored(base, id),
    (id, { status, text, isBanned }) => {
      const last = stored(final, id)
      if (last.status !== 'live') return status !== 'live'
      return status === 'live' && text === last.text && isBanned === last.isBanned
    },
  )
  // A thread that is shown as a whole lacks what nobody sees.
  for (const fact of facts) addComment(comments, places, fact)
  return comments.judge([...base.comments.keys(), ...final.comments.keys()])
}

function addComment(comments: Objects<Comment>, places: Places, fact: Fact): void {
  const { act, answer, actor, outcome, madeId } = fact
  const isReadable = ({ status, isBanned }: Comment) => status === 'live' && (actor.isAdmin || !isBanned)
  const reached = (id: string) => {
    if (outcome === 'acknowledged') comments.read(id, fact, isReadable)
  }
  const seen = (content: Content) => {
    const isPlaceholder = content.isDeleted === true || (content.isBanned === true && !actor.isAdmin)
    comments.read(content.id, fact, (comment) =>
      isPlaceholder
        ? !isReadable(comment)
        : comment.status === 'live' &&
          comment.isBanned === (content.isBanned ?? false) &&
          comment.text === textOfContent(content.content),
    )
  }

  switch (act.kind) {
    case 'comment':
      if (madeId !== undefined)
        comments.write(madeId, fact, ({ status }) =>
          status === 'absent' ? { status: 'live', text: act.token, isBanned: false } : undefined,
        )
      if (act.parentId !== null) reached(act.parentId)
      break
    case 'edit-comment':
      comments.write(act.commentId, fact, (comment) =>
        isReadable(comment) ? { ...comment, text: act.token } : undefined,
      )
      break
    case 'delete-comment':
      comments.write(act.commentId, fact, (comment) => (isReadable(comment) ? DELETED : undefined))
      break
    case 'delete-post':
      for (const id of places.commentsOf(act.postId))
        comments.write(id, fact, (comment) => (comment.status === 'live' ? DELETED : comment))
      break
    case 'moderate-comment':
      comments.write(act.commentId, fact, (comment) =>
        comment.status === 'live' ? { ...comment, isBanned: act.state === 'banned' } : undefined,
      )
      break
    case 'cast':
    case 'switch':
    case 'withdraw':
    case 'report':
      if (act.target.type === 'comment') reached(act.target.id)
      break
    case 'read-thread': {
      const { comments: shown, meta } = answer
      if (shown === undefined || meta === undefined || shown.length < meta.total) break
      const ids = new Set(shown.map(({ id }) => id))
      for (const id of places.commentsOf(act.postId))
        if (!ids.has(id)) comments.read(id, fact, (comment) => !isReadable(comment))
      break
    }
  }
  for (const content of [answer.comment, ...(answer.comments ?? [])]) if (content !== undefined) seen(content)
}
