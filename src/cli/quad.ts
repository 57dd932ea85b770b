import { type ArgsDef, type CommandDef, type CommandMeta, defineCommand, type SubCommandsDef } from 'citty'
import { version } from '../../package.json'
import { QUAD } from '../packaged'
import { run } from './run'

const serve = defineCommand({
  meta: { name: 'serve', description: 'Serves until it is stopped, as `bun start` does' },
  args: {
    follow: {
      type: 'boolean',
      default: false,
      description: 'Answers reads from a copy that Litestream keeps, and passes everything else on to PRIMARY_URL',
    },
  },
  async run({ args }) {
    await (await import('../main/serve')).serve({ follows: args.follow })
    // The signal that stops the server ends the process.
    await new Promise(() => {})
  },
})

type Loader = Extract<SubCommandsDef[string], () => unknown>

/** A command that is loaded when it is named: help lists it without, and a health check waits for no other. */
const later = (meta: CommandMeta & { name: string }, load: Loader) =>
  Object.assign(async () => ({ ...(await load()), meta }), { meta })

const named = <Name extends string>(
  name: Name,
  description: string,
  load: () => Promise<Record<Name, Awaited<ReturnType<Loader>>>>,
) => later({ name, description }, async () => (await load())[name])

// None reads the configuration while it loads: help is also for an operator whose configuration is wrong.
const LATER = [
  named('admin', 'Lists and creates administrators, and changes roles', () => import('./accounts')),
  named('college', 'Lists and adds colleges', () => import('./college')),
  named('user', 'Shows accounts', () => import('./accounts')),
  named('status', 'Shows whether Quad runs and is ready, and what it holds; changes nothing', () => import('./status')),
  named('jobs', 'Lists the background jobs of the running server, as of the last minute', () => import('./status')),
  named(
    'config',
    'Shows every variable and setting as it applies, and where it is from; no secret',
    () => import('./config'),
  ),
  named('backup', 'Writes all data into one file, or into BACKUP_TO; Quad may be running', () => import('./backup')),
  named(
    'export',
    'Writes the campus as JSON Lines and its public posts as pages, without addresses; Quad may be running',
    () => import('./export'),
  ),
  named(
    'import',
    'Reads what `export` wrote, of this version or an earlier one, into a new campus; its names belong to nobody',
    () => import('./import'),
  ),
  named(
    'restore',
    'Replaces the data by a backup and keeps the old data aside; Quad must be stopped',
    () => import('./restore'),
  ),
  named(
    'takeover',
    'Puts the database that Litestream replicated in place, on a machine that takes over, and fences the former primary; Quad must be stopped here',
    () => import('./takeover'),
  ),
  named('keys', 'Rotates, exports and imports the keys of addresses and keyed hashes', () => import('./keys')),
  named(
    'unseal',
    'Prints the addresses in values that ADDRESS_RECIPIENT sealed; needs neither server nor data',
    () => import('./keys'),
  ),
  named('audit', 'Proves that nobody tampered with the audit log', () => import('./audit')),
  named(
    'score',
    'Reads JSON Lines with a `text`, and prints a line of scores by label for each; sends nothing anywhere',
    () => import('./of-parts'),
  ),
  named(
    'learn',
    'Shows how the classifier does on decisions that it has not learned; exports and imports what it learned',
    () => import('./of-parts'),
  ),
  named('members', 'Shows whose memberships end, in coarse numbers, and reminds them', () => import('./college')),
  named('pseudonyms', 'Renames users whose pseudonym is not on the list', () => import('./accounts')),
  named(
    'seed',
    'Fills an empty instance with an invented campus, to try Quad out or to measure it',
    () => import('./seed'),
  ),
  named(
    'doctor',
    'Checks the installation and reports problems; changes nothing without --fix',
    () => import('./doctor'),
  ),
  later({ name: 'completion', description: 'Prints what a shell needs to complete the words of commands' }, async () =>
    (await import('./completion')).completionOf(commands),
  ),
  later({ name: 'man', description: 'Prints the manual page: quad man | man -l -' }, async () =>
    (await import('./completion')).manualOf(commands),
  ),
  later(
    { name: 'scheduled-backup', description: 'What a server starts to make a backup', hidden: true },
    async () => (await import('./backup')).scheduledBackup,
  ),
  later(
    { name: 'healthcheck', description: 'Asks the server on this machine whether it is ready', hidden: true },
    async () => (await import('./healthcheck')).healthcheck,
  ),
]

export const commands: CommandDef<ArgsDef> = defineCommand({
  meta: { name: QUAD, version, description: 'Commands for the operator' },
  subCommands: { serve, ...Object.fromEntries(LATER.map((each) => [each.meta.name, each])) },
})

export const quad = (args: string[]): Promise<number> => run(commands, args)
