import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS } from '../../src/errors'

/**
 * Writes index.d.ts, the declarations of the package in one file that imports nothing (`bun run client:declare`). With
 * `--check` it writes nothing, and exits with 1 if the file is out of date. TypeScript needs seconds to infer the types
 * of all routes, so the file is kept in the repository, where one also reads what a change means to clients.
 */
export const DECLARATIONS = join(import.meta.dir, 'index.d.ts')

const root = join(import.meta.dir, '../..')

/** Their declarations follow each other. */
const MODULES = ['platform', 'api', 'tokens', 'live-socket', 'version', 'quad']

/** What the package exports; everything else is there only because these mention it. */
export const VALUES = { api: ['endpointAt'], quad: ['createQuad'] }
const TYPES = [
  ...['Api', 'ApiOptions', 'Data', 'Failure', 'Fetch', 'PlatformResponse', 'RequestOptions', 'Socket'],
  ...['Tokens', 'TokenStore', 'LiveListeners', 'LiveMessage', 'LiveSocket', 'Versions', 'Quad', 'QuadOptions'],
  ...['Comment', 'Me', 'Notification', 'Post'],
  ...['ClientMessage', 'ErrorCode', 'ErrorStatus', 'Refusals', 'Routes', 'ServerMessage'],
]

/** What the types below mention and a program may not know: a file, and the parts of a passkey's options. */
const HEAD = `// Generated from the routes of Quad by \`bun run client:declare\`.

type Blob = typeof globalThis extends { Blob: { prototype: infer Type } } ? Type : { readonly size: number; readonly type: string }
type File = typeof globalThis extends { File: { prototype: infer Type } } ? Type : Blob
type AttestationConveyancePreference = 'direct' | 'enterprise' | 'indirect' | 'none'
type AttestationFormat = string
type AuthenticatorAttachment = 'cross-platform' | 'platform'
type Base64URLString = string
type COSEAlgorithmIdentifier = number
type PublicKeyCredentialHint = 'client-device' | 'hybrid' | 'security-key'
type PublicKeyCredentialType = 'public-key'
type ResidentKeyRequirement = 'discouraged' | 'preferred' | 'required'
type UserVerificationRequirement = 'discouraged' | 'preferred' | 'required'
`

type Schema = { $ref?: string; allOf?: Schema[]; properties?: { code?: { enum?: string[] } } }
type Refusal = { $ref?: string; content?: Record<string, { schema?: Schema }> }
type Document = { paths: Record<string, Record<string, { responses: Record<string, Refusal> }>> }

/** The codes that each operation refuses with, by `POST /auth/login`, as docs/openapi.json lists them. */
export function refusals(document: Document): Map<string, string[]> {
  const at = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document)
  const found = <Part extends { $ref?: string }>(part: Part): Part =>
    part.$ref === undefined ? part : found(at(part.$ref) as Part)
  // The envelope that all of them share has every code.
  const codesIn = (schema: Schema): string[] =>
    schema.$ref?.endsWith('/Failure')
      ? []
      : [found(schema)].flatMap(({ allOf = [], properties }) => [
          ...(properties?.code?.enum ?? []),
          ...allOf.flatMap(codesIn),
        ])
  const codesOf = (refusal: Refusal): string[] =>
    Object.values(found(refusal).content ?? {}).flatMap(({ schema = {} }) => codesIn(schema))
  return new Map(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]) => {
        const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
        const place = `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, '').replace(/\{(\w+)\}/g, ':$1')}`
        return [place, [...new Set(refused.flatMap(([, each]) => codesOf(each)))].sort()] as const
      }),
    ),
  )
}

export const readDocument = (): Document => JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'))

const union = (words: readonly (string | number)[]): string =>
  words.map((word) => (typeof word === 'string' ? `'${word}'` : word)).join(' | ') || 'never'

/** `UNREACHABLE` is the client's own. The codes that every operation has are written once. */
function refusalTypes(): string {
  const codes = refusals(readDocument())
  const everywhere = [...codes.values()].reduce((common, each) => common.filter((code) => each.includes(code)))
  const lines = [...codes].sort().map(([place, words]) => {
    const own = words.filter((word) => !everywhere.includes(word))
    return `\t'${place}': Everywhere | ${union(own)}`
  })
  return `type ErrorCode = ${union([...Object.keys(ERRORS), 'UNREACHABLE'])}
type ErrorStatus = ${union([...new Set(Object.values(ERRORS))])}
type Everywhere = ${union([...everywhere, 'UNREACHABLE'])}
interface Refusals {\n${lines.join('\n')}\n}
`
}

/** The compiler's declarations of all sources that the package has a part in, by their paths without an ending. */
async function emit(): Promise<(path: string) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'quad-declarations-'))
  const project = join(folder, 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, noCheck: true },
    ...{ rootDir: root, outDir: folder, typeRoots: [join(root, 'node_modules/@types')] },
  }
  const files = ['client/package/emitted.ts', 'client/quad.ts'].map((file) => join(root, file))
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  const compiler = Bun.spawn([join(root, 'node_modules/.bin/tsc'), '-p', project], { stdout: 'pipe' })
  const said = await new Response(compiler.stdout).text()
  if ((await compiler.exited) !== 0) throw new Error(`the declarations could not be made:\n${said}`)
  const texts = new Map(
    ['package/emitted', ...MODULES].map((name) => [name, readFileSync(join(folder, `client/${name}.d.ts`), 'utf8')]),
  )
  rmSync(folder, { recursive: true })
  return (name) => texts.get(name) ?? ''
}

const PRIVATE_VALUE = new RegExp(
  `^(?:/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?declare (?:function|const) (?!(?:${Object.values(VALUES).flat().join('|')})\\b)[^;]*;\\n`,
  'gm',
)

/** Without imports and private values, and with nothing exported: that is decided once, at the end. */
const inlined = (declarations: string): string =>
  declarations
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^export \{[^}]*\}[^;]*;\n/gm, '')
    .replace(/^export (?=type|declare|interface)/gm, '')
    .replace(PRIVATE_VALUE, '')

/**
 * The full type that the compiler wrote for a value of this name, as a type of the name. It keeps the names that the
 * parts of a passkey's options have at home, which are in `HEAD`.
 */
const asTypes = (declarations: string): string =>
  declarations
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/^export declare const (\w+): /gm, (_, name) => `type ${name} = `)
    .replace(/\bimport\("@simplewebauthn\/server"\)\./g, '')

async function declarations(): Promise<string> {
  const emitted = await emit()
  const values = Object.values(VALUES).flat()
  const exported = [...values, ...TYPES.map((name) => `type ${name}`)].join(', ')
  const text = [
    HEAD,
    asTypes(emitted('package/emitted')),
    refusalTypes(),
    ...MODULES.map((name) => inlined(emitted(name))),
    `export { ${exported} };\n`,
  ].join('\n')
  const imported = /^.*\bimport\b.*$/m.exec(text)
  if (imported) throw new Error(`the declarations import something: ${imported[0].trim()}`)
  // One character for a level: a third of the file would be spaces.
  return text.replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
}

if (import.meta.main) {
  const text = await declarations()
  if (!process.argv.includes('--check')) writeFileSync(DECLARATIONS, text)
  else if (readFileSync(DECLARATIONS, 'utf8') !== text) {
    process.stderr.write('client/package/index.d.ts does not match the routes: run bun run client:declare\n')
    process.exitCode = 1
  }
}
