import { signedIn } from './requests'
import { EndedEarly, quad, startServer } from './server'
import { type Acknowledged, lost } from './writer'

/** What was wrong with a data directory after a fault. */
export type Verdict = { lost: number; problems: string[] }

/**
 * Starts the server on a data directory that a fault left behind, stops it, and has `doctor` look at pages, references,
 * keys, counters and the audit chain.
 */
export async function judge(dataDir: string, acknowledged: readonly Acknowledged[]): Promise<Verdict> {
  const problems: string[] = []
  try {
    await using server = await startServer({ dataDir })
    await signedIn(server.url)
    const { status } = await server.stop()
    if (status !== 0) problems.push(`the server stopped with ${status}: ${server.said()}`)
  } catch (error) {
    problems.push(error instanceof EndedEarly ? error.message : `${error}`)
    return { lost: acknowledged.length, problems }
  }
  const { status, said } = await quad(['doctor'], dataDir)
  if (status !== 0) problems.push(said)
  return { lost: lost(dataDir, acknowledged).length, problems }
}
