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
    await (await import('../serve')).serve({ follows: args.follow })
    // The signal that stops the server ends the process.
    await new Promise(() => {})
  },
})

type Loader = Extract<SubCommandsDef[string], () => unknown>

/** A command that is loaded when it is named: help lists it without, and a health check waits for no other. */
const later = (name: string, description: string, load: Loader, meta: CommandMeta = { name, description }) =>
  Object.assign(async () => ({ ...(await load()), meta }), { meta })

const hidden = (name: string, description: string, load: Loader) =>
  later(name, description, load, { name, description, hidden: true })

// None reads the configuration while it loads: help is also for an operator whose configuration is wrong.
const LATER = [
  later('admin', 'Lists and creates administrators, and changes roles', async () => (await import('./admin')).admin),
  later('college', 'Lists and adds colleges', async () => (await import('./college')).college),
  later('user', 'Shows accounts', async () => (await import('./user')).user),
  later(
    'status',
    'Shows whether Quad runs and is ready, and what it holds; changes nothing',
    async () => (await import('./status')).status,
  ),
  later(
    'jobs',
    'Lists the background jobs of the running server, as of the last minute',
    async () => (await import('./jobs')).jobs,
  ),
  later(
    'config',
    'Shows every variable and setting as it applies, and where it is from; no secret',
    async () => (await import('./config')).config,
  ),
  later(
    'backup',
    'Writes all data into one file, or into BACKUP_TO; Quad may be running',
    async () => (await import('./backup')).backup,
  ),
  later(
    'export',
    'Writes the campus as JSON Lines and its public posts as pages, without addresses; Quad may be running',
    async () => (await import('./export')).exportCampus,
  ),
  later(
    'import',
    'Reads what `export` wrote, of this version or an earlier one, into a new campus; its names belong to nobody',
    async () => (await import('./import')).importCampus,
  ),
  later(
    'restore',
    'Replaces the data by a backup and keeps the old data aside; Quad must be stopped',
    async () => (await import('./restore')).restore,
  ),
  later(
    'takeover',
    'Puts the database that Litestream replicated in place, on a machine that takes over, and fences the former primary; Quad must be stopped here',
    async () => (await import('./takeover')).takeover,
  ),
  later(
    'keys',
    'Rotates, exports and imports the keys of addresses and keyed hashes',
    async () => (await import('./keys')).keys,
  ),
  later(
    'unseal',
    'Prints the addresses in values that ADDRESS_RECIPIENT sealed; needs neither server nor data',
    async () => (await import('./unseal')).unseal,
  ),
  later('audit', 'Proves that nobody tampered with the audit log', async () => (await import('./audit')).audit),
  later(
    'members',
    'Shows whose memberships end, in coarse numbers, and reminds them',
    async () => (await import('./members')).members,
  ),
  later(
    'pseudonyms',
    'Renames users whose pseudonym is not on the list',
    async () => (await import('./pseudonyms')).pseudonyms,
  ),
  later(
    'seed',
    'Fills an empty instance with an invented campus, to try Quad out or to measure it',
    async () => (await import('./seed')).seed,
  ),
  later(
    'doctor',
    'Checks the installation and reports problems; changes nothing without --fix',
    async () => (await import('./doctor')).doctor,
  ),
  later('completion', 'Prints what a shell needs to complete the words of commands', async () =>
    (await import('./completion')).completionOf(commands),
  ),
  later('man', 'Prints the manual page: quad man | man -l -', async () =>
    (await import('./manual')).manualOf(commands),
  ),
  hidden(
    'scheduled-backup',
    'What a server starts to make a backup',
    async () => (await import('./backup')).scheduledBackup,
  ),
  hidden(
    'healthcheck',
    'Asks the server on this machine whether it is ready',
    async () => (await import('./healthcheck')).healthcheck,
  ),
]

export const commands: CommandDef<ArgsDef> = defineCommand({
  meta: { name: QUAD, version, description: 'Commands for the operator' },
  subCommands: { serve, ...Object.fromEntries(LATER.map((each) => [each.meta.name, each])) },
})

/** Runs the command that `args` name and returns the exit status. */
export const quad = (args: string[]): Promise<number> => run(commands, args)
