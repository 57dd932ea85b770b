import { spawn } from 'node:child_process'
import { defineCommand } from 'citty'
import { version } from '../../package.json'
import { config } from '../config'
import { whoServes } from '../lib/handover/successor'
import { quadProcess } from '../packaged'
import { type Answer, CommandFailed } from './run'

const LOOK_EVERY_MS = 50

export const upgrade = defineCommand({
  async run(): Promise<Answer> {
    const before = await whoServes(config.dataDir)
    if (before === undefined)
      throw new CommandFailed(
        `No server that can hand over runs on ${config.dataDir}. One of an older version is stopped and started; on other systems than Linux each is.`,
      )
    const [program = '', ...args] = [...quadProcess(), 'serve', '--successor']
    // Outlives this command and its terminal.
    const successor = spawn(program, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => successor.on('exit', resolve))
    const status = await Promise.race([ended, serves(successor.pid)])
    if (status !== 'serves')
      throw new CommandFailed(`The successor ended (${status ?? 'by a signal'}); the server of before goes on.`)
    successor.unref()
    const now = { version, pid: successor.pid }
    const text = `Quad ${version} serves (process ${now.pid}), after ${before.version} (process ${before.pid}).`
    return { data: { ...now, before: { version: before.version, pid: before.pid } }, text }
  },
})

async function serves(pid: number | undefined): Promise<'serves'> {
  while ((await whoServes(config.dataDir))?.pid !== pid) await Bun.sleep(LOOK_EVERY_MS)
  return 'serves'
}
