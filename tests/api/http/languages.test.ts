import { describe, expect, test } from 'bun:test'
import { ValueErrorType } from '@sinclair/typebox/errors'
import type { TSchema } from 'elysia'
import { choiceLabel } from '../../../public/app/lib/choice-label'
import { choicesText } from '../../../public/app/texts/choices'
import { app } from '../../../src/app'
import { config } from '../../../src/config'
import { validationMessage } from '../../../src/lib/text/schema'
import { en } from '../../../src/messages/en'
import { hi } from '../../../src/messages/hi'
import { message, resolveMessage } from '../../../src/messages/message'
import { judge, noticesOf, upvote } from '../../support/content'
import { expectData, expectWithout, fails, newEmail, PASSWORD, student, useCampus, Visitor } from '../../support/kit'
import { auditEntries, mailFor, mailsADayLater } from '../../support/traces'

const { ann, ben, admin } = await useCampus()
config.notifications = true

const FAULTS = {
  pattern: ValueErrorType.StringPattern,
  format: ValueErrorType.StringFormat,
  anyOf: ValueErrorType.Union,
  enum: ValueErrorType.Kind,
  minProperties: ValueErrorType.ObjectMinProperties,
  uniqueItems: ValueErrorType.ArrayUniqueItems,
  minimum: ValueErrorType.NumberMinimum,
  maximum: ValueErrorType.NumberMaximum,
}

/** Keywords whose faults have no message but the one for anything. */
function unexplainedFaults(schema: TSchema): string[] {
  const [variant, orNull] = schema.anyOf ?? []
  if (orNull?.type === 'null' && !('x-message' in schema)) return unexplainedFaults(variant)
  const own = Object.entries(FAULTS).flatMap(([keyword, type]) =>
    keyword in schema && validationMessage({ type, schema }) === 'fields.invalid'
      ? [`${keyword} ${JSON.stringify(schema[keyword])}`]
      : [],
  )
  const { properties, patternProperties, items } = schema
  const parts: TSchema[] = [...Object.values({ ...properties, ...patternProperties }), ...(items ? [items] : [])]
  return [...own, ...parts.flatMap(unexplainedFaults)]
}

const HINDI = { headers: { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' } }
const post = { title: 'A bench in the library', content: 'Who else would like one?', topic: 'Ask Campus' }
const publish = async () => (await ann.post('posts', post)).post.id as string

describe('what the API refuses with', () => {
  test.each([
    [{}, 'en', en.posts.missing],
    [{ headers: { 'accept-language': 'fr, en-GB;q=0.5' } }, 'en', en.posts.missing],
    [HINDI, 'hi', hi.posts.missing],
    [{ headers: { 'accept-language': 'en;q=0.1, hi' } }, 'hi', hi.posts.missing],
  ])('is in the language that the request prefers: %j', async (options, language, words) => {
    const { status, code, body, headers } = await new Visitor().get(`posts/${Bun.randomUUIDv7()}`, options)
    expect([status, code, body.message]).toEqual([404, 'NOT_FOUND', words])
    expect(headers.get('content-language')).toBe(language)
    expect(headers.get('cache-control')).toBe('no-store')
  })
  test('names each field in that language, too, with its numbers', async () => {
    const draft = { ...post, title: '', topic: 'Nonsense' }
    const { body } = await ann.visitor.post('posts', draft, HINDI)
    expect(body.message).toBe(hi.errors.VALIDATION_FAILED)
    expect(body.errors).toEqual([
      { field: 'title', message: resolveMessage(message('fields.length', { min: 1, max: 300 }), 'hi') },
    ])
    const { body: wrongTopic } = await ann.visitor.post('posts', { ...post, topic: 'Nonsense' }, HINDI)
    expect(wrongTopic.errors).toEqual([{ field: 'topic', message: expect.stringMatching(/^इनमें से .* या /) }])
  })
  test('a value that is missing or of the wrong kind is explained without a word of the library’s', async () => {
    const { body } = await ann.visitor.post('reports', { targetId: 7, type: 'Both', reason: ['x'] }, HINDI)
    for (const { field, message } of body.errors)
      expect([field, message]).toEqual([field, expect.stringMatching(/^यह |^\d/)])
    const fields = body.errors.map(({ field }: { field: string }) => field)
    expect(fields.sort().join(' ')).toBe('message reason targetId type')
  })
  test('every fault that a request’s schema can find has a message that helps', () => {
    const schemas = app.routes.flatMap(({ hooks }) => [hooks?.body, hooks?.query, hooks?.params])
    const faults = schemas.flatMap((schema) => (schema ? unexplainedFaults(schema) : []))
    expect(faults).toEqual([])
  })
  test('one or more words of a query are named in the language of the request', async () => {
    const { body } = await admin.visitor.get('reports?status=open', HINDI)
    const choices = ['pending', 'resolved', 'ignored']
    expect(body.errors).toEqual([
      { field: 'status', message: resolveMessage(message('fields.choices', { choices }), 'hi') },
    ])
    expectWithout((await new Visitor().get('openapi.json')).text, 'with commas between')
  })
  test('a value that may be null is explained by what else it may be', async () => {
    const body = { blocked: true, suspension: { ends: 'soon', reason: 'Rude' } }
    const answer = await admin.visitor.put(`moderation/users/${ben.id}/moderation-state`, body)
    expect(answer.body.errors).toEqual([{ field: 'suspension.ends', message: en.fields.instant }])
    const request = { status: 'approved', resolvedCollegeId: 'here' }
    const { body: decided } = await admin.visitor.patch(`admin/college-requests/${ann.id}`, request)
    expect(decided.errors).toEqual([{ field: 'resolvedCollegeId', message: en.fields.uuid }])
  })
  test('a field that is missing is required, whatever it would have to be', async () => {
    const { body } = await new Visitor().post('setup/mail', {})
    expect(body.errors).toEqual(['token', 'to'].map((field) => ({ field, message: en.fields.required })))
  })
  test('fields that nobody asked for are no fault beside those that are missing', async () => {
    const { body } = await new Visitor().post('setup', { token: 'x', stray: 1 })
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['campus', 'admin'])
  })
  test('a text against the policy gets a sentence for each reason', async () => {
    const content = 'fuck, and my id number is 2345 6789 0124'
    const [{ body: english }, { body: hindi }] = [
      await ann.visitor.post('posts', { ...post, content }),
      await ann.visitor.post('posts', { ...post, content }, HINDI),
    ]
    expect(english.errors).toEqual([{ field: 'content', message: en.policy.swearing }])
    expect(hindi.errors).toEqual([{ field: 'content', message: hi.policy.swearing }])
    expect(hindi.meta).toEqual(english.meta)
  })
  test('leaves nothing of its keys in the OpenAPI document', async () => {
    const { text } = await new Visitor().get('openapi.json')
    expect(text).not.toMatch(/x-message|"fields\.|"auth\./)
    expect(text).toContain(en.errors.NOT_OWNER)
  })
  test('success says the same in every language, and strangers share one ETag', async () => {
    const stranger = new Visitor()
    const [english, hindi] = [await stranger.get('posts'), await stranger.get('posts', HINDI)]
    expect(hindi.text).toBe(english.text)
    expect(hindi.headers.get('etag')).toBe(english.headers.get('etag'))
  })
})

describe('the language of an account', () => {
  test('is that of the request that made it, and of its mail from the first code on', async () => {
    const [visitor, email] = [new Visitor({ 'accept-language': 'hi' }), newEmail()]
    expect((await visitor.post('auth/registration/initialize', { email, password: PASSWORD })).status).toBe(201)
    const mail = await mailFor(email)
    expect(mail.subject).toBe(resolveMessage(message('mails.signUpCodeSubject', { campus: 'Campus University' }), 'hi'))
    expect(mail.html).toContain('<html lang="hi">')
    const otp = /^\d{6}$/m.exec(mail.text)![0]
    expectData(await visitor.post('auth/registration/verify-otp', { otp }))
    const { user } = expectData(await visitor.post('auth/registration/finalize', { password: PASSWORD }))
    expect(user.language).toBe('hi')
  })
  test('is changed by its owner, alone or with the branch, and logged', async () => {
    const { visitor, id } = await student()
    expect(expectData(await visitor.get('users/me')).user.language).toBe('en')
    expect(expectData(await visitor.patch('users/me', { language: 'hi' })).user.language).toBe('hi')
    expect(auditEntries(id).at(-1)).toMatchObject({ action: 'user:updated:profile', metadata: '{"fields":"language"}' })
    const both = expectData(await visitor.patch('users/me', { language: 'en', branch: 'ME' })).user
    expect([both.language, both.branch]).toEqual(['en', 'ME'])
    expect((await visitor.get(`users/id/${id}`)).data.user).not.toHaveProperty('language')
  })
  test.each([
    [{}, 'branch'],
    [{ language: 'fr' }, 'language'],
    [{ language: null }, 'language'],
    [{ language: 'hi', branch: 'x'.repeat(101) }, 'branch'],
  ])('400 for %j', async (body, field) => {
    await fails(ben.patch('users/me', body), 'VALIDATION_FAILED', field)
    expect((await ben.get('users/me')).user.language).toBe('en')
  })
  test('is that of mail and notices about the account', async () => {
    const reader = await student()
    await reader.patch('users/me', { language: 'hi' })
    await judge(admin, 'user', reader, { blocked: true, suspension: null, reason: 'Spam' })
    const [mail] = await mailsADayLater(reader)
    expect(mail?.subject).toBe(resolveMessage(message('mails.newsSubject', { campus: 'Campus University' }), 'hi'))
    const [notice] = await noticesOf(reader)
    expect([notice?.text, notice?.reason]).toEqual([resolveMessage('notices.banned', 'hi'), 'Spam'])
  })
  test('is that of notifications, whenever they are read', async () => {
    const postId = await publish()
    await upvote(ben, postId)
    const newest = async () => (await ann.get('notifications/list')).notifications[0].content
    expect(await newest()).toBe('1 upvote on your post “A bench in the library”')
    await ann.patch('users/me', { language: 'hi' })
    expect(await newest()).toBe('आपकी पोस्ट “A bench in the library” पर 1 अपवोट आया')
    await judge(admin, 'post', { id: postId }, { state: 'banned', reason: 'spam' })
    expect(await newest()).toBe('एक मॉडरेटर ने आपकी पोस्ट “A bench in the library” हटाई')
    await ann.patch('users/me', { language: 'en' })
    expect(await newest()).toBe('A moderator removed your post “A bench in the library”')
  })
})

test('what Quad offers from the first start has a label; what an admin adds reads as written', async () => {
  const { topics, reportReasons, feedbackTypes } = expectData(await new Visitor().get('instance'))
  const offered: string[] = [...topics, ...reportReasons, ...feedbackTypes]
  expect(Object.keys(choicesText.choices).sort()).toEqual([...new Set(offered)].sort())
  expect(choiceLabel('spam')).toBe('Spam')
  for (const value of ['Hostel 7', 'constructor', '__proto__']) expect(choiceLabel(value)).toBe(value)
})
