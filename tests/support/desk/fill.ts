// Fills a queue of reports as a campus does: posts and comments, every reason, one to four reporters each.

/** Whoever writes or reports: sends a request and returns what was created; throws where it is refused. */
export type Student = { id: string; send(path: string, body: object): Promise<{ id: string }> }

export type Target = {
  /** Begins the title or the text, so that whoever reads the screen knows which it is. */
  code: string
  number: number
  id: string
  type: 'Post' | 'Comment'
  author: Student
  reports: string[]
}

/** How many report each target, in turns. */
const REPORTERS = [1, 1, 2, 1, 1, 3, 1, 1, 1, 2, 1, 1, 4, 1, 1]
const LINES = [
  'sells the answers to the chemistry exam, for cash at the back gate',
  'says that everybody in room twelve is a fool',
  'has a flat to let and wants to be called at night',
  'names who failed the course',
  'copies the same advertisement a third time',
  'tells somebody to leave and never come back',
  'gives the number of a warden to everybody',
]

const LETTERS = 'bcdfghjklmnpqrstvwxz'
const letters = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => LETTERS[byte % LETTERS.length]).join('')

/** Nobody may write nearly the same again. */
const unlike = (text: string): string => `${text}. ${letters(24)} ${letters(24)}`

export type Campus = { authors: readonly Student[]; reporters: readonly Student[]; reasons: readonly string[] }

/** Files so many reports in all; every third target is a comment, in a thread with others around it. */
export async function fillQueue({ authors, reporters, reasons }: Campus, reports: number): Promise<Target[]> {
  const targets: Target[] = []
  let filed = 0
  let thread: { id: string; parent: string | null } | undefined
  for (let number = 1; filed < reports; number++) {
    const author = authors[number % authors.length]!
    const code = `R${String(number).padStart(3, '0')}`
    const line = LINES[number % LINES.length]!
    const isComment = number % 3 === 0
    if (isComment && number % 15 === 3) thread = { id: await post(reporters[0]!, 'Where do you study?'), parent: null }
    let id: string
    if (isComment && thread) {
      await comment(reporters[number % reporters.length]!, thread, 'I was there and it is true')
      id = await comment(author, thread, `${code} ${line}`)
      if (number % 6 === 0) thread.parent = id
    } else id = await post(author, `${code} ${line}`)
    const type = isComment && thread ? 'Comment' : 'Post'
    const times = Math.min(REPORTERS[number % REPORTERS.length]!, reports - filed, reporters.length)
    const target: Target = { code, number, id, type, author, reports: [] }
    for (let each = 0; each < times; each++) {
      const reporter = reporters[(number + each) % reporters.length]!
      const reason = reasons[(number + each) % reasons.length]!
      const report = { targetId: id, type, reason, message: `Seen today: ${line}.` }
      target.reports.push((await reporter.send('reports', report)).id)
    }
    filed += times
    targets.push(target)
  }
  return targets
}

const post = async (by: Student, title: string): Promise<string> =>
  (await by.send('posts', { title, content: unlike(title), topic: 'Ask Campus' })).id

const comment = async (by: Student, { id, parent }: { id: string; parent: string | null }, words: string) =>
  (await by.send(`comments/post/${id}`, { content: unlike(words), parentCommentId: parent })).id
