import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { storage } from '../../../db/storage'
import { ExportFolder, writeExport } from '../../../src/cli/export'
import { archivePages } from '../../../src/cli/export/archive'
import { EXPORTED } from '../../../src/cli/export/tables'
import { storeSetting } from '../../../src/ground/settings/settings'
import { addressIndex } from '../../../src/lib/net/addresses'
import { commentAliased, publishAliased } from '../../support/aliased'
import { delayedCommentOf, delayedPostOf, heldTextOf } from '../../support/authorization/forum-rows'
import {
  banComment,
  comment,
  execute,
  judge,
  judgePost,
  newWords,
  publish,
  report,
  select,
  upvote,
} from '../../support/content'
import { type Data, expectData, PASSWORD, student, useCampus } from '../../support/kit'
import { quad, temporaryFolder } from '../../support/operator'

const { ann, ben, admin } = await useCampus()
const scratch = temporaryFolder()
afterAll(scratch.remove)
const folder = join(scratch.path, 'exported')

/** Why a table has no lines of its own. */
const STAYING: Record<string, string> = {
  alias_endings: 'work under way',
  aliases: 'leads from a name for one thread to its account',
  audit_log: 'its chain proves nothing outside of the database; superadmins save it as a file',
  audit_agents: 'of the log',
  audit_overflow: 'of the log',
  audit_rewriting: 'of the log',
  backups: 'of this server',
  bursts: 'news for moderators',
  calendars: 'opens calendars',
  college_alerts: 'news for superadmins',
  deletions: 'work under way',
  exports: 'of one person each, for that person',
  follow_news: 'work under way',
  idempotency_keys: 'of a day',
  identities: 'addresses and passwords',
  identity_links: 'leads to addresses',
  invitations: 'make administrators',
  login_codes: 'opens accounts',
  classifier_decisions: 'of this server; what moderators thought of texts',
  classifier_versions: 'of this server: `quad learn --export`',
  mail_queue: 'addresses',
  mail_sent: 'of an hour',
  moderation_mails: 'work under way',
  notifications: 'news of the last weeks about what is exported',
  passkeys: 'opens accounts',
  password_resets: 'opens accounts',
  pending_signups: 'addresses',
  poll_voters: 'of polls that are open, without what is sealed',
  open_questions: 'computed',
  post_counts: 'computed',
  post_stats: 'with the posts',
  push_deliveries: 'work under way',
  push_subscriptions: 'leads to devices',
  retained_sanctions: 'leads to addresses',
  search_progress: 'computed',
  server_keys: 'of this server',
  session_tokens: 'opens accounts',
  sessions: 'leads to devices',
  sign_up_requests: 'addresses',
  user_stats: 'with the users',
  vote_recounts: 'work under way',
  webhook_deliveries: 'work under way',
  webhooks: 'secrets',
}

const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const lines = (name: string): Data[] =>
  read(`data/${name}.jsonl`)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const pageOf = (id: string) => join(folder, `archive/posts/${id}.html`)
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const owner = await student()
const made = {
  open: await publish(ann, { title: 'Otters <b>float</b>', content: 'On **Mondays** [here](https://example.org)' }),
  closed: await publish(ann, { title: 'Among us', isPrivate: true }),
  removed: await publish(ann, { title: 'Taken away' }),
  hidden: await publish(ann, { title: 'Hidden silently' }),
}
const first = await comment(ben, made.open.id, { content: 'A first remark' })
const gone = await comment(ann, made.open.id, { content: 'A bad word', parentCommentId: first.id })
await comment(ben, made.open.id, { content: 'A reply to it', parentCommentId: gone.id })
await banComment(gone.id)
await report(ben, made.open.id, { message: 'Look at this' })
await judgePost(made.removed.id, 'banned')
await judgePost(made.hidden.id, 'shadow_banned')
await execute('UPDATE users SET branch_shown = 0')
const aliased = await publishAliased(owner, { isPrivate: true })
const said = await commentAliased(owner, made.open.id)
const own = await comment(owner, made.closed.id, { content: 'Under my own name' })
for (const by of [owner, ben]) {
  for (const { id } of [aliased, made.closed]) {
    expectData(await upvote(by, id))
    await by.post('bookmarks', { postId: id })
    for (const path of ['follows', 'mutes']) await by.put(path, { kind: 'post', target: id })
  }
  for (const { id } of [said, own]) expectData(await upvote(by, id, 'comment'))
  await by.put('follows', { kind: 'topic', target: 'Showcase' })
}
const removed = await commentAliased(owner, made.closed.id)
await judge(admin, 'comment', removed, { state: 'banned', reason: 'Off topic' })
await ben.post(`users/block/${said.alias.id}`)
await delayedPostOf(ann)
await ann.post('posts/delayed', { title: 'Later', content: newWords(), topic: 'Showcase', alias: true })
await delayedCommentOf(ann, made.open.id)
await heldTextOf(ann)
await writeExport(new ExportFolder(folder))

describe('the export of a campus', () => {
  test('has each table of the schema, or a reason not to', async () => {
    const root = join(import.meta.dir, '../../..')
    const modules: object[] = await Promise.all(
      [...new Glob('db/schema/*.ts').scanSync({ cwd: root })].map((file) => import(join(root, file))),
    )
    const tables = modules
      .flatMap((module) => Object.values(module).filter((each) => is(each, SQLiteTable)))
      .map((table) => getTableName(table))
    const exported = EXPORTED.map(([table]) => getTableName(table))
    expect([...exported, ...Object.keys(STAYING)].sort()).toEqual(tables.sort())
  })
  test('has lines that are as their schemas say, and counted', () => {
    const { lines: counts } = JSON.parse(read('export.json'))
    expect(Object.keys(counts)).toEqual(EXPORTED.map(([table]) => getTableName(table)))
    for (const [name, count] of Object.entries<number>(counts)) {
      const { properties, required } = JSON.parse(read(`data/${name}.schema.json`))
      const rows = lines(name)
      expect([name, rows.length]).toEqual([name, count])
      for (const row of rows) {
        expect(Object.keys(row)).toEqual(required)
        for (const [key, value] of Object.entries(row)) expect([key, fits(value, properties[key])]).toEqual([key, true])
      }
    }
    expect(lines('posts').find(({ id }) => id === made.hidden.id)).toMatchObject({
      authorId: ann.id,
      moderationState: 'shadow_banned',
      isPrivate: false,
    })
    expect(lines('comments').find(({ id }) => id === gone.id)).toMatchObject({
      postId: made.open.id,
      parentCommentId: first.id,
    })
    expect(lines('reports')).toEqual([expect.objectContaining({ reporterId: ben.id, message: 'Look at this' })])
    const waiting = ['delayed_posts', 'delayed_comments', 'held_texts'].map((name) => lines(name).length)
    expect(waiting).toEqual([1, 0, 1])
  })
  test('has no address, index, hash or key in any file', () => {
    const [identity] = select(
      'SELECT password_hash AS hash FROM identities WHERE email_index = ?',
      addressIndex(ann.email),
    )
    const all = filesIn(folder).map((file) => readFileSync(file, 'utf8'))
    for (const secret of [ann.email, ben.email, admin.email, addressIndex(ann.email), identity!.hash, PASSWORD])
      expect([secret, all.some((text) => text.includes(secret))]).toEqual([secret, false])
    expect(all.join('\n')).not.toMatch(/"(authId|\w*(Sealed|Hash|Index|ip|userAgent))":/)
  })
  test('says nowhere whose an alias is, also not by what its account did to its own texts', () => {
    expect(lines('users').find(({ id }) => id === aliased.alias.id)).toMatchObject({ status: 'ALIAS', branch: '' })
    expect(lines('posts').find(({ id }) => id === aliased.id)).toMatchObject({ authorId: aliased.alias.id })
    const keys = [aliased, said, removed].flatMap(({ id, alias }) => [id, alias.id])
    const counts = JSON.parse(read('export.json')).lines
    for (const name of Object.keys(counts))
      for (const row of lines(name).map((line) => JSON.stringify(line)))
        for (const key of keys) expect([name, row.includes(owner.id) && row.includes(key)]).toEqual([name, false])
    // Of others, and of one's own name, all of it is there.
    for (const [name, key] of [
      ['post_votes', 'postId'],
      ['comment_votes', 'commentId'],
      ['bookmarks', 'postId'],
      ['follows', 'postId'],
      ['mutes', 'postId'],
    ] as const) {
      const done = lines(name).map((row) => [row.userId, row[key]])
      expect([name, done]).toEqual([
        name,
        expect.arrayContaining([[ben.id, name === 'comment_votes' ? said.id : aliased.id]]),
      ])
      expect([name, done.some(([by]) => by === owner.id)]).toEqual([name, true])
    }
    expect(lines('follows').filter(({ userId, kind }) => userId === owner.id && kind === 'topic')).toHaveLength(1)
    expect(lines('user_blocks')).toMatchObject([{ blockerId: ben.id, blockedId: said.alias.id }])
    const notice = lines('account_notices').find(({ commentId }) => commentId === removed.id)
    // At which moment somebody read all that waited, under every name.
    expect([notice !== undefined, 'acknowledgedAt' in (notice ?? {})]).toEqual([true, false])
    const page = readFileSync(pageOf(made.open.id), 'utf8')
    expect([page.includes(said.alias.username), page.includes(owner.user.username)]).toEqual([true, false])
  })
  test('is for its owner alone, and its sums are right', () => {
    const sums = read('SHA256SUMS').trim().split('\n')
    expect(sums).toHaveLength(filesIn(folder).length - 1)
    for (const line of sums) {
      const [sum = '', path = ''] = line.split('  ')
      expect(new Bun.CryptoHasher('sha256').update(readFileSync(join(folder, path))).digest('hex')).toBe(sum)
    }
    for (const file of filesIn(folder)) expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})

const fits = (value: unknown, { type, enum: values }: { type?: string | string[]; enum?: unknown[] }) => {
  const kind = value === null ? 'null' : Number.isInteger(value) ? 'integer' : typeof value
  return (type === undefined || [type].flat().includes(kind)) && (values === undefined || values.includes(value))
}

describe('the pages in it', () => {
  test('have public posts with their comments, by Quad names and whole minutes, and lead to each other', () => {
    const page = readFileSync(pageOf(made.open.id), 'utf8')
    expect(read('archive/index.html')).toContain(
      `<a href="posts/${made.open.id}.html">Otters &lt;b&gt;float&lt;/b&gt;</a>`,
    )
    expect(page).toContain('<a href="../index.html">')
    for (const text of ['<strong>Mondays</strong>', 'A first remark', 'A reply to it']) expect(page).toContain(text)
    for (const { user } of [ann, ben]) expect(page).toContain(user.username)
    for (const [, time] of page.matchAll(/datetime="([^"]+)"/g)) expect(time).toEndWith(':00.000Z')
    expect(page.indexOf('A first remark')).toBeLessThan(page.indexOf('A reply to it'))
    expect(page).not.toMatch(/<script|<link|<img|\son\w+=/)
  })
  test('have nothing private, removed, hidden, held or delayed, and no branch that few share', () => {
    for (const { id } of [made.closed, made.removed, made.hidden]) expect(existsSync(pageOf(id))).toBe(false)
    const all = filesIn(join(folder, 'archive')).map((file) => readFileSync(file, 'utf8'))
    expect(all).toHaveLength(2)
    const hidden = ['Among us', 'Taken away', 'Hidden silently', 'A bad word', 'A bench in the library', 'Look at this']
    for (const text of [...hidden, 'CSE'])
      expect([text, all.some((page) => page.includes(text))]).toEqual([text, false])
    expect(all.join('')).toContain('This comment is gone.')
  })
  test('are not made where only members read', async () => {
    await storage.write((tx) => storeSetting(tx, 'readers', 'members'))
    const other = join(scratch.path, 'members')
    expect((await writeExport(new ExportFolder(other))).pages).toBe(0)
    expect([existsSync(join(other, 'archive')), existsSync(join(other, 'data/posts.jsonl'))]).toEqual([false, true])
    await storage.write((tx) => storeSetting(tx, 'readers', 'public'))
  })
  test('are lists of so many posts each, newest first, that lead to each other', async () => {
    const newest = await publish(ben, { title: 'The newest one' })
    const pages = new Map([...archivePages(storage.reader, 'Campus', 1)].map(({ path, text }) => [path, text]))
    expect([...pages.keys()]).toEqual([
      `posts/${newest.id}.html`,
      'index.html',
      `posts/${made.open.id}.html`,
      'page-2.html',
    ])
    const [first = '', second = ''] = ['index.html', 'page-2.html'].map((name) => pages.get(name))
    expect([first.includes('The newest one'), second.includes('Otters')]).toEqual([true, true])
    expect([first.includes('href="page-2.html" rel="next"'), first.includes('rel="prev"')]).toEqual([true, false])
    expect([second.includes('href="index.html" rel="prev"'), second.includes('rel="next"')]).toEqual([true, false])
  })
})

test('quad export needs data, a folder to write into, and a name that is free', async () => {
  const env = { DATA_DIR: join(scratch.path, 'data') }
  const target = join(scratch.path, 'of-the-command')

  expect(await quad(['export', target], env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('no database'),
  })
  const college = ['--name', 'Lake College', '--domain', 'lake.edu', '--city', 'Lakeside', '--state', 'Iowa']
  expect(await quad(['college', 'add', ...college], env)).toMatchObject({ status: 0 })
  expect(await quad(['export', join(target, 'deeper')], env)).toMatchObject({ status: 2 })
  const { status, stdout } = await quad(['export', target, '--json'], env)
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ folder: target, pages: 1 })])
  expect(readFileSync(join(target, 'data/colleges.jsonl'), 'utf8')).toContain('Lake College')
  expect(statSync(target).mode & 0o777).toBe(0o700)
  expect(await quad(['export', target], env)).toMatchObject({ status: 1, stderr: expect.stringContaining('exists') })
  expect(readdirSync(scratch.path).filter((name) => name.endsWith('.part'))).toEqual([])
})
