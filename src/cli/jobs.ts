import { defineCommand } from 'citty'
import type { ServerNote } from '../lib/server-note'
import { type Answer, CommandFailed } from './run'
import { runningServer } from './running-server'

export const jobs = defineCommand({
  async run(): Promise<Answer> {
    const server = await runningServer()
    if (server === undefined) throw new CommandFailed('Quad does not run on this data directory, so no job does.')
    if (server.note === undefined)
      throw new CommandFailed('The server has noted no jobs: it has just started, or its disk is full.')
    const { notedAt, jobs } = server.note
    const width = Math.max(...jobs.map(({ task }) => task.length))
    const text = [`As of ${notedAt}:`, ...jobs.map((job) => `${job.task.padEnd(width)}  ${lineOf(job)}`)]
    return { data: { notedAt, jobs }, text }
  },
})

function lineOf({ outcome, startedAt, tookMs, nextAt, isRunning }: ServerNote['jobs'][number]): string {
  const last =
    outcome === null
      ? 'has not finished yet'
      : `${outcome === 'done' ? 'ok    ' : 'FAILED'}  ${startedAt}, ${tookMs} ms`
  return isRunning ? `${last}  running since ${startedAt}` : `${last}  next ${nextAt}`
}
