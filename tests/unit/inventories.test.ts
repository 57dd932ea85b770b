import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import { columnsOfSchema } from '../support/schema-columns'

// What docs/security-controls.md lists must be what there is: columns, uses of cryptography, and sources that do what
// most must not.

const root = join(import.meta.dir, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const document = read('docs/security-controls.md')
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
function classified(text: string): [string, string][] {
  return [...text.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].flatMap(([, table, cell = '']) =>
    cell.split('; ').flatMap((part) => {
      const [kind = '', columns = ''] = part.split(': ')
      return columns.split(' ').map((column): [string, string] => [`${table}.${column}`, kind])
    }),
  )
}

describe('data classes', () => {
  test('every column has one, and no other column does', async () => {
    const columns = [...(await columnsOfSchema())].flatMap(([table, names]) => names.map((name) => `${table}.${name}`))
    const named = classified(section('Columns')).map(([column]) => column)
    expect(named.sort()).toEqual(columns.sort())
  })
  test('are those that the document explains', () => {
    const named = new Set(classified(section('Columns')).map(([, kind]) => kind))
    expect([...named].sort()).toEqual(CLASSES.toSorted())
    for (const kind of CLASSES) expect(section('Data classes')).toMatch(new RegExp(`^\\| ${kind} `, 'm'))
  })
})

describe('the cryptographic inventory', () => {
  const inventory = section('Cryptographic inventory')
  const uses =
    /createCipher|createDecipher|createHmac|hkdf|randomBytes|randomInt|CryptoHasher|getRandomValues|\bsubtle\.|subtle\?\.|\bpassword\.hash|'(age-encryption|altcha-lib|@simplewebauthn|oauth4webapi)/
  const typesOnly = ['src/campus/auth/schemas.ts']

  test('names every source that uses cryptography or randomness', () => {
    const files = filesWith(uses)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !inventory.includes(`\`${file}\``) && !typesOnly.includes(file))).toEqual([])
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
      `src/http/failures.ts src/pages/shell.ts src/config/parse.ts src/ground/policy/names.ts
      src/lib/files/archive.ts`,
    ],
    [
      'listen to messages, of the own origin',
      /addEventListener\('message'|\bonmessage\b/,
      `client/live-socket.ts client/platform.ts public/app/lib/auth/proof-of-work.ts
      public/app/lib/auth/session.ts public/app/lib/notifications/inbox.ts public/dev.ts
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
