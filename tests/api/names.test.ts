import { describe, expect, test } from 'bun:test'
import { isPseudonym } from '../../src/core/names/pseudonyms'
import { execute, students } from '../support/content'
import { administrator, expectData, fails, type Person, student, useQuad, Visitor } from '../support/kit'
import { auditEntries } from '../support/traces'

await useQuad()

const draw = (person: Person) => person.visitor.post('users/me/name')
const me = async (person: Person) => (await person.get('auth/me')).user
const rename = (id: string, username: string) => execute('UPDATE users SET username = ? WHERE id = ?', username, id)
const animal = (name: string) => name.split('-')[1]
const auditOf = (id: string) =>
  auditEntries(id).filter(({ action, entityId }) => action === 'user:updated:profile' && entityId === id)

describe('whoever joins', () => {
  test('draws another name three times, with another face each time, and no fourth time', async () => {
    const person = await student({ onboard: false })
    let before = await me(person)
    expect(before.namesLeft).toBe(3)
    const names = [before.username]
    for (const left of [2, 1, 0]) {
      const { user } = expectData(await draw(person))
      expect(isPseudonym(user.username)).toBe(true)
      expect(animal(user.username)).not.toBe(animal(before.username))
      expect(user.namesLeft).toBe(left)
      expect(await me(person)).toEqual(user)
      before = user
      names.push(user.username)
    }
    expect(new Set(names).size).toBe(4)
    await fails(draw(person), 'CONFLICT')
    expect((await me(person)).username).toBe(before.username)
    const entries = auditOf(person.id)
    const noted = { before: null, after: null, metadata: '{"fields":"username"}' }
    expect(entries).toMatchObject(Array(3).fill(noted))
    for (const name of names) expect(JSON.stringify(entries)).not.toContain(name)
  })

  test('keeps the name with the end of the onboarding, whatever was left; draws three times even if the requests come at once', async () => {
    const person = await student({ onboard: false })
    const { username } = await me(person)
    await person.post('auth/onboarding/complete', { branch: 'CSE' })
    expect((await me(person)).namesLeft).toBe(0)
    await fails(draw(person), 'CONFLICT')
    expect((await me(person)).username).toBe(username)
    const hurried = await student({ onboard: false })
    const answers = await Promise.all(Array.from({ length: 6 }, () => draw(hurried)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
  })

  test('is found by no name before, so nobody can link two of them', async () => {
    const [person, other] = [await student({ onboard: false }), await student()]
    const { username } = await me(person)
    expectData(await draw(person))
    for (const name of [username, (await me(person)).username])
      expect(await other.get(`users/search/${name}`)).toEqual([])
    await fails(other.visitor.get(`users/id/${person.id}`), 404)
  })
})

describe('an account whose name is not on the list', () => {
  test('changes it once, everywhere, says so to nobody else, and nobody finds it by the former one', async () => {
    const [person, reader] = await students(2)
    await rename(person.id, 'racial-donkey-1234')
    const { post } = await person.post('posts', { title: 'Lost keys', content: 'By the library', topic: 'Ask Campus' })
    expect((await me(person)).namesLeft).toBe(1)
    const { user } = expectData(await draw(person))
    expect(isPseudonym(user.username)).toBe(true)
    expect(user.namesLeft).toBe(0)
    expect((await reader.get(`posts/${post.id}`)).post.postedBy.username).toBe(user.username)
    expect(expectData(await new Visitor().get('posts')).posts[0].postedBy.username).toBe(user.username)
    expect(await reader.get('users/search/racial-donkey-1234')).toEqual([])
    expect(await reader.get(`users/search/${user.username}`)).toHaveLength(1)
    await fails(draw(person), 'CONFLICT')
    expect(auditOf(person.id)).toMatchObject([{ before: null, after: null, metadata: '{"fields":"username"}' }])
    const admin = await administrator('superadmin')
    await rename(person.id, 'racial-donkey-5678')
    expect((await reader.get(`users/id/${person.id}`)).user).not.toHaveProperty('namesLeft')
    const listed = await admin.visitor.get('auth/users?limit=50')
    expect(JSON.stringify(listed.body)).not.toContain('namesLeft')
  })
})
