import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { config } from '../../../src/config'
import { storeSetting } from '../../../src/ground/settings/settings'
import { makeBackup } from '../../../src/keeping/backups/make'
import { allKeys } from '../../../src/lib/crypto/keys'
import { addressIndex } from '../../../src/lib/net/addresses'
import { select } from '../../support/content'
import { administrator, type Data, expectData, openQuad, student } from '../../support/kit'
import { PushedBrowser } from '../../support/push-service'
import { indexAll } from '../../support/search-index'

const close = await openQuad()
afterAll(close)

const one = (text: string, ...values: string[]): Data => select(text, ...values)[0]

/** The backup that would be made now. */
async function backup(name: string): Promise<Buffer> {
  const folder = join(config.dataDir, name)
  mkdirSync(folder)
  const main = new Database(storage.reader.sqlite.filename)
  main.run('VACUUM INTO ?', [join(folder, 'quad.db')])
  main.close()
  await makeBackup(folder, join(folder, 'backup.tar'))
  return readFileSync(join(folder, 'backup.tar'))
}

/** Whether a text is in the database file or what belongs to it. */
function holds(file: string, text: string) {
  return ['', '-wal', '-shm'].some((end) => existsSync(`${file}${end}`) && readFileSync(`${file}${end}`).includes(text))
}

test('what deleted accounts wrote and were is in no backup, with no key, and in no file once the server has stopped', async () => {
  const file = storage.reader.sqlite.filename
  const [leaver, other, admin] = [await student(), await student(), await administrator()]
  const publish = { title: 'Zebrafish swim at midnight', content: 'Quokkas whisper under the bridge', topic: 'General' }
  // Only the search index has them in lower case, and without the letters that the word before begins with.
  const indexed = ['jvzkwpfh', 'zvqkwtrd', 'wvzkqhnd', 'kqzwvhtr']
  const [inPost, inComment, inEdited, inPostWithThread] = ['QXJVZKWPFH', 'ZXZVQKWTRD', 'XQWVZKQHND', 'VXKQZWVHTR']
  const { topics } = await leaver.get('instance')
  const written = async ({ visitor }: typeof leaver, title: string, content: string) =>
    expectData(await visitor.post('posts', { title, content, topic: topics[0] })).post
  const post = await written(leaver, publish.title, publish.content)
  await written(leaver, 'Alpacas hum', `They hum ${inPost}`)
  const withThread = await written(leaver, 'Yaks chew', `They chew ${inPostWithThread}`)
  const reworded = await written(other, 'Otters float', `They float ${inEdited}`)
  const foreign = (
    await other.post('posts', { title: 'A question to all', content: 'What is for lunch?', topic: topics[0] })
  ).post
  const talk = { content: 'Who hums along?', parentCommentId: null }
  await other.post(`comments/post/${withThread.id}`, talk)
  const content = `Axolotls giggle in the library ${inComment}`
  await leaver.post(`comments/post/${foreign.id}`, { content, parentCommentId: null })
  const before = { post: 'Wolverines rehearse in the basement', comment: 'Ocelots borrowed the ladder' }
  const edited = (await leaver.post('posts', { title: 'Rehearsals', content: before.post, topic: topics[0] })).post
  await leaver.patch(`posts/${edited.id}`, { content: 'Nothing to see any more' })
  await other.post(`comments/post/${edited.id}`, { content: 'A pity, all of it', parentCommentId: null })
  const remark = (await leaver.post(`comments/post/${foreign.id}`, { content: before.comment, parentCommentId: null }))
    .comment
  await leaver.patch(`comments/${remark.id}`, { content: 'The ladder is back again' })
  const words = { type: 'bug', title: 'Wombat', content: 'Narwhals ate my pencil case' }
  const headers = { 'idempotency-key': 'the-key-of-the-narwhals' }
  await leaver.post('feedbacks', words, { headers })
  const { key } = one('SELECT key_hash AS key FROM idempotency_keys WHERE user_id = ?', leaver.id)
  await admin.visitor.get(`posts/get/single/${post.id}`)

  // What somebody deletes who stays, in each form in which it is kept.
  const gone = 'qvxwzkjt hzkvqwxp dwqzxkvj twvzqkxh pzwkxqvd jqzwvkxt nwzqkvxd bzkqwvxj vkzqwtxb'.split(' ')
  const [wholePost, formerPost, wholeComment, formerComment, answered, later, mutedWord, leaversWord, tookBack] =
    gone as [string, ...string[]]
  const regretted = await written(other, `Regret ${wholePost}`, `At first ${formerPost}`)
  await other.patch(`posts/${regretted.id}`, { content: 'By now I regret it even more' })
  const remarked = async (content: string, parentCommentId: string | null = null) =>
    (await other.post(`comments/post/${foreign.id}`, { content, parentCommentId })).comment.id
  const said = await remarked(`At first ${formerComment}`)
  await other.patch(`comments/${said}`, { content: `In the end ${wholeComment}` })
  const parent = await remarked(`Somebody answers ${answered}`)
  await remarked('And here is the answer', parent)
  const delayed = (
    await other.post('posts/delayed', { title: 'In a while', content: `Not yet ${later}`, topic: topics[0] })
  ).delayedPost
  const mute = { kind: 'word', target: mutedWord }
  await other.put('mutes', mute)
  await leaver.put('mutes', { kind: 'word', target: leaversWord })
  for (const { visitor } of [leaver, other])
    for (const path of ['follows', 'mutes']) expectData(await visitor.put(path, { kind: 'post', target: reworded.id }))
  await leaver.put('digest', { isOn: true })
  config.notifications = true
  const browser = new PushedBrowser().subscriptionAt('https://push.example.org/of-the-leaver')
  await leaver.put('push/subscription', browser)
  config.notifications = false
  const pushed = one('SELECT sealed FROM push_subscriptions WHERE user_id = ?', leaver.id).sealed

  await storage.write((tx) => storeSetting(tx, 'linkDomains', { allow: [], hold: ['forms.example'], refuse: [] }))
  const [waits, refused] = ['Marmots wait in the rain', 'Badgers were not welcome here']
  await written(leaver, 'A form', `https://forms.example ${waits}`)
  const { id: refusedId } = await written(leaver, 'Another', `https://forms.example ${refused}`)
  await admin.put(`moderation/held/${refusedId}`, { decision: 'refuse' })
  const takenBack = await written(other, 'A form', `https://forms.example ${tookBack}`)
  const removed = await written(leaver, 'Herons', 'They stand at the pond')
  await admin.put(`moderation/posts/${removed.id}/moderation-state`, { state: 'banned' })
  const appeal = { resource: 'post', resourceId: removed.id, message: 'Herons have every right to stand there' }
  await leaver.post('appeals', appeal)

  const { hash, sealed } = one(
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
  await storage.write(async (tx) => indexAll(tx))
  await storage.optimize()
  for (const text of [...traces, ...indexed, ...gone]) expect([text, holds(file, text)]).toEqual([text, true])
  const whole = await backup('with-them')
  for (const text of traces) expect([text, whole.includes(text)]).toEqual([text, true])
  for (const text of [leaver.email, headers['idempotency-key'], browser.endpoint, browser.keys.auth])
    expect([text, holds(file, text)]).toEqual([text, false])

  await leaver.delete('auth/account')
  await other.patch(`posts/${reworded.id}`, { content: 'They float on their backs' })
  const paths = [`posts/${regretted.id}`, `comments/${said}`, `comments/${parent}`, `posts/delayed/${delayed.id}`]
  for (const path of [...paths, `held/${takenBack.id}`]) await other.delete(path)
  await other.delete('mutes', mute)
  for (const table of ['follows', 'mutes', 'notification_settings', 'push_subscriptions', 'notifications'])
    expect([table, one(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`, leaver.id).n]).toEqual([table, 0])
  // Below the page cache: what was only moved aside would still be there.
  expect(one('SELECT count(*) AS n FROM user_name_trigrams WHERE name MATCH ?', `"${username}"`).n).toBe(0)
  const after = await backup('without-them')
  for (const text of [...traces, ...gone, leaver.email, ...allKeys().map(({ secret }) => secret)])
    expect([text, after.includes(text)]).toEqual([text, false])
  await close()
  for (const text of [...traces, ...indexed, ...gone]) expect([text, holds(file, text)]).toEqual([text, false])
  // The others' texts are what proves that this looks at the right file.
  expect(holds(file, 'A question to all')).toBe(true)
})
