import { defineCommand } from 'citty'
import { version } from '../../package.json'
import { admin } from './admin'
import { audit } from './audit'
import { backup } from './backup'
import { college } from './college'
import { doctor } from './doctor'
import { healthcheck } from './healthcheck'
import { pseudonyms } from './pseudonyms'
import { restore } from './restore'
import { run } from './run'
import { seed } from './seed'
import { serve } from './serve'

// No command imports the configuration before it runs: help is for the operator whose configuration is wrong, too.
const commands = defineCommand({
  meta: { name: 'bun quad', version, description: 'The commands of the operator' },
  subCommands: { serve, admin, college, backup, restore, audit, pseudonyms, seed, doctor, healthcheck },
})

/** Runs the command that `args` name; answers the exit status. */
export const quad = (args: string[]): Promise<number> => run(commands, args)
