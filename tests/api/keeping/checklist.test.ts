import { describe, expect, test } from 'bun:test'
import { config, readConfig } from '../../../src/config'
import { pattern } from '../../../src/config/parse'
import { FIRST_POSTS } from '../../../src/keeping/setup/checklist'
import { MailFailure } from '../../../src/lib/mail/message'
import { transport } from '../../../src/lib/mail/transport'
import { execute, publish } from '../../support/content'
import { administrator, fails, sanction, student, useQuad } from '../../support/kit'

await useQuad()
const root = await administrator('superadmin')
const { publicUrl } = config

const read = () => root.get('admin/checklist')
const atFirst = await read()
const state = async (name: string): Promise<string> => (await read()).items[name]
const change = (changes: object) => root.patch('admin/settings', changes)

describe('the checklist', () => {
  test('of a Quad that was just set up has nothing done, and is hidden by superadmins alone', async () => {
    expect(atFirst).toEqual({
      isDismissed: false,
      joinAddress: `${config.publicUrl}/join`,
      items: {
        mail: 'no_server',
        addresses: 'untried',
        pages: 'neither',
        topics: 'standard',
        look: 'plain',
        moderators: 'alone',
        posts: 'few',
        backup: 'off',
        poster: 'local',
      },
    })
    await fails((await administrator()).visitor.patch('admin/settings', { checklist: false }), 'FORBIDDEN')
  })
  test('is dismissed and shown again by a setting', async () => {
    expect((await change({ checklist: false })).checklist).toBe(false)
    expect((await read()).isDismissed).toBe(true)
    await change({ checklist: true })
    expect((await read()).isDismissed).toBe(false)
  })
  test('mail: a message to oneself was taken by the server that is in use, the last time', async () => {
    const tried = async (): Promise<string> => {
      await root.post('admin/settings/mail')
      return state('mail')
    }
    expect(await tried()).toBe('no_server')
    config.smtpUrl = 'smtp://office:secret-word@mail.campus.edu:2525'
    expect(await state('mail')).toBe('untried')
    transport.send = async () => ({ messageId: 'x', code: 250 })
    expect(await tried()).toBe('done')
    transport.send = async () => {
      throw new MailFailure('The mail server refused the addressee (550)', true, 550)
    }
    expect(await tried()).toBe('failed')
    transport.send = async () => ({ messageId: 'x', code: 250 })
    expect(await tried()).toBe('done')
    config.smtpUrl = 'smtp://office:secret-word@mail.else.edu:2525'
    expect(await state('mail')).toBe('untried')
    config.smtpUrl = undefined
    expect(await state('mail')).toBe('no_server')
  })
  test('addresses: samples of which one could join were tried against the pattern in use', async () => {
    const tried = async (addresses: string[], pattern?: string): Promise<string> => {
      const body = { addresses, ...(pattern === undefined ? {} : { pattern }) }
      await root.post('admin/settings/addresses', body)
      return state('addresses')
    }
    expect(await tried(['ab1@campus.edu'], '[a-z]{2}\\d')).toBe('untried')
    expect(await tried(['first.last@campus.edu'])).toBe('none_accepted')
    expect(await tried(['first.last@campus.edu', '20231234@campus.edu'])).toBe('done')
    config.enrollmentPattern = pattern('[a-z]{2}\\d{5}')
    expect(await state('addresses')).toBe('untried')
  })
  test('pages: rules and contact are written, in either language', async () => {
    const seen: string[] = []
    const written = async (changes: object) => {
      await change(changes)
      seen.push(await state('pages'))
    }
    await written({ rulesPage: { en: 'Be kind.' } })
    await written({ contactPage: { hi: 'कार्यालय, कमरा 4' } })
    await written({ rulesPage: { en: '' } })
    await written({ contactPage: { hi: '' } })
    expect(seen).toEqual(['no_contact', 'done', 'no_rules', 'neither'])
  })
  test('topics: a superadmin has named some that are not the standard ones', async () => {
    const { topics } = await root.get('instance')
    await change({ topics })
    expect(await state('topics')).toBe('standard')
    await change({ topics: [...topics, 'Rain'] })
    expect(await state('topics')).toBe('done')
    await change({ topics })
  })
  test('look: the campus has a colour or a logo', async () => {
    const [{ id }] = (await root.get('colleges')).colleges
    const look = (accentHue: number | null) => root.patch(`admin/colleges/update/${id}`, { accentHue })
    await look(210)
    expect(await state('look')).toBe('done')
    await look(null)
    expect(await state('look')).toBe('plain')
  })
  test('moderators: somebody else can act, and is neither banned nor demoted since', async () => {
    for (const { id } of (await root.get('moderation/users/search?role=admin')).users)
      await root.put(`admin/users/${id}/role`, { role: 'user' })
    expect(await state('moderators')).toBe('alone')
    const moderator = await administrator()
    expect(await state('moderators')).toBe('done')
    await sanction(moderator.id, { kind: 'suspension', reason: 'Rude', endsAt: '2099-01-01T00:00:00.000Z' })
    expect(await state('moderators')).toBe('alone')
    await sanction(moderator.id, { kind: 'suspension', reason: 'Rude', endsAt: '2020-01-01T00:00:00.000Z' })
    expect(await state('moderators')).toBe('done')
    await root.put(`admin/users/${moderator.id}/role`, { role: 'user' })
    expect(await state('moderators')).toBe('alone')
  })
  test('posts: there are some to read', async () => {
    const ada = await student()
    const ids: string[] = []
    for (let each = 1; each <= FIRST_POSTS; each++) {
      expect(await state('posts')).toBe('few')
      ids.push((await publish(ada)).id)
    }
    expect(await state('posts')).toBe('done')
    await ada.delete(`posts/${ids[0]}`)
    expect(await state('posts')).toBe('few')
  })
  test('backup: one was proven, and Quad goes on making them', async () => {
    const note = (outcome: string) =>
      execute(
        "INSERT INTO backups (started_at, outcome, reason) VALUES (?1, ?2, iif(?2 = 'proven', NULL, 'target-full'))",
        new Date().toISOString(),
        outcome,
      )
    config.backups = readConfig({ BACKUP_TO: '/nowhere' }).backups
    expect(await state('backup')).toBe('none_yet')
    await note('failed')
    expect(await state('backup')).toBe('none_yet')
    await note('proven')
    expect(await state('backup')).toBe('done')
    config.backups = undefined
    expect(await state('backup')).toBe('off')
  })
  test('poster: it was made, and leads to the address that this Quad has', async () => {
    const note = () => root.post('admin/checklist/poster')
    await note()
    expect(await state('poster')).toBe('local')
    Object.assign(config, { publicUrl: 'https://quad.campus.edu', loopback: false })
    expect(await state('poster')).toBe('changed')
    Object.assign(config, { publicUrl, loopback: false })
    expect(await state('poster')).toBe('done')
    const [entry] = (await root.get('admin/manage/logs?limit=1')).data
    expect(entry).toMatchObject({ action: 'admin:made:poster', metadata: { address: `${publicUrl}/join` } })
  })
})
