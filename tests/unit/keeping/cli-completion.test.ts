import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { bashCompletion, commandTree, fishCompletion, manualPage, zshCompletion } from '../../../src/cli/completion'
import { operator, temporaryFolder } from '../../support/operator'

const folder = temporaryFolder()
const desk = operator({ DATA_DIR: join(folder.path, 'none'), PORT: 'many' })
afterAll(async () => {
  await desk.leave()
  folder.remove()
})

const SHELLS = ['bash', 'zsh', 'fish'] as const
const scripts: Record<string, string> = {}
beforeAll(async () => {
  for (const shell of SHELLS) {
    scripts[shell] = join(folder.path, shell)
    writeFileSync(scripts[shell], await desk.done(`completion ${shell}`))
  }
})

/** What the shell prints after it has read the completion. */
function ask(shell: string, text: string): string[] {
  const { stdout, stderr } = Bun.spawnSync([shell, '-c', text, shell, scripts[shell] ?? ''])
  expect(stderr.toString()).toBe('')
  return stdout.toString().split('\n').filter(Boolean).sort()
}

const inBash = (...words: string[]) =>
  ask(
    'bash',
    `source "$1"; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _quad; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )

/** What the functions of zsh are told, which draw the choice. */
const inZsh = (...words: string[]) =>
  ask(
    'zsh',
    `compdef() { }; _describe() { print -l -- $commands }; _arguments() { print -l -- "$@" }; source "$1";
    words=(${words.map((word) => `'${word}'`).join(' ')}); CURRENT=$#words; _quad`,
  )

const inFish = (line: string) =>
  ask('fish', `source $argv[2]; complete -C '${line}'`).map((each) => each.split('\t')[0])

test.skipIf(!Bun.which('bash')).each<[string, string[]]>([
  ['quad st', ['status']],
  ['quad college ', ['add', 'list']],
  ['quad admin create --r', ['--role']],
  ['quad admin create --role ', ['admin', 'superadmin']],
  ['quad --json keys ro', ['rotate']],
  // A value of any text, and a file, are left to the shell.
  ['quad college add --name ', []],
  ['quad keys export ', []],
  ['quad keys export --', ['--help', '--json']],
])('bash completes "%s" to %p', (line, words) => expect(inBash(...line.split(' '))).toEqual(words))

test.skipIf(!Bun.which('fish')).each<[string, string[]]>([
  ['quad st', ['status']],
  ['quad college ', ['add', 'list']],
  ['quad admin create --ro', ['--role']],
  ['quad admin create --role ', ['admin', 'superadmin']],
])('fish completes "%s" to %p', (line, words) => expect<unknown>(inFish(line)).toEqual(words))

test.skipIf(!Bun.which('zsh'))('zsh describes commands, and options have their values', () => {
  expect(inZsh('quad', 'college', '')).toEqual(['add:Adds a college', 'list:Lists the colleges'])
  expect(inZsh('quad', 'admin', 'create', '')).toEqual(
    expect.arrayContaining([
      '--role[The new role]:admin|superadmin:(admin superadmin)',
      '--json[Prints JSON, errors included]',
    ]),
  )
})

describe('from any definitions', () => {
  const strange = defineCommand({
    meta: { name: 'quad', description: 'A program' },
    subCommands: {
      covert: defineCommand({ meta: { name: 'covert', description: 'Not shown', hidden: true } }),
      tell: defineCommand({
        meta: { name: 'tell', description: "Says: it's [so] \\ or not" },
        args: { how: { type: 'string', valueHint: 'A:B', description: ".begins with a dot; 'quoted'" } },
        run: () => ({ data: {}, text: '' }),
      }),
    },
  })

  test('signs that mean something to a shell are escaped, and what is hidden stays so', async () => {
    const tree = await commandTree(strange)
    expect(zshCompletion(tree)).toContain(`'tell:Says\\: it'\\''s \\[so\\] \\\\ or not'`)
    expect(fishCompletion(tree)).toContain(`-a 'tell' -d 'Says: it\\'s [so] \\\\ or not'`)
    for (const script of [bashCompletion(tree), zshCompletion(tree), fishCompletion(tree), manualPage(tree)])
      expect(script).not.toContain('Not shown')
  })

  test('the manual has no line that roff takes for a request', async () => {
    const page = manualPage(await commandTree(strange))
    expect(page).toContain("\n\\&.begins with a dot; 'quoted'.\n")
    expect(page).toContain("Says: it's [so] \\e or not.")
    for (const line of page.split('\n')) expect(line).toMatch(/^(?:\.(?:TH|SH|TP|B|I|RS|RE|br)\b|[^.'])/)
  })
})

test('the manual names every command, option and variable, and no more than ASCII', async () => {
  const stdout = await desk.done('man')
  expect(stdout).toMatch(/^[\n -~]*$/)
  for (const words of ['.B admin set\\-role', '.B \\-\\-role', '.B SMTP_URL', '.B backup', '\\-\\-json', 'EXIT STATUS'])
    expect(stdout).toContain(words)
  expect(stdout).not.toContain('healthcheck')
  const printer = Bun.which('groff')
  if (printer)
    expect(Bun.spawnSync([printer, '-man', '-Tutf8', '-ww'], { stdin: Buffer.from(stdout) }).stderr.toString()).toBe('')
})
