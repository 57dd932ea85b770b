import { version } from '../package.json'
import type { PlatformResponse } from './platform'

/** The package has the version of the server that it comes from. */
export const OWN_VERSION: string = version

export type Versions = { client: string; server: string }

/** Whether versions differ in what may break a client: the major, and before 1.0 the minor, as npm's `^` has it. */
export function areIncompatible({ client, server }: Versions): boolean {
  const [own, theirs] = [client, server].map(breakingPart)
  return own !== theirs
}

function breakingPart(version: string): string {
  const [major, minor] = version.split('.')
  return major === '0' ? `0.${minor}` : String(major)
}

export function warnOfVersions({ client, server }: Versions): void {
  console.warn(
    `@quad/client ${client} is of another version than the server, Quad ${server}: install the one it serves`,
  )
}

/** The version that the server's description of itself tells. */
export async function versionIn(response: PlatformResponse): Promise<string | undefined> {
  const body = (await response.json()) as { data?: { version?: unknown } }
  return typeof body.data?.version === 'string' ? body.data.version : undefined
}
