import { readFileSync } from 'node:fs'
import { mailFiles } from '../support/outbox'
import { ADMIN, Browser, CAMPUS_VARIABLES, type Program, startProgram } from '../support/program'
import { until } from '../support/until'

export const PASSWORD = 'correct horse battery'

/** A Quad with a few students, posts and comments, for programs that know it by its document alone. */
export type Campus = { program: Program; student: string; superadmin: string }

async function data(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await answer
  const body = (await response.json()) as { data?: Record<string, unknown> }
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(body)}`)
  return body.data ?? {}
}

const mailTo = (dataDir: string, email: string): string | undefined =>
  mailFiles(dataDir)
    .map((file) => readFileSync(file, 'utf8'))
    .find((mail) => mail.includes(email))

/** Signs up with the code from the outbox. */
export async function enroll({ origin, dataDir }: Program, email: string): Promise<Browser> {
  const browser = new Browser(origin)
  const post = (path: string, body: object) => data(browser.post(`/api/v1/${path}`, body))
  await post('auth/registration/initialize', { email, password: PASSWORD })
  await until(() => mailTo(dataDir, email) !== undefined, `a mail to ${email}`)
  await post('auth/registration/verify-otp', { otp: /^\s*(\d{6})\s*$/m.exec(mailTo(dataDir, email) ?? '')?.[1] })
  await post('auth/registration/finalize', { password: PASSWORD })
  await post('auth/login', { email, password: PASSWORD })
  await post('auth/onboarding/complete', { branch: 'CSE' })
  await post('users/accept-terms', {})
  return browser
}

const TEXTS = [
  'Which lab computers have the new compiler?',
  'Somebody left a blue umbrella in the reading room',
  'The canteen opens at seven during the exams',
  'How do you revise for thermodynamics?',
]

export async function startCampus(): Promise<Campus> {
  const program = await startProgram({ ...CAMPUS_VARIABLES, NOTIFICATIONS: 'on', MAIL_PER_HOUR: '100000' })
  const [student, other] = ['2400000017@campus.edu', '2400000018@campus.edu']
  const [first, second] = [await enroll(program, student), await enroll(program, other)]
  for (const [index, content] of TEXTS.entries()) {
    const { post } = await data(
      first.post('/api/v1/posts', { title: `Question ${index + 1}`, content, topic: 'Ask Campus' }),
    )
    const { id: postId } = post as { id: string }
    if (index % 2 === 0) continue
    await data(second.post(`/api/v1/comments/post/${postId}`, { content: 'So do I', parentCommentId: null }))
    await data(second.post('/api/v1/votes', { targetType: 'post', targetId: postId, voteType: 'upvote' }))
  }
  return { program, student, superadmin: ADMIN.email }
}
