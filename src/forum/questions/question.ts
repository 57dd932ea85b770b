import { t } from 'elysia'

/** Of a post that asks: whether its author has marked an answer. Other posts have none. */
export const question = t.Optional(
  t.UnionEnum(['open', 'answered'], { description: 'Of a question: whether its author has marked an answer' }),
)

type Asked = { isQuestion: 0 | 1 | null; answerId?: string | null }

export function shownQuestion({ isQuestion, answerId = null }: Asked): { question?: 'open' | 'answered' } {
  if (isQuestion !== 1) return {}
  return { question: answerId === null ? 'open' : 'answered' }
}
