import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../db/storage'
import { config } from '../../src/config'
import { makeBackup } from '../../src/core/backups/make'
import { storeSetting } from '../../src/core/settings/settings'
import { addressIndex } from '../../src/lib/addresses'
import { allKeys } from '../../src/lib/keyring'
import { administrator, expectData, openQuad, student } from '../support/kit'
import { PushedBrowser } from '../support/push-service'

const WORDS = ['amber', 'birch', 'cedar', 'dusk', 'ember', 'frost', 'glade']

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

test('of twenty deleted accounts there is no trace in a backup, and no key', async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const person = await student()
      const { topics } = expectData(await person.visitor.get('instance'))
      const title = `Zeppelins over campus ${WORDS[at % 5]} ${WORDS[(at * 3 + 1) % 7]}`
      expectData(await person.visitor.post('posts', { title, content: `Unheard ${at}`, topic: topics[0] }), 201)
      return person
    }),
  )
  const copied = async (name: string): Promise<Buffer> => {
    const folder = join(config.dataDir, name)
    mkdirSync(folder)
    const main = new Database(fileOf())
    main.run('VACUUM INTO ?', [join(folder, 'quad.db')])
    main.close()
    await makeBackup(folder, join(folder, 'backup.tar'))
    return readFileSync(join(folder, 'backup.tar'))
  }
  const before = await copied('with-them')
  expect([before.includes('Zeppelins'), before.includes(people[0]!.user.username)]).toEqual([true, true])
  for (const person of people) expectData(await person.visitor.delete('auth/account'))
  const after = await copied('without-them')
  for (const text of ['Zeppelins', 'Unheard', ...allKeys().map(({ secret }) => secret)])
    expect([text, after.includes(text)]).toEqual([text, false])
  for (const { email, user } of people)
    expect([after.includes(email), after.includes(user.username), after.includes(addressIndex(email))]).toEqual([
      false,
      false,
      false,
    ])
})

test('what a deleted account wrote and was is in no file once the server has stopped', async () => {
  const file = fileOf()
  const [leaver, other, admin] = [await student(), await student(), await administrator()]
  const publish = { title: 'Zebrafish swim at midnight', content: 'Quokkas whisper under the bridge', topic: 'General' }
  // Only the search index has them in lower case, and without the letters that the word before begins with.
  const indexed = ['jvzkwpfh', 'zvqkwtrd', 'wvzkqhnd', 'kqzwvhtr']
  const [inPost, inComment, inEdited, inPostWithThread] = ['QXJVZKWPFH', 'ZXZVQKWTRD', 'XQWVZKQHND', 'VXKQZWVHTR']
  const { topics } = expectData(await leaver.visitor.get('instance'))
  const written = async ({ visitor }: typeof leaver, title: string, content: string) =>
    expectData(await visitor.post('posts', { title, content, topic: topics[0] }), 201).post
  const post = await written(leaver, publish.title, publish.content)
  await written(leaver, 'Alpacas hum', `They hum ${inPost}`)
  const withThread = await written(leaver, 'Yaks chew', `They chew ${inPostWithThread}`)
  const reworded = await written(other, 'Otters float', `They float ${inEdited}`)
  const foreign = expectData(
    await other.visitor.post('posts', { title: 'A question to all', content: 'What is for lunch?', topic: topics[0] }),
    201,
  ).post
  const talk = { content: 'Who hums along?', parentCommentId: null }
  expectData(await other.visitor.post(`comments/post/${withThread.id}`, talk), 201)
  const content = `Axolotls giggle in the library ${inComment}`
  expectData(await leaver.visitor.post(`comments/post/${foreign.id}`, { content, parentCommentId: null }), 201)
  const before = { post: 'Wolverines rehearse in the basement', comment: 'Ocelots borrowed the ladder' }
  const edited = expectData(
    await leaver.visitor.post('posts', { title: 'Rehearsals', content: before.post, topic: topics[0] }),
    201,
  ).post
  expectData(await leaver.visitor.patch(`posts/${edited.id}`, { content: 'Nothing to see any more' }))
  expectData(
    await other.visitor.post(`comments/post/${edited.id}`, { content: 'A pity, all of it', parentCommentId: null }),
    201,
  )
  const remark = expectData(
    await leaver.visitor.post(`comments/post/${foreign.id}`, { content: before.comment, parentCommentId: null }),
    201,
  ).comment
  expectData(await leaver.visitor.patch(`comments/${remark.id}`, { content: 'The ladder is back again' }))
  const words = { type: 'bug', title: 'Wombat', content: 'Narwhals ate my pencil case' }
  const headers = { 'idempotency-key': 'the-key-of-the-narwhals' }
  expectData(await leaver.visitor.post('feedbacks', words, { headers }), 201)
  const { key } = one<{ key: string }>('SELECT key_hash AS key FROM idempotency_keys WHERE user_id = ?', leaver.id)
  await admin.visitor.get(`posts/get/single/${post.id}`)

  // What somebody deletes who stays, in each form in which it is kept.
  const gone = [
    'qvxwzkjt',
    'hzkvqwxp',
    'dwqzxkvj',
    'twvzqkxh',
    'pzwkxqvd',
    'jqzwvkxt',
    'nwzqkvxd',
    'bzkqwvxj',
    'vkzqwtxb',
  ]
  const [wholePost, formerPost, wholeComment, formerComment, answered, later, mutedWord, leaversWord, tookBack] =
    gone as [string, ...string[]]
  const regretted = await written(other, `Regret ${wholePost}`, `At first ${formerPost}`)
  expectData(await other.visitor.patch(`posts/${regretted.id}`, { content: 'By now I regret it even more' }))
  const remarked = async (content: string, parentCommentId: string | null = null) =>
    expectData(await other.visitor.post(`comments/post/${foreign.id}`, { content, parentCommentId }), 201).comment.id
  const said = await remarked(`At first ${formerComment}`)
  expectData(await other.visitor.patch(`comments/${said}`, { content: `In the end ${wholeComment}` }))
  const parent = await remarked(`Somebody answers ${answered}`)
  await remarked('And here is the answer', parent)
  const delayed = expectData(
    await other.visitor.post('posts/delayed', { title: 'In a while', content: `Not yet ${later}`, topic: topics[0] }),
    201,
  ).delayedPost
  const mute = { kind: 'word', target: mutedWord }
  expectData(await other.visitor.put('mutes', mute))
  expectData(await leaver.visitor.put('mutes', { kind: 'word', target: leaversWord }))
  for (const { visitor } of [leaver, other])
    for (const path of ['follows', 'mutes']) expectData(await visitor.put(path, { kind: 'post', target: reworded.id }))
  expectData(await leaver.visitor.put('digest', { isOn: true }))
  config.notifications = true
  const browser = new PushedBrowser().subscriptionAt('https://push.example.org/of-the-leaver')
  expectData(await leaver.visitor.put('push/subscription', browser))
  config.notifications = false
  const pushed = one<{ sealed: string }>('SELECT sealed FROM push_subscriptions WHERE user_id = ?', leaver.id).sealed

  await storage.write((tx) => storeSetting(tx, 'linkDomains', { allow: [], hold: ['forms.example'], refuse: [] }))
  const [waits, refused] = ['Marmots wait in the rain', 'Badgers were not welcome here']
  await written(leaver, 'A form', `https://forms.example ${waits}`)
  const { id: refusedId } = await written(leaver, 'Another', `https://forms.example ${refused}`)
  expectData(await admin.visitor.put(`moderation/held/${refusedId}`, { decision: 'refuse' }))
  const takenBack = await written(other, 'A form', `https://forms.example ${tookBack}`)
  const removed = await written(leaver, 'Herons', 'They stand at the pond')
  expectData(await admin.visitor.put(`moderation/posts/${removed.id}/moderation-state`, { state: 'banned' }))
  const appeal = { resource: 'post', resourceId: removed.id, message: 'Herons have every right to stand there' }
  expectData(await leaver.visitor.post('appeals', appeal), 201)

  const { hash, sealed } = one<{ hash: string; sealed: string }>(
    'SELECT password_hash AS hash, email_sealed AS sealed FROM identities WHERE email_index = ?',
    addressIndex(leaver.email),
  )
  const { username } = leaver.user
  const traces = [
    publish.title,
    publish.content,
    content,
    before.post,
    before.comment,
    'Narwhals ate my pencil case',
    hash,
    sealed,
    addressIndex(leaver.email),
    username,
    key,
    pushed,
    waits,
    refused,
    appeal.message,
  ]
  await storage.optimize()
  for (const text of [...traces, ...indexed, ...gone]) expect([text, holds(file, text)]).toEqual([text, true])
  for (const text of [leaver.email, headers['idempotency-key'], browser.endpoint, browser.keys.auth])
    expect([text, holds(file, text)]).toEqual([text, false])

  expectData(await leaver.visitor.delete('auth/account'))
  expectData(await other.visitor.patch(`posts/${reworded.id}`, { content: 'They float on their backs' }))
  const paths = [`posts/${regretted.id}`, `comments/${said}`, `comments/${parent}`, `posts/delayed/${delayed.id}`]
  for (const path of [...paths, `held/${takenBack.id}`]) expectData(await other.visitor.delete(path))
  expectData(await other.visitor.delete('mutes', mute))
  for (const table of ['follows', 'mutes', 'notification_settings', 'push_subscriptions', 'notifications'])
    expect([table, one<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`, leaver.id).n]).toEqual([
      table,
      0,
    ])
  // Below the page cache: what was only moved aside would still be there.
  expect(one<{ n: number }>('SELECT count(*) AS n FROM user_name_trigrams WHERE name MATCH ?', `"${username}"`).n).toBe(
    0,
  )
  await close()
  for (const text of [...traces, ...indexed, ...gone]) expect([text, holds(file, text)]).toEqual([text, false])
  // The others' texts are what proves that this looks at the right file.
  expect(holds(file, 'A question to all')).toBe(true)
})
