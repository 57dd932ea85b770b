import { ask, join } from '../support/joining'
import { ADMIN, CAMPUS_VARIABLES, type Program, startProgram } from '../support/program'

/** A Quad with a few students, posts and comments, for programs that know it by its document alone. */
export type Campus = { program: Program; student: string; superadmin: string }

const TEXTS = [
  'Which lab computers have the new compiler?',
  'Somebody left a blue umbrella in the reading room',
  'The canteen opens at seven during the exams',
  'How do you revise for thermodynamics?',
]

export async function startCampus(): Promise<Campus> {
  const program = await startProgram({ ...CAMPUS_VARIABLES, NOTIFICATIONS: 'on', MAIL_PER_HOUR: '100000' })
  const [student, other] = ['2400000017@campus.edu', '2400000018@campus.edu']
  const [first, second] = [
    await join(program.origin, program.dataDir, student),
    await join(program.origin, program.dataDir, other),
  ]
  for (const [index, content] of TEXTS.entries()) {
    const { post } = await ask(first, 'posts', { title: `Question ${index + 1}`, content, topic: 'Ask Campus' })
    const postId: string = post.id
    if (index % 2 === 0) continue
    await ask(second, `comments/post/${postId}`, { content: 'So do I', parentCommentId: null })
    await ask(second, 'votes', { targetType: 'post', targetId: postId, voteType: 'upvote' })
  }
  return { program, student, superadmin: ADMIN.email }
}
