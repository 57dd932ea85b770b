/** One test an attack, named after it: what an attacker tries, and what comes of it. */
import { describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../src/config'
import { backgroundIdle } from '../../src/lib/background'
import { mailIdle } from '../../src/lib/mail/mail'
import {
  CAMPUS,
  expectData,
  login,
  newEmail,
  PASSWORD,
  refusal,
  signUp,
  student,
  useQuad,
  Visitor,
} from '../support/kit'
import { otpFor } from '../support/traces'

const TOKEN = 'identity.session_token'

await useQuad()

async function settled() {
  await backgroundIdle()
  await mailIdle()
}

describe('bodies that hurt', () => {
  const raw = (visitor: Visitor, path: string, body: string, type = 'application/json') =>
    visitor.post(path, body, { raw: true, headers: { 'content-type': type } })

  test('oversize ones are refused, and so are deeply nested ones, at once and without a fault', async () => {
    const { visitor } = await student()
    const deep = `${'['.repeat(8_000)}${']'.repeat(8_000)}`
    const nested = `${'{"a":'.repeat(2_700)}1${'}'.repeat(2_700)}`
    const wide = `{${Array.from({ length: 1_200 }, (_, n) => `"k${n}":${n}`).join(',')}}`
    const began = performance.now()
    for (const body of [deep, nested, wide, `{"email":${deep},"password":"x"}`.slice(0, 16_384), `{"title":${nested}}`])
      for (const path of ['auth/login', 'auth/registration/initialize', 'posts', 'auth/onboarding/complete'])
        expect((await raw(visitor.copy(), path, body)).status).toBe(400)
    for (const path of ['auth/login', 'posts'])
      expect((await raw(visitor.copy(), path, `{"email":"${'x'.repeat(100_000)}"}`)).status).toBe(413)
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  const GREED = {
    id: '00000000-0000-4000-8000-000000000000',
    role: 'superadmin',
    permissions: ['*'],
    karma: 1_000_000,
    status: 'ACTIVE',
    isVerified: true,
    verifiedAt: '2020-01-01T00:00:00.000Z',
    isAcceptedTerms: true,
    blocked: false,
    username: 'administrator',
    authId: 'x',
    emailVerifiedAt: null,
    createdAt: '2000-01-01T00:00:00.000Z',
    updatedAt: '2000-01-01T00:00:00.000Z',
  }

  test('mass assignment at every step of an account gives nothing', async () => {
    const email = newEmail()
    const visitor = new Visitor()
    expectData(await visitor.post('auth/registration/initialize', { ...GREED, email, password: PASSWORD }), 201)
    expect(refusal(await visitor.post('auth/registration/finalize', { ...GREED, password: PASSWORD }))).toEqual([
      403,
      'NOT_VERIFIED',
    ])
    expectData(await visitor.post('auth/registration/verify-otp', { ...GREED, otp: await otpFor(email) }))
    const made = expectData(
      await visitor.post('auth/registration/finalize', {
        ...GREED,
        password: PASSWORD,
        collegeId: GREED.id,
        email: 'x@y.edu',
      }),
      201,
    )
    const expected = { email, role: 'user', permissions: [], karma: 0, status: 'ONBOARDING', isAcceptedTerms: false }
    expect(made.user).toMatchObject(expected)
    expect(made.user.id).not.toBe(GREED.id)
    expect(made.user.username).not.toBe(GREED.username)
    expect(Date.parse(made.user.createdAt)).toBeGreaterThan(Date.parse('2020-01-01'))
    expect(
      expectData(await visitor.post('auth/login', { ...GREED, email, password: PASSWORD, userId: GREED.id })).user,
    ).toMatchObject(expected)
    expect(expectData(await visitor.post('auth/onboarding/complete', { ...GREED, branch: 'CSE' }))).toMatchObject({
      karma: 0,
      isAcceptedTerms: false,
      username: made.user.username,
    })
    expect(expectData(await visitor.patch('users/me', { ...GREED, branch: 'MECH' })).user).toMatchObject({
      ...expected,
      status: 'ACTIVE',
      branch: 'MECH',
      id: made.user.id,
    })
    expect(refusal(await visitor.patch('users/me', GREED))).toEqual([400, 'VALIDATION_FAILED'])
    expectData(await visitor.post('users/accept-terms', GREED))
    expectData(
      await visitor.post('auth/password/set', {
        ...GREED,
        currentPassword: PASSWORD,
        newPassword: 'quite another one',
        hasPassword: false,
      }),
    )
    const { user } = expectData(await visitor.get('auth/me'))
    expect(user).toMatchObject({
      ...expected,
      status: 'ACTIVE',
      isAcceptedTerms: true,
      username: made.user.username,
      createdAt: made.user.createdAt,
    })
    expect(refusal(await visitor.get('auth/users'))).toEqual([403, 'FORBIDDEN'])
  })

  test('mass assignment in posts and comments gives nothing', async () => {
    const [author, other] = [await student(), await student()]
    const greed = {
      ...GREED,
      views: 99,
      upvoteCount: 99,
      downvoteCount: -1,
      commentsCount: 99,
      authorId: other.id,
      postedBy: { id: other.id },
      collegeId: GREED.id,
      moderationState: 'banned',
    }
    const plain = { views: 0, upvoteCount: 0, downvoteCount: 0, commentsCount: 0 }
    const { post } = expectData(
      await author.visitor.post('posts', { ...greed, title: 'T', content: 'C', topic: 'Ask Campus' }),
      201,
    )
    expect(post.id).not.toBe(GREED.id)
    expectData(await author.visitor.patch(`posts/${post.id}`, { ...greed, title: 'Changed' }))
    const read = expectData(await other.visitor.get(`posts/${post.id}`)).post
    expect(read).toMatchObject({
      ...plain,
      title: 'Changed',
      postedBy: { id: author.id, collegeId: author.user.collegeId },
      createdAt: post.createdAt,
    })
    const { comment } = expectData(
      await author.visitor.post(`comments/post/${post.id}`, {
        ...greed,
        content: 'C',
        parentCommentId: null,
        isBanned: true,
        postId: GREED.id,
      }),
      201,
    )
    expect(comment).toMatchObject({ postId: post.id, isBanned: false, upvoteCount: 0, commentedBy: { id: author.id } })
    expectData(
      await author.visitor.patch(`comments/${comment.id}`, {
        ...greed,
        content: 'D',
        postId: GREED.id,
        isDeleted: true,
      }),
    )
    expect(expectData(await other.visitor.get(`comments/${comment.id}`)).comment).toMatchObject({
      content: 'D',
      postId: post.id,
      isDeleted: false,
      commentedBy: { id: author.id },
    })
  })

  test('prototype pollution through JSON, forms and queries', async () => {
    const { visitor, email } = await student()
    const poison = '"__proto__":{"role":"superadmin","polluted":1},"constructor":{"prototype":{"polluted":1}}'
    const answers = [
      await raw(visitor, 'auth/login', `{${poison},"email":"${email}","password":"${PASSWORD}"}`),
      await raw(visitor, 'users/me', `{${poison},"branch":"CSE"}`),
      await raw(visitor, 'posts', `{${poison},"title":"T","content":"C","topic":"Ask Campus"}`),
      await raw(
        visitor,
        'auth/login',
        `__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&email=${email}&password=${PASSWORD}`,
        'application/x-www-form-urlencoded',
      ),
      await visitor.get('posts?__proto__[polluted]=1&constructor.prototype.polluted=1&__proto__=x'),
      await visitor.get('auth/me?__proto__=x', {
        headers: { cookie: `__proto__=polluted; ${TOKEN}=${visitor.cookies.get(TOKEN)}` },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 405, 201, 200, 200, 200])
    const plain: Record<string, unknown> = {}
    expect([plain.polluted, plain.role, (plain.constructor as unknown as Record<string, unknown>).polluted]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(expectData(await visitor.get('auth/me')).user.role).toBe('user')
    expect(refusal(await visitor.get('auth/users'))).toEqual([403, 'FORBIDDEN'])
  })

  test('a user agent of many kilobytes is kept short', async () => {
    const { email } = await signUp()
    const visitor = new Visitor({ 'user-agent': 'x'.repeat(8_000) })
    expectData(await login(email, PASSWORD, visitor))
    expect(expectData(await visitor.get('auth/sessions')).sessions[0].userAgent).toHaveLength(300)
  })

  test('control characters and header breaks in an address reach no mail', async () => {
    for (const email of [
      `1@${CAMPUS}\r\nBcc: thief@evil.example`,
      `1\r\n@${CAMPUS}`,
      `1@${CAMPUS}\0`,
      `1@${CAMPUS}\u2028x`,
    ])
      for (const path of ['auth/registration/initialize', 'auth/otp/login/send', 'auth/password/forgot'])
        expect([400, 403]).toContain((await new Visitor().post(path, { email, password: PASSWORD })).status)
    await settled()
    const outbox = join(config.dataDir, 'outbox')
    for (const name of readdirSync(outbox)) expect(readFileSync(join(outbox, name), 'utf8')).not.toContain('thief')
  })
})
