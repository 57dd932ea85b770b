import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import dataClasses from '../../../docs/data-classes.json'
import { columnsOfSchema } from '../../support/schema-columns'

// What docs/security.md lists must be what there is: columns, uses of cryptography, and sources that do what
// most must not.

const root = join(import.meta.dir, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const document = read('docs/security.md')
const section = (title: string): string => document.split(`# ${title}\n`)[1]?.split(/\n##+ /)[0] ?? ''

/** The sources of server, database and client, without comments on lines of their own. */
const sources = ['src/**/*.ts', 'db/*.ts', 'public/**/*.ts', 'public/**/*.tsx', 'client/*.ts'].flatMap((pattern) =>
  [...new Glob(pattern).scanSync({ cwd: root })].map((path) => ({
    path,
    code: read(path).replace(/^\s*(\/\/|\/?\*).*$/gm, ''),
  })),
)
const filesWith = (pattern: RegExp): string[] =>
  sources
    .filter(({ code }) => pattern.test(code))
    .map(({ path }) => path)
    .sort()

const CLASSES = ['secret', 'identifying', 'traces', 'unpublished', 'administration', 'private', 'public']

/** `table.column` of every classified column, with its class. */
const classified = Object.entries<Record<string, string>>(dataClasses).flatMap(([table, columnsByClass]) =>
  Object.entries(columnsByClass).flatMap(([kind, columns]) =>
    columns.split(' ').map((column): [string, string] => [`${table}.${column}`, kind]),
  ),
)

describe('data classes', () => {
  test('every column has one, and no other column does', async () => {
    const columns = [...(await columnsOfSchema())].flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
    expect(classified.map(([column]) => column).sort()).toEqual(columns.sort())
  })
  test('are those that the document explains', () => {
    const named = new Set(classified.map(([, kind]) => kind))
    expect([...named].sort()).toEqual(CLASSES.toSorted())
    for (const kind of CLASSES) expect(section('Data classes')).toMatch(new RegExp(`^\\| ${kind} `, 'm'))
  })
})

describe('the cryptographic inventory', () => {
  const inventory = section('Cryptography')
  const uses =
    /createCipher|createDecipher|createHmac|hkdf|randomBytes|randomInt|CryptoHasher|getRandomValues|\bsubtle\.|subtle\?\.|\bpassword\.hash|'(age-encryption|altcha-lib|@simplewebauthn|oauth4webapi)/

  test('knows every source that uses cryptography or randomness', () => {
    expect(filesWith(uses)).toEqual(
      `db/migrate.ts public/app/campus/auth/passkeys.ts public/app/lib/draft-forms.ts
      public/app/lib/sealing.ts public/build.ts public/proof-of-work.ts src/campus/auth/schemas.ts
      src/pages/assets.ts src/cli/export.ts src/campus/accounts/branch-groups.ts src/campus/authorship/endings.ts
      src/http/body.ts src/ground/audit/audit.ts src/ground/audit/chain.ts src/campus/auth/codes.ts src/ground/access/devices.ts
      src/campus/auth/passkeys.ts src/campus/auth/proof-of-work.ts src/keeping/backups/run.ts
      src/forum/delayed/delayed.ts src/forum/polls/poll.ts src/parts/digest/service.ts src/campus/sanctions/mails.ts
      src/ground/names/pseudonyms.ts src/parts/notifications/follow-news.ts src/ground/policy/alike.ts
      src/parts/search/service.ts src/parts/search/similar.ts src/parts/search/windows.ts
      src/parts/webhooks/requests.ts src/lib/files/archive.ts src/lib/text/coarse-time.ts src/lib/files/data-directory.ts
      src/lib/files/data-swap.ts src/lib/follower/primary.ts src/lib/crypto/ids.ts src/lib/crypto/keys.ts src/lib/net/openid.ts
      src/lib/crypto/password-hash.ts src/lib/crypto/sealing.ts src/lib/tracing/spans.ts src/lib/files/uploads.ts src/lib/files/pictures.ts
      src/parts/push/web-push.ts src/lib/net/webauthn.ts`
        .split(/\s+/)
        .sort(),
    )
  })
  test('names every purpose of a keyed hash', () => {
    const purposes = sources.flatMap(({ code }) =>
      [...code.matchAll(/\b(?:keyedHash|storedHash(?:es)?)\(\s*'([^']+)'|const PURPOSE = '([^']+)'/g)].map(
        ([, one, other]) => one ?? other ?? '',
      ),
    )
    expect(new Set(purposes).size).toBeGreaterThan(8)
    expect(purposes.filter((purpose) => !inventory.includes(`\`${purpose}\``))).toEqual([])
  })
  test('has nothing weak, and no chance of the language where somebody might guess', () => {
    expect(filesWith(/\b(md5|sha-?1|rc4|des-|aes-\d+-(ecb|cbc|ctr)|RSA-OAEP|RSAES)\b/i)).toEqual([])
    // Of the pauses before the write queue tries a lock again, and before a browser connects again.
    expect(filesWith(/Math\.random/)).toEqual(['client/live-socket.ts', 'db/group-commit.ts'])
  })
})

describe('only these sources', () => {
  test.each([
    [
      'start a process',
      /\bBun\.(spawn|spawnSync|\$)|child_process/,
      `db/baseline.ts src/cli/takeover.ts src/keeping/backups/keep.ts src/main/built.ts
      src/main/server.ts`,
    ],
    [
      'build a pattern',
      /\bRegExp\(/,
      `src/config/parse.ts src/ground/policy/names.ts src/http/failures.ts src/lib/files/archive.ts
      src/pages/shell.ts`,
    ],
    [
      'listen to messages, of the own origin',
      /addEventListener\('message'|\bonmessage\b/,
      `client/live-socket.ts client/platform.ts public/app/campus/auth/join-steps.tsx
      public/app/campus/auth/session.ts public/app/parts/notifications/inbox.ts public/dev.ts
      public/proof-of-work.ts src/lib/follower/socket.ts`,
    ],
    ['run a text as code', /\beval\(|new Function\b|setTimeout\(\s*['"`]/, ''],
    ['write raw markup', /\.(inner|outer)HTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/, ''],
    ['load native code', /bun:ffi|\bdlopen\b|\.node'/, 'src/lib/process/process.ts'],
    ['handle a paste', /\bonPaste\b|'paste'/i, ''],
  ] as const)('%s', (_what, pattern, files) => {
    expect(filesWith(pattern).toSorted()).toEqual(files.split(/\s+/).filter(Boolean).toSorted())
  })
})

test('the proxies of the documentation speak TLS 1.2 and 1.3, forward-secret, and redirect pages only', () => {
  const operating = read('docs/operating.md').split('## TLS\n')[1] ?? ''
  for (const line of ['ssl_protocols TLSv1.2 TLSv1.3;', 'ssl_ciphers ECDHE+AESGCM:ECDHE+CHACHA20;', 'access_log off;'])
    expect(operating).toContain(line)
  expect(operating).toMatch(/location \/api\/ \{ return 403; \}/)
  expect(operating).toMatch(/handle \/api\/\* \{\s+respond 403/)
})
