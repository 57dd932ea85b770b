import { describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageOf } from '../../../src/keeping/exports/make'
import { accountOf, PARTS } from '../../../src/keeping/exports/records'
import { zip } from '../../../src/lib/files/zip'
import { columnsOfSchema } from '../../support/schema-columns'
import { unzip } from '../../support/unzip'

const root = join(import.meta.dir, '../../..')

/** The part of an export that has what a table holds about a person, where it has another name than the table. */
const OTHERWISE: Record<string, string> = {
  users: 'account',
  identities: 'account',
  user_stats: 'account',
  post_stats: 'posts',
  polls: 'posts',
  poll_voters: 'pollVotes',
  user_blocks: 'blocks',
  account_notices: 'notices',
  audit_log: 'log',
}

/** Tables of which nothing is exported, by the reason. */
const LEFT_OUT: Record<string, string> = {
  'of accounts that are deleted': 'alias_endings retained_sanctions',
  'a number, which is in the log when its day is over': 'audit_overflow',
  'browsers, which the entries of the log name': 'audit_agents',
  'how pictures look that moderators removed; of no person': 'removed_pictures',
  'row numbers': 'audit_rewriting search_progress',
  'of the campus': 'backups banned_words college_branches settings webhook_deliveries webhooks',
  'of the campus; one’s own is with the account': 'branches colleges',
  'of the campus; posts and follows name them, and nobody is kept as who proposed one': 'courses',
  'what moderators were told, which its author does not learn': 'bursts',
  'what superadmins were told; the act is in the log of the campus': 'college_alerts',
  'whose account is being deleted asks for nothing': 'deletions',
  'numbers without words, for moderators; they go with the text': 'classifier_decisions',
  'of the campus; numbers without words': 'classifier_versions',
  'moderators among themselves': 'escalations moderation_notes',
  'the export itself': 'exports',
  'of posts and topics; a mark of how far it came': 'follow_news',
  'hashes, for a day': 'idempotency_keys',
  'of the campus; who took one is in the log': 'invitations',
  'a hash of a code, for minutes': 'login_codes',
  'on its way: what it says is told in the app, too': 'mail_queue',
  'times without people': 'mail_sent',
  'when a mail is due about what the notices say': 'moderation_mails',
  'what its person was told is in the notices; a shadow ban is not told': 'moderation_records',
  'a hash of a link, for an hour': 'password_resets',
  'before there is an account': 'pending_signups',
  'moderators’ choice': 'pinned_posts',
  'numbers of posts that are in the export': 'post_counts',
  'what its posts say': 'open_questions',
  'on its way: the notifications are in the export': 'push_deliveries',
  'ids of keys': 'server_keys',
  'hashes of tokens': 'session_tokens',
  'deleted when the account is made': 'sign_up_requests',
  'a mark while votes are counted': 'vote_recounts',
}

/** Columns of those tables that no export has, and why. */
const SECRET = 'a secret, or what one is checked against'
const INTERNAL = 'computed, or of no person'
const MODERATION = 'who decided, when exactly, or what is not told'
const OMITTED: Record<string, Record<string, string>> = {
  aliases: { [MODERATION]: 'removals_before', [INTERNAL]: 'alias' },
  users: {
    [INTERNAL]: 'key branch_id branch_key branch_shown public_branch name_draws reminded_at updated_at',
  },
  posts: {
    [INTERNAL]: 'key college_id branch_id branch_key audience is_official',
  },
  post_stats: {
    [INTERNAL]: 'post top_score hot_score thread_count thread_top_count',
    [MODERATION]: 'uncounted_upvotes uncounted_downvotes',
  },
  polls: { [INTERNAL]: 'post', [SECRET]: 'pending' },
  pictures: { [INTERNAL]: 'file width height bytes placeholder likeness post_id held_id delayed_id' },
  user_stats: { [INTERNAL]: 'user' },
  comments: {
    [INTERNAL]: 'key is_official deleted_at hidden top_score best_score',
    [MODERATION]: 'uncounted_upvotes uncounted_downvotes',
  },
  delayed_posts: { 'not told even to its author': 'publish_at' },
  delayed_comments: { 'not told even to its author': 'publish_at' },
  held_texts: { [MODERATION]: 'doubts refused_by' },
  reports: {
    'the text of somebody else':
      'automatic target_title target_content target_starts_at target_place target_poll target_author_id',
    [MODERATION]: 'resolved_by closed_at updated_at',
  },
  appeals: { [MODERATION]: 'record_id moderator_id decided_at' },
  feedbacks: { [MODERATION]: 'updated_at' },
  post_votes: { [MODERATION]: 'is_counted' },
  comment_votes: { [MODERATION]: 'is_counted' },
  follows: { [INTERNAL]: 'post_id through' },
  mutes: { [INTERNAL]: 'post_id' },
  notification_settings: { [INTERNAL]: 'digest_attempts' },
  account_notices: { [INTERNAL]: 'bulk_id' },
  sanctions: { [MODERATION]: 'imposed_by imposed_at retained_id' },
  sessions: { [INTERNAL]: 'id authenticated_at is_provided' },
  passkeys: { [SECRET]: 'id user_handle public_key counter' },
  push_subscriptions: {
    [SECRET]: 'session_id endpoint_index sealed key_id',
    [INTERNAL]: 'id failures',
  },
  calendars: { [SECRET]: 'hash' },
  identity_links: { [SECRET]: 'subject_index' },
  college_requests: {
    [SECRET]: 'requester_sealed',
    [INTERNAL]: 'id language resolved_college_id mailed_at updated_at',
  },
  audit_log: {
    [INTERNAL]: 'number actor role request hash salt',
    'also about others': 'detail',
  },
}

const tables = await columnsOfSchema()
const partNamed = (name: string): string | undefined =>
  name === 'account' ? accountOf('').text : PARTS.find((part) => part.name === name)?.text
const nameOf = (table: string): string =>
  OTHERWISE[table] ?? table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

describe('what is kept of a person', () => {
  const exported = [...tables.keys()].filter((table) => partNamed(nameOf(table)) !== undefined)
  const says = (table: string, word: string) => new RegExp(`\\b${word}\\b`).test(partNamed(nameOf(table)) ?? '')

  test('is in the export, table by table, or has a reason not to be', () => {
    expect([...exported, ...Object.values(LEFT_OUT).flatMap((names) => names.split(' '))].sort()).toEqual(
      [...tables.keys()].sort(),
    )
    expect(new Set(exported.map(nameOf))).toEqual(new Set(['account', ...PARTS.map(({ name }) => name)]))
    expect(exported.filter((table) => !says(table, table))).toEqual([])
  })
  test('and so is every column', () => {
    for (const table of exported) {
      const omitted = Object.values(OMITTED[table] ?? {}).flatMap((columns) => columns.split(' '))
      const left = (tables.get(table) ?? []).filter((column) => omitted.includes(column) || !says(table, column))
      expect([table, left.sort()]).toEqual([table, omitted.sort()])
    }
  })
  test('nothing of it is a secret, or says who moderated', () => {
    const selected = PARTS.map(({ text }) => text.split('FROM')[0]).join('\n')
    expect(selected).not.toMatch(/sealed|hash|public_key|imposed_by|resolved_by|refused_by|moderator_id|shadow/)
  })
})

describe('a ZIP archive', () => {
  const at = new Date('2026-05-04T03:02:01.000Z')
  const long = ['a'.repeat(70_000), 'न🦦'.repeat(30_000), 'end']
  const texts = Object.entries({ 'long.txt': long, 'empty.txt': [], 'हिन्दी.txt': ['x'] }).map(([name, text]) => ({
    name,
    text,
  }))
  const archive = Buffer.concat([...zip(texts, at)])

  test('holds its texts whole, long, empty or in another script', () => {
    expect(unzip(archive).map(({ name, text }) => ({ name, text }))).toEqual(
      texts.map(({ name, text }) => ({ name, text: text.join('') })),
    )
  })
  test('tells the same time wherever the server is', () => {
    const { TZ = '' } = process.env
    try {
      process.env.TZ = 'Asia/Kolkata'
      expect(at.getHours()).toBe(8)
      const elsewhere = Buffer.concat([...zip(texts, at)])
      // Its first file: of UTC, in two seconds.
      expect(elsewhere.readUInt16LE(10)).toBe((3 << 11) | (2 << 5) | 0)
      expect(elsewhere.equals(archive)).toBe(true)
    } finally {
      process.env.TZ = TZ
    }
  })
  test.skipIf(Bun.which('unzip') === null)('is in order for another program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'quad-zip-'))
    try {
      writeFileSync(join(folder, 'a.zip'), archive)
      expect(Bun.spawnSync(['unzip', '-tqq', join(folder, 'a.zip')]).exitCode).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the page', () => {
  const rows = () => [{ title: '<script>alert("1")</script>', isPrivate: true, place: null }]
  const page = (language: 'en' | 'hi') =>
    [...pageOf([{ name: 'posts', rows }], { language, at: new Date('2026-05-04T03:02:01.000Z') })].join('')

  test('shows a text as a text', () => {
    expect(page('en')).not.toContain('<script')
    expect(page('en')).toContain('<dt>Title</dt><dd>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</dd>')
  })
  test('is in the language of the account, and leaves out what is empty', () => {
    expect(page('en')).toContain('<dt>Only for your college</dt><dd>Yes</dd>')
    expect(page('en')).not.toContain('Place')
    expect(page('hi')).toContain('<html lang="hi">')
    expect(page('hi')).toContain('<dt>शीर्षक</dt>')
  })
  test('has a name for every part', () => {
    for (const { name } of PARTS)
      expect(readFileSync(join(root, 'src/messages/en/exports.ts'), 'utf8')).toContain(`    ${name}: `)
  })
})
