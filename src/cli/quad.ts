import { type ArgsDef, type CommandDef, defineCommand } from 'citty'
import { version } from '../../package.json'
import { QUAD } from '../packaged'
import { keepOwner } from './owner'
import { run } from './run'

const serve = defineCommand({
  meta: { name: 'serve', description: 'Serves until it is stopped, as `bun start` does' },
  args: {
    successor: {
      type: 'boolean',
      default: false,
      description: 'Takes over from the server that runs, as `upgrade` does',
    },
    follow: {
      type: 'boolean',
      default: false,
      description: 'Answers reads from a copy that Litestream keeps, and passes everything else on to PRIMARY_URL',
    },
  },
  async run({ args }) {
    await (await import('../serve')).serve({ succeeds: args.successor, follows: args.follow })
    // The signal that stops the server ends the process.
    await new Promise(() => {})
  },
})

// Each command is loaded when it runs, because a health check should not wait for the others. None reads the
// configuration while it loads: help is also for an operator whose configuration is wrong.
export const commands: CommandDef<ArgsDef> = defineCommand({
  meta: { name: QUAD, version, description: 'Commands for the operator' },
  subCommands: {
    serve,
    admin: async () => (await import('./admin')).admin,
    college: async () => (await import('./college')).college,
    user: async () => (await import('./user')).user,
    status: async () => (await import('./status')).status,
    jobs: async () => (await import('./jobs')).jobs,
    config: async () => (await import('./config')).config,
    backup: async () => (await import('./backup')).backup,
    export: async () => (await import('./export')).exportCampus,
    restore: async () => (await import('./restore')).restore,
    takeover: async () => (await import('./takeover')).takeover,
    keys: async () => (await import('./keys')).keys,
    unseal: async () => (await import('./unseal')).unseal,
    audit: async () => (await import('./audit')).audit,
    members: async () => (await import('./members')).members,
    pseudonyms: async () => (await import('./pseudonyms')).pseudonyms,
    seed: async () => (await import('./seed')).seed,
    doctor: async () => (await import('./doctor')).doctor,
    completion: async () => (await import('./completion')).completionOf(commands),
    man: async () => (await import('./manual')).manualOf(commands),
    upgrade: async () => (await import('./upgrade')).upgrade,
    'scheduled-backup': async () => (await import('./backup')).scheduledBackup,
    healthcheck: async () => (await import('./healthcheck')).healthcheck,
  },
})

/** Runs the command that `args` name and returns the exit status. */
export async function quad(args: string[]): Promise<number> {
  const giveBack = keepOwner()
  return run(commands, args).finally(giveBack)
}
