import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storage } from '../../../db/storage'
import { app } from '../../../src/app'
import { forgetAccount } from '../../../src/ground/access/account'
import { forgetOldExports, makeExports, startExports } from '../../../src/keeping/exports/make'
import { exportsFolder } from '../../../src/lib/files/data-directory'
import { writeNote } from '../../../src/order/notes/service'
import { commentAliased, publishAliased } from '../../support/aliased'
import {
  comment,
  execute,
  judgePost,
  newPost,
  noticesOf,
  publish,
  report,
  select,
  students,
  viewerOf,
} from '../../support/content'
import {
  BLOCK,
  configured,
  type Data,
  fails,
  later,
  type Person,
  refusal,
  sanction,
  student,
  useCampus,
} from '../../support/kit'
import { newPicture, setPictures } from '../../support/pictures'
import { auditActions } from '../../support/traces'
import { unzip } from '../../support/unzip'

const { ann, ben, admin } = await useCampus()

const PATH = 'users/me/export'
const DAY = 86_400_000

const state = async (who: Person) => (await who.get(PATH)).export
const ask = async (who: Person) => (await who.post(PATH)).export
async function made(who: Person) {
  await ask(who)
  await makeExports()
}

async function download({ visitor }: Person): Promise<Response> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return app.handle(new Request(`http://localhost:3000/api/v1/${PATH}/file`, { headers: { cookie } }))
}
async function contents(who: Person) {
  const response = await download(who)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(bytes.length))
  const files = unzip(bytes)
  const [first, second, ...pictures] = files
  expect([first?.name, second?.name]).toEqual(['index.html', 'data.json'])
  const [page, json] = files.map(({ text }) => text) as [string, string]
  return { page, json, data: JSON.parse(json) as Data, pictures }
}
const files = () => (existsSync(exportsFolder()) ? readdirSync(exportsFolder()) : [])
const idOf = ({ id }: Person) => select('SELECT id FROM exports WHERE user_id = ?', id)[0]?.id ?? ''

describe('a copy of one’s data', () => {
  test('has what one wrote, did and is, and the email; the owner is told when it is ready', async () => {
    const who = await student()
    expect(await state(who)).toBeNull()
    const post = await publish(who, { title: 'Otters & <lamps>' })
    await who.patch(`posts/${post.id}`, { title: 'Otters and lamps' })
    const theirs = await publish(ben, { title: 'Whose bicycle' })
    const said = await comment(who, theirs.id, { content: 'It is mine' })
    for (const [path, body] of [
      ['votes', { targetType: 'post', targetId: theirs.id, voteType: 'upvote' }],
      ['bookmarks', { postId: theirs.id }],
      ['feedbacks', { type: 'bug', title: 'Lamps', content: 'They are dark' }],
    ] as const)
      await who.post(path, body)
    await who.post(`users/block/${ann.id}`)
    await report(who, theirs.id)
    expect(await ask(who)).toMatchObject({ state: 'waiting', bytes: null })
    await makeExports()
    const ready = await state(who)
    expect(ready).toMatchObject({ state: 'ready', bytes: expect.any(Number) })
    expect(Date.parse(ready.keptUntil) - Date.parse(ready.requestedAt)).toBe(7 * DAY)
    expect((await noticesOf(who)).map(({ kind }) => kind)).toEqual(['export_ready'])
    const { page, data } = await contents(who)
    expect(data.account).toEqual([
      expect.objectContaining({ email: who.email, username: who.user.username, hasPassword: true }),
    ])
    expect(data.posts).toEqual([expect.objectContaining({ id: post.id, title: 'Otters and lamps', isRemoved: false })])
    expect(data.postVersions[0].title).toBe('Otters & <lamps>')
    expect(data.comments).toEqual([
      expect.objectContaining({ id: said.id, content: 'It is mine', postTitle: 'Whose bicycle' }),
    ])
    expect(data.postVotes).toEqual([expect.objectContaining({ postId: theirs.id, value: 1 })])
    expect(data.bookmarks[0].postTitle).toBe('Whose bicycle')
    expect(data.blocks).toEqual([expect.objectContaining({ username: ann.user.username })])
    expect(data.reports[0]).toMatchObject({ targetId: theirs.id, status: 'pending' })
    expect(data.feedbacks[0].content).toBe('They are dark')
    expect(data.sessions).toHaveLength(1)
    expect(data.log.map(({ action }: { action: string }) => action)).toContain('user:created:post')
    expect(page).toContain('Otters &amp; &lt;lamps&gt;')
    expect(page).toContain(who.email)
    expect(auditActions(who.id)).toEqual(expect.arrayContaining(['user:requested:export', 'user:downloaded:export']))
  })
  test('has one’s own aliases with all that one wrote and was told under them; that of others has their names alone', async () => {
    const [who, other] = await students(2)
    const post = await publishAliased(who, { title: 'Lanterns' })
    const thread = await publish(other)
    const said = await commentAliased(who, thread.id, { content: 'Bring one' })
    const answer = await comment(other, post.id, { content: 'I have one' })
    await other.post('bookmarks', { postId: post.id })
    await other.post(`users/block/${said.alias.id}`)
    await sanction(post.alias.id, BLOCK)
    await storage.write(async (tx) => forgetAccount(tx, who.id))
    for (const each of [who, other]) await made(each)
    const { data } = await contents(who)
    expect(data.aliases).toMatchObject([
      { username: post.alias.username, postId: post.id },
      { username: said.alias.username, postId: thread.id },
    ])
    expect(data.posts).toMatchObject([{ id: post.id, username: post.alias.username, title: 'Lanterns' }])
    expect(data.comments).toMatchObject([{ id: said.id, username: said.alias.username, content: 'Bring one' }])
    expect(data.sanctions).toMatchObject([{ kind: 'block' }])
    expect(data.log.map(({ entityId }: Data) => entityId)).toEqual(expect.arrayContaining([post.id, said.id]))

    const theirs = await contents(other)
    expect(theirs.data.aliases).toEqual([])
    expect(theirs.data.bookmarks).toMatchObject([{ postId: post.id, postTitle: 'Lanterns' }])
    expect(theirs.data.blocks).toMatchObject([{ username: said.alias.username }])
    expect(theirs.data.comments).toMatchObject([{ id: answer.id, username: other.user.username }])
    for (const key of [who.id, who.user.username]) expect([key, theirs.json.includes(key)]).toEqual([key, false])
  })
  test('says nothing of a shadow ban, of notes, of who reported or decided, or of what one may not read', async () => {
    const [who, other] = await students(2)
    const post = await publish(who)
    const removed = await publish(other, { title: 'Removed since' })
    const blocked = await publish(other, { title: 'Behind a block' })
    for (const { id } of [removed, blocked]) await comment(who, id, { content: 'Hear, hear' })
    await report(ben, post.id, { message: 'I am Ben and I report' })
    await judgePost(post.id, 'shadow_banned')
    await judgePost(removed.id, 'banned')
    await writeNote(await viewerOf(admin.id), { resource: 'user', resourceId: who.id }, 'Keep an eye')
    await other.post(`users/block/${who.id}`)
    await made(who)
    const { json, data } = await contents(who)
    expect(data.posts[0]).toMatchObject({ id: post.id, isRemoved: false })
    expect(data.comments.map(({ postTitle }: Data) => postTitle)).toEqual([null, null])
    const words = ['shadow', 'Keep an eye', 'I report', 'Removed since', 'Behind a block']
    for (const text of [...words, ben.id, admin.id, other.user.username])
      expect([text, json.includes(text)]).toEqual([text, false])
  })
  test('has the own pictures under all names, and those that no post has yet, and nobody else’s', async () => {
    await setPictures()
    const [who, other] = await students(2)
    await publish(other, { picture: await newPicture(other) })
    await publish(who, { picture: await newPicture(who, undefined, 'A tree') })
    await publish(who, { picture: await newPicture(who), alias: true })
    await who.post('posts/delayed', newPost({ picture: await newPicture(who) }))
    await newPicture(who)
    await made(who)
    const { data, page, pictures } = await contents(who)
    const named = [...data.posts, ...data.delayedPosts, ...data.pictures].map(({ picture }) => picture)
    expect(pictures.map(({ name }) => name).sort()).toEqual(named.toSorted())
    expect(named).toHaveLength(4)
    for (const { bytes } of pictures)
      expect((await new Bun.Image(new Uint8Array(bytes)).metadata()).format).toBe('webp')
    expect(page).toContain('A tree')
  })
  test('is there once it is made, and for nobody else', async () => {
    const who = await student()
    await fails(who.visitor.get(`${PATH}/file`), 'NOT_FOUND')
    await made(who)
    expect((await download(who)).status).toBe(200)
    expect(await state(ann)).toBeNull()
    await fails(ann.visitor.get(`${PATH}/file`), 'NOT_FOUND')
  })
  test('is there for who is banned, and for who has not finished joining', async () => {
    const [banned, begun] = [await student(), await student({ onboard: false })]
    await sanction(banned.id, BLOCK)
    for (const who of [banned, begun]) {
      await made(who)
      expect((await contents(who)).data.account[0].email).toBe(who.email)
    }
  })
  test('can be asked for once a day; one that waits stays the same', async () => {
    const who = await student()
    const first = await ask(who)
    expect(await ask(who)).toEqual(first)
    await makeExports()
    const refused = await configured({ rateLimits: true }, () => who.visitor.post(PATH))
    expect([refusal(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([[429, 'RATE_LIMITED'], true])
    const old = idOf(who)
    later(DAY)
    expect(await ask(who)).toMatchObject({ state: 'waiting' })
    await makeExports()
    expect([await state(who)]).toMatchObject([{ state: 'ready' }])
    expect([files().includes(`${old}.age`), files().includes(`${idOf(who)}.age`)]).toEqual([false, true])
  })
  test('goes with the account, and so does one that is being made; after a week it is forgotten, and until then not', async () => {
    const [who, waiting] = await students(2)
    await made(who)
    const file = `${idOf(who)}.age`
    expect(files()).toContain(file)
    await who.delete('auth/account')
    expect(files()).not.toContain(file)
    await waiting.post(PATH)
    await waiting.delete('auth/account')
    await makeExports()
    expect(select('SELECT 1 FROM exports WHERE user_id IN (?, ?)', who.id, waiting.id)).toEqual([])
    const old = await student()
    await made(old)
    const kept = `${idOf(old)}.age`
    await forgetOldExports(Date.now() + 6 * DAY)
    expect([(await state(old)).state, files().includes(kept)]).toEqual(['ready', true])
    await forgetOldExports(Date.now() + 8 * DAY)
    expect([await state(old), files().includes(kept)]).toEqual([null, false])
  })
  test('is noise on the disk, and more so without its row', async () => {
    const who = await student()
    await publish(who, { title: 'Capybaras in the pool' })
    await made(who)
    const bytes = readFileSync(join(exportsFolder(), `${idOf(who)}.age`))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    for (const text of ['Capybaras', who.email, 'data.json']) expect(bytes.includes(text)).toBe(false)
    await execute("UPDATE exports SET key_sealed = 'x' WHERE user_id = ?", who.id)
    await fails(download(who), 404)
  })
})

describe('the making', () => {
  test('begins anew what a killed process began, and removes files that nobody owns', async () => {
    const who = await student()
    await made(who)
    const stray = join(exportsFolder(), `${crypto.randomUUID()}.age`)
    writeFileSync(stray, 'half')
    await execute(
      "UPDATE exports SET state = 'waiting', attempts = 1, key_sealed = NULL, bytes = NULL WHERE user_id = ?",
      who.id,
    )
    await startAndMake()
    expect([await state(who), existsSync(stray)]).toEqual([expect.objectContaining({ state: 'ready' }), false])
  })
  test('gives up after three tries, without making others wait; then one may ask again at once', async () => {
    const who = await student()
    // In place of the folder, so that nothing can be written there.
    rmSync(exportsFolder(), { recursive: true, force: true })
    writeFileSync(exportsFolder(), '')
    await made(who)
    expect(await state(who)).toMatchObject({ state: 'failed', bytes: null })
    await fails(who.visitor.get(`${PATH}/file`), 'NOT_FOUND')
    expect((await noticesOf(who)).length).toBe(0)
    rmSync(exportsFolder())
    await made(who)
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })
  test('after a restore, which has no file, one may ask again at once', async () => {
    const who = await student()
    await made(who)
    rmSync(join(exportsFolder(), `${idOf(who)}.age`))
    expect([await state(who), (await who.visitor.get(`${PATH}/file`)).code]).toEqual([null, 'NOT_FOUND'])
    await made(who)
    expect(await state(who)).toMatchObject({ state: 'ready' })
  })
  test('an address that this server cannot read is null', async () => {
    const who = await student()
    await execute(
      "UPDATE identities SET email_sealed = 'age-gone.x' WHERE id = (SELECT auth_id FROM users WHERE id = ?)",
      who.id,
    )
    await made(who)
    expect((await contents(who)).data.account[0].email).toBeNull()
  })
})

/** As a start does, and waits until nothing waits. */
async function startAndMake() {
  const stop = startExports()
  await makeExports()
  await stop()
}
