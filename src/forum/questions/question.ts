import { t } from 'elysia'
import { recordId } from '../../lib/text/schema'

/** Of a post that asks: whether its author has marked an answer, and which comment. Other posts have neither. */
export const question = t.Optional(
  t.UnionEnum(['open', 'answered'], { description: 'Of a question: whether its author has marked an answer' }),
)
export const answerId = t.Optional(recordId)

type Asked = { isQuestion: 0 | 1 | null; answerId?: string | null }

export function shownQuestion({ isQuestion, answerId = null }: Asked): { question?: 'open' | 'answered' } {
  if (isQuestion !== 1) return {}
  return { question: answerId === null ? 'open' : 'answered' }
}

export const shownAnswer = ({ answerId }: { answerId: string | null }) => (answerId === null ? {} : { answerId })
