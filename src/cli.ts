import { defineCommand } from 'citty'
import { version } from '../package.json'
import { admin } from './cli/admin'
import { college } from './cli/college'
import { doctor } from './cli/doctor'
import { healthcheck } from './cli/healthcheck'
import { run } from './cli/run'
import { seed } from './cli/seed'
import { serve } from './cli/serve'

// No command imports the configuration before it runs: help is for the operator whose configuration is wrong, too.
const quad = defineCommand({
  meta: { name: 'bun quad', version, description: 'The commands of the operator' },
  subCommands: { serve, admin, college, seed, doctor, healthcheck },
})

process.exit(await run(quad, process.argv.slice(2)))
