import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { storage } from '../../db/storage'
import { addressIndex } from '../../src/lib/addresses'
import { administrator, expectData, openQuad, student } from '../support/kit'

const close = await openQuad()
afterAll(close)

const fileOf = () =>
  storage.reader.sqlite.query<{ file: string }, []>("SELECT file FROM pragma_database_list WHERE name = 'main'").get()!
    .file

const one = <Row>(text: string, ...values: string[]): Row => {
  const row = storage.reader.sqlite.query<Row, string[]>(text).get(...values)
  if (row === null) throw new Error('no such row')
  return row
}

/** Whether a text is in the database file or what belongs to it. */
function holds(file: string, text: string): boolean {
  return ['', '-wal', '-shm'].some((end) => existsSync(`${file}${end}`) && readFileSync(`${file}${end}`).includes(text))
}

test('what a deleted account wrote and was is in no file once the server has stopped', async () => {
  const file = fileOf()
  const [leaver, other, admin] = [await student(), await student(), await administrator()]
  const publish = { title: 'Zebrafish swim at midnight', content: 'Quokkas whisper under the bridge', topic: 'General' }
  const { topics } = expectData(await leaver.visitor.get('instance'))
  const post = expectData(await leaver.visitor.post('posts', { ...publish, topic: topics[0] }), 201).post
  const foreign = expectData(
    await other.visitor.post('posts', { title: 'A question to all', content: 'What is for lunch?', topic: topics[0] }),
    201,
  ).post
  const content = 'Axolotls giggle in the library'
  expectData(await leaver.visitor.post(`comments/post/${foreign.id}`, { content, parentCommentId: null }), 201)
  expectData(
    await leaver.visitor.post('feedbacks', { type: 'bug', title: 'Wombat', content: 'Narwhals ate my pencil case' }),
    201,
  )
  await admin.visitor.get(`posts/get/single/${post.id}`)

  const { hash, sealed } = one<{ hash: string; sealed: string }>(
    'SELECT password_hash AS hash, email_sealed AS sealed FROM identities WHERE email_index = ?',
    addressIndex(leaver.email),
  )
  const { username } = leaver.user
  const traces = [
    publish.title,
    publish.content,
    content,
    'Narwhals ate my pencil case',
    hash,
    sealed,
    addressIndex(leaver.email),
    username,
  ]
  await storage.optimize()
  for (const text of traces) expect([text, holds(file, text)]).toEqual([text, true])
  expect(holds(file, leaver.email)).toBe(false)

  expectData(await leaver.visitor.delete('auth/account'))
  // Below the page cache: what was only moved aside would still be there.
  expect(one<{ n: number }>('SELECT count(*) AS n FROM user_name_trigrams WHERE name MATCH ?', `"${username}"`).n).toBe(
    0,
  )
  await close()
  for (const text of traces) expect([text, holds(file, text)]).toEqual([text, false])
  // The others' texts are what proves that this looks at the right file.
  expect(holds(file, 'A question to all')).toBe(true)
})
