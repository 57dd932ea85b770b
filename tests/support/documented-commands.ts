import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ArgsDef, CommandDef } from 'citty'
import compose from '../../deploy/compose.yaml'
import packageJson from '../../package.json'
import { commands } from '../../src/cli/quad'
import { resolved, run } from '../../src/cli/run'
import { readValues } from '../../src/config/environment'
import { VARIABLES, type Variable } from '../../src/config/variables'

// Judges the commands and the variables that documents show, by what reads them.

const ROOT = join(import.meta.dir, '../..')
const isThere = (path: string) => existsSync(join(ROOT, path))

type Pair = [name: string, value: string]
export const pairOf = (text: string): Pair => [text.split('=', 1)[0] ?? '', text.slice(text.indexOf('=') + 1)]

/** Of other programs, and of the example clients. */
const OTHERS_VARIABLES = /^(?:NODE_EXTRA_CA_CERTS|QUAD_(?:TERM|URL|EMAIL|PASSWORD)|DOMAIN|BUN_\w+)$/

/** A value with … in it stands for one. */
export function variableProblems(pairs: Pair[]): string[] {
  return pairs.flatMap(([name, value]) => {
    const own: Variable | undefined = VARIABLES[name.replace(/_FILE$/, '') as keyof typeof VARIABLES]
    if (own === undefined || (name.endsWith('_FILE') && !own.secret))
      return OTHERS_VARIABLES.test(name) ? [] : [`there is no variable ${name}`]
    const problems: string[] = []
    if (!value.includes('…')) readValues({ [name]: value }, problems)
    return problems
  })
}

/** The command as it is called, which then does nothing. A mention may leave out what is needed. */
async function idle(command: CommandDef<ArgsDef>, isMention: boolean): Promise<CommandDef<ArgsDef>> {
  const args = Object.entries((await resolved(command.args)) ?? {})
  const below = Object.entries((await resolved(command.subCommands)) ?? {})
  const subCommands = below.map(async ([name, sub]) => [name, await idle((await resolved(sub)) ?? {}, isMention)])
  return {
    ...command,
    args: Object.fromEntries(args.map(([name, arg]) => [name, isMention ? { ...arg, required: false } : arg])),
    subCommands: below.length > 0 ? Object.fromEntries(await Promise.all(subCommands)) : undefined,
    run: command.run || isMention ? () => ({ data: {}, text: [] }) : undefined,
  }
}
const [called, mentioned] = await Promise.all([idle(commands, false), idle(commands, true)])

/** A command that a shell would run, the variables that it gets, and the command whose JSON a pipe feeds it. */
export type Call = { words: string[]; variables: Pair[]; fed: string }

/** There is no program: the shell tells of each in its place, but of those that pass on a command. */
const PRELUDE = String.raw`
exec 9>&1 >/dev/null
command_not_found_handle() {
  local fed= name call
  [ "$1" = jq ] && IFS= read -r fed
  [[ " $* " = *' --json '* ]] && echo "$*"
  printf -v call '%s\x1f' "$@"
  call+=$'\x1e'$fed$'\x1e'
  for name in $(compgen -e); do call+=$name=$(eval echo '"$'$name'"')$'\x1f'; done
  printf '%s\x1d' "$call" >&9
}
cd() { :; }
env() { while [[ $1 = *=* ]]; do local -x "$1"; shift; done; "$@"; }
runuser() { shift 3; "$@"; }
`

/** What bash makes of a text; it writes no file. Throws where bash complains. */
export function shellCalls(text: string): Call[] {
  const harmless = text.replace(/(?<![<&\d])> *("[^"]*"|[^\s)]+)/g, '>/dev/null').replace(/^(?=\.[\w-]*\/)/gm, 'file ')
  const shell = ['/bin/bash', '--norc', '-c', PRELUDE + harmless]
  const { stdout, stderr } = Bun.spawnSync(shell, { env: { PATH: '/nonexistent' } })
  if (stderr.length > 0) throw new Error(stderr.toString().trim())
  const calls = stdout.toString().split('\x1d').slice(0, -1)
  return calls.map((call) => {
    const [words = [], [fed = ''] = [], variables = []] = call.split('\x1e').map((part) => part.split('\x1f'))
    const pairs = variables.slice(0, -1).map(pairOf)
    return { words: words.slice(0, -1), fed, variables: pairs.filter(([name]) => !/^(PATH|PWD|SHLVL|_)$/.test(name)) }
  })
}

type Problems = string[] | Promise<string[]>
const scripts: Record<string, string> = packageJson.scripts
const services = Object.keys(compose.services)
const isOption = (word: string) => word.startsWith('-')

/** What is wrong with the words after a program's name. */
const PROGRAMS: Record<string, (words: string[], isMention: boolean) => Problems> = {
  async quad(words, isMention) {
    const isLoose = isMention || words.includes('--help')
    const own = words.filter((word) => word !== '--help' && word !== '--json')
    const last = own.at(-1) ?? ''
    const whole = isLoose && isOption(last) ? [...own.slice(0, -1), `${last}=1`] : own
    return (await run(isLoose ? mentioned : called, whole)) === 0 ? [] : [`quad ${words.join(' ')} is misused`]
  },
  bun([first = '', ...rest], isMention) {
    if (first === 'quad' || first === 'dist/quad.js') return judged('quad', rest, isMention)
    if (isOption(first)) return judged('bun', rest.slice(first === '--cwd' ? 1 : 0), isMention)
    if (first === 'test') return rest.filter((file) => !isThere(file))
    const name = first === 'run' ? (rest[0] ?? '') : first
    return name in scripts || /^(?:install|audit)$/.test(name) || isThere(name) ? [] : [`bun ${name} runs nothing`]
  },
  npx([, program = '', ...rest]) {
    if (program === packageJson.packageManager) return judged('bun', rest, false)
    return program.startsWith('bun@') ? [`${program} is not the one here`] : []
  },
  docker([first, verb = '', ...rest], isMention) {
    const at = rest.findIndex((word) => !isOption(word))
    const [service, program, ...words] = at < 0 ? [] : rest.slice(at)
    if (first !== 'compose') return []
    if (!/^(?:up|logs|exec|run)$/.test(verb)) return [`nobody knows docker compose ${verb}`]
    if (service !== undefined && !services.includes(service)) return [`deploy/compose.yaml has no ${service}`]
    if (program === undefined) return []
    return program === 'quad' ? judged('quad', words, isMention) : [`the image has no ${program}`]
  },
  systemctl: ([, ...words]) =>
    words.filter((word) => !isOption(word) && !/^(?:quad(?:-copy)?|litestream|caddy)$/.test(word)),
  once: (words) => variableProblems(words.filter((word) => /^[A-Z_]+=/.test(word)).map(pairOf)),
}
const judged = (program: string, words: string[], isMention: boolean): Problems =>
  PROGRAMS[program]?.(words, isMention) ?? [`nobody knows ${program}`]

const OTHERS = 'apt-get chgrp chmod cp curl file go grep install journalctl jq ln mkdir node npm python3 rm useradd'
/** Nobody judges their words. */
for (const name of OTHERS.split(' ')) PROGRAMS[name] = () => []

/** What is wrong with each command of a text for a shell. */
export async function shellProblems(text: string, isMention = false): Promise<string[]> {
  const problems = shellCalls(text).map(async ({ words: [program = '', ...words], variables }) => [
    ...(await judged(program, words, isMention)),
    ...words.filter((word) => word.startsWith('/opt/quad/') && !isThere(word.slice('/opt/quad/'.length))),
    ...variableProblems(variables),
  ])
  return (await Promise.all(problems)).flat()
}
