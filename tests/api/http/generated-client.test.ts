import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from '../../../src/app'
import { generateTypes } from '../../clients/generate-types'
import { chapters, readChapters } from '../../clients/page'
import { publish } from '../../support/content'
import { PASSWORD, useCampus } from '../../support/kit'

const { ann, ben } = await useCampus()
const folder = mkdtempSync(join(tmpdir(), 'quad-generated-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const STRICT = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ noUncheckedIndexedAccess: true, types: ['node'], skipLibCheck: true },
  },
  files: ['feed.ts', 'wrong.ts'],
}

async function run(command: string[], env: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const child = Bun.spawn(command, { cwd: folder, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { status: await child.exited, text: `${out}${err}` }
}

describe('a client that others generate from the document', () => {
  const modules = join(import.meta.dir, '../../../node_modules')
  const program = readChapters().find(({ file }) => file === 'feed.ts')?.program ?? ''
  /** What the compiler says of both programs: it takes longer to start than to read one more. */
  let complaints: string[] = []

  beforeAll(async () => {
    app.listen({ hostname: '127.0.0.1', port: 0 })
    const document = await fetch(`http://127.0.0.1:${app.server?.port}/api/v1/openapi.json`)
    await Bun.write(join(folder, 'quad.ts'), await generateTypes((await document.json()) as object))
    await Bun.write(join(folder, 'feed.ts'), program)
    const wrong = program.replace('userVote ??', 'userVotes ??').replace("topic: '", "subject: '")
    await Bun.write(join(folder, 'wrong.ts'), wrong)
    await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
    await Bun.write(join(folder, 'package.json'), '{"type":"module"}')
    symlinkSync(modules, join(folder, 'node_modules'))
    const { status, text } = await run([join(modules, '.bin/tsc'), '--project', '.', '--pretty', 'false'])
    expect(status).not.toBe(0)
    complaints = text.trim().split(/\n(?! )/)
  })
  test('compiles as the page of clients has it, and reads and writes posts', async () => {
    await publish(ben, { title: 'A bench in the library' })
    expect(complaints.filter((each) => !each.startsWith('wrong.ts('))).toEqual([])
    const { status, text } = await run([process.execPath, 'feed.ts'], {
      QUAD_URL: `http://127.0.0.1:${app.server?.port}`,
      QUAD_EMAIL: ann.email,
      QUAD_PASSWORD: PASSWORD,
    })
    expect(text).toContain(`A bench in the library by ${ben.user.username}, my vote: none`)
    const [, id] = /^first: published ([0-9a-f-]{36})$/m.exec(text) ?? []
    expect(text).toMatch(
      new RegExp(`^again, same key: published ${id}\nagain, other key: refused with DUPLICATE: `, 'm'),
    )
    expect(status).toBe(0)
  })
  test('does not compile where it asks for a field or sends one that the document does not have', () => {
    for (const word of ['userVotes', 'subject']) expect(complaints.join('\n')).toContain(word)
  })
})

test('a chapter of the page is what it has between the fences', () => {
  const page =
    '# Page\n\n## Tea\n\n```sh\nmake tea\n```\n\nSave this as `tea.py`:\n\n```python\nprint(1)\n```\n\n## Words\n'
  expect(chapters(page)).toEqual([{ name: 'Tea', commands: ['make tea\n'], file: 'tea.py', program: 'print(1)\n' }])
  expect(readChapters().map(({ file }) => file)).toEqual(['feed.py', 'main.go', 'feed.ts'])
})
