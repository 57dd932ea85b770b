import { describe, expect, test } from 'bun:test'
import { storage } from '../../../db/storage'
import { holdsWord, mutedForm } from '../../../src/lib/text/muted-words'
import { MAX_FOLLOWS, MAX_MUTES } from '../../../src/parts/following/service'
import { judgePost, publish, select } from '../../support/content'
import { expectData, expectWithout, MISSING_ID, type Person, student, useCampus } from '../../support/kit'
import { expectRefused } from '../../support/scenarios'
import { auditActions, auditEntries } from '../../support/traces'

const { ann, ben, admin } = await useCampus()

const follow = ({ visitor }: Person, kind: string, target: string) => visitor.put('follows', { kind, target })
const unfollow = (by: Person, kind: string, target: string) => by.delete('follows', { kind, target })
const followed = (by: Person) => by.get('follows')
const mute = ({ visitor }: Person, kind: string, target: string) => visitor.put('mutes', { kind, target })
const unmute = (by: Person, kind: string, target: string) => by.delete('mutes', { kind, target })
const muted = (by: Person) => by.get('mutes')
const twice = (...what: [kind: string, target: string][]) => [...what, ...what]
/** A user's rows at the limit, short of one. */
const fill = (table: 'follows' | 'mutes', { id }: Person, kind: 'topic' | 'word', count: number) =>
  storage.write(async (tx) => {
    const through = table === 'follows' ? ', through' : ''
    for (let n = 0; n < count; n++)
      tx.sqlite.run(
        `INSERT INTO ${table} (user_id, kind, target, created_at${through}) VALUES (?, ?, ?, '2026'${through && ", '2026'"})`,
        [id, kind, `${kind} ${n}`],
      )
  })

describe('following', () => {
  test('a post and a topic, as often as one likes, and no longer, without the title of what one may not read; the log has each once, for no list', async () => {
    const person = await student()
    const post = await publish(ann, { title: 'Where is the library' })
    for (const [kind, target] of twice(['post', post.id], ['topic', 'ask campus']))
      expect(expectData(await follow(person, kind, target))).toEqual({ followed: true })
    expect(await followed(person)).toEqual({
      posts: [{ postId: post.id, title: 'Where is the library' }],
      topics: ['Ask Campus'],
      courses: [],
    })
    expect(await followed(admin)).toEqual({ posts: [], topics: [], courses: [] })
    await judgePost(post.id, 'banned')
    expect((await followed(person)).posts).toEqual([{ postId: post.id, title: null }])
    for (const [kind, target] of twice(['post', post.id], ['topic', 'Ask Campus']))
      expect(await unfollow(person, kind, target)).toEqual({ followed: false })
    expect(await followed(person)).toEqual({ posts: [], topics: [], courses: [] })
    const actions = auditActions(person.id)
    expect(actions.filter((action) => action.includes('follow'))).toEqual([
      'user:followed:post',
      'user:followed:topic',
      'user:unfollowed:post',
      'user:unfollowed:topic',
    ])
  })
  test('takes no post that there is not, no such topic, and so many at most', async () => {
    for (const id of [MISSING_ID, 'xyz']) await expectRefused(() => follow(ben, 'post', id), 'NOT_FOUND')
    await expectRefused(() => follow(ben, 'topic', 'Cats'), [400, 'VALIDATION_FAILED', 'target'])
    await expectRefused(() => follow(ben, 'word', 'cats'), [400, 'VALIDATION_FAILED', 'kind'])
    const one = await student()
    await fill('follows', one, 'topic', MAX_FOLLOWS.topic)
    await expectRefused(() => follow(one, 'topic', 'Showcase'), 'CONFLICT')
    expect(select('SELECT 1 FROM follows WHERE user_id = ?', one.id)).toHaveLength(MAX_FOLLOWS.topic)
  })
})

describe('muting', () => {
  test('a thread, a topic and a word in any case; the log has no word', async () => {
    const person = await student()
    const post = await publish(ann, { title: 'The mess again' })
    for (const [kind, target] of twice(['post', post.id], ['topic', 'Rant / Vent'], ['word', '  Mid  Sem ']))
      expect(expectData(await mute(person, kind, target))).toEqual({ muted: true })
    expect(await muted(person)).toEqual({
      posts: [{ postId: post.id, title: 'The mess again' }],
      topics: ['Rant / Vent'],
      words: ['mid sem'],
    })
    expectWithout(auditEntries(person.id), 'mid sem')
    for (const [kind, target] of twice(['word', 'MID SEM'], ['topic', 'Rant / Vent'], ['post', post.id]))
      await unmute(person, kind, target)
    expect(await muted(person)).toEqual({ posts: [], topics: [], words: [] })
    for (const other of [ann, admin]) expect((await muted(other)).words).toEqual([])
  })
  test('takes no word of one letter or of more than fifty, and is bounded in number', async () => {
    const person = await student()
    for (const word of ['a', ' b ', 'x'.repeat(51)])
      await expectRefused(() => mute(person, 'word', word), [400, 'VALIDATION_FAILED', 'target'])
    await fill('mutes', person, 'word', MAX_MUTES.word)
    await expectRefused(() => mute(person, 'word', 'exam'), 'CONFLICT')
    expectData(await mute(person, 'word', 'word 1'))
    expect(select('SELECT 1 FROM mutes WHERE user_id = ?', person.id)).toHaveLength(MAX_MUTES.word)
  })
  test.each([
    ['The exam is over', 'exam', true],
    ['EXAM!', 'exam', true],
    ['An example', 'exam', false],
    ['An example of an exam', 'exam', true],
    ['Mid  sem\nresults', 'mid sem', true],
    ['परीक्षा कब है', 'परीक्षा', true],
    ['परीक्षाएँ कब हैं', 'परीक्षा', false],
    ['It is 🔥', '🔥', true],
    ['', 'exam', false],
  ])('“%s” holds “%s”: %p', (text, word, expected) => {
    expect(holdsWord(text, mutedForm(word))).toBe(expected)
  })
})

test('a deleted post leaves no follow and no mute', async () => {
  const { id } = await publish(ann)
  for (const act of [follow, mute]) expectData(await act(ben, 'post', id))
  await ann.delete(`posts/${id}`)
  expect(select('SELECT target FROM follows UNION SELECT target FROM mutes')).not.toContainEqual({ target: id })
})
