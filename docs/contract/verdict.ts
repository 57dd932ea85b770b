import { breakingChanges } from './breaking-changes'
import { type Json, recordOf } from './schemas'

type Releases = { tag: string | undefined; before: string | undefined; after: string; changelog: string }

/** What to say of the changes since the last release, and whether they may be released so. */
export function verdict({ tag, before, after, changelog }: Releases): { failed: boolean; lines: string[] } {
  if (tag === undefined || before === undefined) {
    const why = tag === undefined ? 'there is no tag like v1.2.3 here' : `${tag} has no docs/openapi.json`
    return passed(`*** NOTHING TO COMPARE THE API WITH: ${why}, so breaking changes are NOT noticed ***`)
  }
  const [old, now]: [Json, Json] = [JSON.parse(before), JSON.parse(after)]
  const changes = breakingChanges(old, now)
  if (changes.length === 0) return passed(`The API breaks no client of ${tag}.`)
  const [was, is] = [versionOf(old), versionOf(now)]
  const listed = changes.map((change) => `- ${change}`)
  if (!breaksOpenly(was, is))
    return refused([
      `The API breaks clients of ${tag}, and its version ${is} does not say so (${was} before):`,
      ...listed,
      'Keep what was there and deprecate it, or make this a new major version: see docs/clients.md.',
    ])
  if (!/^### Breaking$/m.test(newestSection(changelog)))
    return refused([
      `The API breaks clients of ${tag}, and CHANGELOG.md does not say so:`,
      ...listed,
      'List what clients have to change under "### Breaking" in its newest section.',
    ])
  return passed(`The API breaks clients of ${tag}, as its new version ${is} and CHANGELOG.md say:`, ...listed)
}

const passed = (...lines: string[]) => ({ failed: false, lines })
const refused = (lines: string[]) => ({ failed: true, lines })

const versionOf = (document: Json): string => String(recordOf(document.info).version)

/** A new major version; before 1.0.0 a new minor one, as package managers read `^0.1.0`. */
function breaksOpenly(before: string, after: string): boolean {
  const [was, is] = [before, after].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const [major = 0, minor = 0] = is
  const [oldMajor = 0, oldMinor = 0] = was
  return major > oldMajor || (major === 0 && oldMajor === 0 && minor > oldMinor)
}

const newestSection = (changelog: string): string => changelog.split(/^## /m)[1] ?? ''
