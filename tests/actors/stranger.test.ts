import { expect, test } from 'bun:test'
import { hashRuns } from '../../src/lib/crypto/password-hash'
import {
  addressIn,
  exactTimesIn,
  expectJudged,
  type Leak,
  probes,
  readEverything,
  type Seen,
  see,
} from '../support/actors'
import { aliased, aliasProbes, readAliases } from '../support/alias-probes'
import type { World } from '../support/authorization/matrix'
import { publish } from '../support/content'
import {
  type Answer,
  fails,
  forgetLimits,
  newEmail,
  type Person,
  signUp,
  student,
  times,
  useCampus,
  Visitor,
} from '../support/kit'

const { ann, admin, root } = await useCampus()
const world: World = { collegeId: ann.user.collegeId, operator: root, author: ann }
await publish(ann, { title: 'Who sells calculators?' })

const inPosts = (words: string): Leak => ({
  change: `UPDATE posts SET title = ? WHERE author_id = '${ann.id}'`,
  values: [words],
  undo: `UPDATE posts SET title = 'Who sells calculators?' WHERE author_id = '${ann.id}'`,
})

/** Of headers, what depends on the request and not on the clock. */
const CHANGING = new Set(['x-request-id', 'date', 'ratelimit-reset', 'retry-after'])

/** What a response tells, without ids, times and tokens that differ each time. */
const gist = ({ status, headers, text }: Answer) =>
  JSON.stringify([status, [...headers].filter(([name]) => !CHANGING.has(name)), text]).replaceAll(
    /[\w-]{43}|[0-9a-f]{8}-[0-9a-f-]{27}|Max-Age=\d+|Expires=[^;"]+/g,
    '*',
  )

type Ask = (visitor: Visitor, email: string) => Promise<Answer>

/** Asks once about an address with an account and once about one without, each as if nobody had asked before. */
async function compared(ask: Ask): Promise<Seen> {
  const answers: string[] = []
  for (const email of [(await student()).email, newEmail()]) {
    forgetLimits()
    const before = hashRuns()
    const answer = gist(await ask(new Visitor(), email)).replaceAll(email, 'EMAIL')
    answers.push(`${answer}, ${hashRuns() - before} hashes`)
  }
  return { where: 'with and without an account', text: answers.join('\n') }
}

const differs = ({ text }: Seen) => {
  const [known, unknown] = text.split('\n')
  return known === unknown ? [] : [`${known} against ${unknown}`]
}

const comparing = (tries: string, ask: Ask) => ({
  tries,
  look: async () => [await compared(ask)],
  learns: differs,
  plant: ([seen]: Seen[]) => [{ ...seen!, text: seen!.text.replace('\n', ' an account\n') }],
})

const wrongly = async (visitor: Visitor, count: number, send: () => Promise<Answer>) => {
  await times(count - 1, send)
  return send().then((answer) => ({ ...answer, visitor }))
}

const hidden = await aliased(await student(), ann, admin)

probes('a stranger', () => ({
  ...aliasProbes(new Visitor(), hidden),
  'every route that a stranger may read': {
    tries: 'GET of each route without a session',
    look: async () => (await readEverything(world, 'anonymous')).seen,
    learns: (seen) => [
      ...addressIn(seen, ann),
      ...exactTimesIn(seen, (record) => [record.postedBy?.id, record.author?.id, record.id].includes(ann.id)),
    ],
    plant: inPosts(`by ${ann.email}`),
  },
  'signing in with a wrong password': comparing('once', (visitor, email) =>
    visitor.post('auth/login', { email, password: 'not the right one' }),
  ),
  'signing in wrongly until it is refused': comparing('30 times', (visitor, email) =>
    wrongly(visitor, 30, () => visitor.post('auth/login', { email, password: 'not the right one' })),
  ),
  'asking for a sign-in code': comparing('once', (visitor, email) => visitor.post('auth/otp/login/send', { email })),
  'asking for codes until it is refused': comparing('twice, within the cooldown', (visitor, email) =>
    wrongly(visitor, 2, () => visitor.post('auth/otp/login/send', { email })),
  ),
  'a wrong sign-in code': comparing('until it is exhausted', (visitor, email) =>
    visitor
      .post('auth/otp/login/send', { email })
      .then(() => wrongly(visitor, 6, () => visitor.post('auth/otp/login/verify', { email, otp: '000000' }))),
  ),
  'asking for a new password': comparing('three times', (visitor, email) =>
    wrongly(visitor, 3, () => visitor.post('auth/password/forgot', { email })),
  ),
  'a request for a college': comparing('as somebody of the domain', (visitor, email) =>
    visitor.post('colleges/requests', {
      name: 'Campus University Two',
      emailDomain: 'campus.edu',
      city: 'Springfield',
      state: 'Oregon',
      requestedByEmail: email,
    }),
  ),
  'pages by address': {
    tries: 'documents, feeds and files without a session',
    look: async () =>
      Promise.all(
        ['/', `/u/${ann.id}`, '/login', '/join', '/robots.txt', '/api/v1/openapi.json'].map((path) =>
          see(new Visitor(), path),
        ),
      ),
    learns: (seen) => addressIn(seen, ann),
    plant: (seen) => seen.map((each) => ({ ...each, text: `${each.text}${ann.email}` })),
  },
}))

test('registration says that an account exists, as the interface has it, and nothing else does', async () => {
  await fails(
    new Visitor().post('auth/registration/initialize', { email: ann.email, password: ann.password }),
    'USER_EXISTS',
  )
  const nobody: Pick<Person, 'email'> = await signUp()
  expect(nobody.email).not.toBe(ann.email)
})

test('every field that a stranger reads was judged', async () => {
  const { seen } = await readEverything(world, 'anonymous')
  expectJudged('stranger', [...seen, ...(await readAliases(new Visitor(), hidden))])
})
