import { describe, expect, test } from 'bun:test'
import { isPseudonym } from '../../src/core/names/pseudonyms'
import { execute, select, students } from '../support/content'
import { administrator, expectData, fails, type Person, student, useQuad, Visitor } from '../support/kit'

await useQuad()

const draw = (person: Person) => person.visitor.post('users/me/name')
const me = async (person: Person) => (await person.get('auth/me')).user
const rename = (id: string, username: string) => execute('UPDATE users SET username = ? WHERE id = ?', username, id)
const animal = (name: string) => name.split('-')[1]
const auditOf = (id: string) =>
  select(
    `SELECT action, metadata, coalesce(before, '') || coalesce(after, '') || coalesce(metadata, '') AS text
      FROM audit_log WHERE entity_id = ? AND action = 'user:updated:profile'`,
    id,
  )

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
    expect(entries.map(({ metadata }) => JSON.parse(metadata))).toEqual(Array(3).fill({ fields: 'username' }))
    for (const name of names) expect(entries.map(({ text }) => text).join()).not.toContain(name)
  })

  test('draws three times even if the requests come at once', async () => {
    const person = await student({ onboard: false })
    const answers = await Promise.all(Array.from({ length: 6 }, () => draw(person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409])
  })

  test('keeps the name with the end of the onboarding, whatever was left', async () => {
    const person = await student({ onboard: false })
    const { username } = await me(person)
    await person.post('auth/onboarding/complete', { branch: 'CSE' })
    expect((await me(person)).namesLeft).toBe(0)
    await fails(draw(person), 'CONFLICT')
    expect((await me(person)).username).toBe(username)
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
  test('changes it once, everywhere, and nobody finds it by the former one', async () => {
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
    expect(auditOf(person.id).map(({ text }) => text)).toEqual(['{"fields":"username"}'])
  })

  test('says so to nobody but its owner', async () => {
    const [person, reader, admin] = [await student(), await student(), await administrator('superadmin')]
    await rename(person.id, 'racial-donkey-5678')
    expect((await reader.get(`users/id/${person.id}`)).user).not.toHaveProperty('namesLeft')
    const listed = await admin.visitor.get('auth/users?limit=50')
    expect(JSON.stringify(listed.body)).not.toContain('namesLeft')
  })
})

test('nobody without a session draws a name', async () => {
  await fails(new Visitor().post('users/me/name'), 'UNAUTHENTICATED')
})
