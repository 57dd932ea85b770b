import { config } from '../../config'
import { ClaimsUnclear, configuredClaims, standingOfTerm } from '../../lib/primary/standing'
import { readTerm } from '../../lib/primary/term'
import { type Finding, fail, ok } from './finding'

/** Whether another server has taken over, where servers claim to be primary. */
export async function* checkPrimary(): AsyncGenerator<Finding> {
  const claims = configuredClaims()
  if (claims === undefined) return
  const term = readTerm(config.dataDir)
  try {
    if (term === undefined)
      yield (await claims.since(1)).length === 0
        ? ok('primary', 'nobody has claimed to be primary; the next start here does')
        : fail('primary', 'another server has claimed to be primary: this one would answer nothing')
    else if ((await standingOfTerm(claims, term)) === 'primary') yield ok('primary', `of term ${term.term}`)
    else
      yield fail(
        'primary',
        `another server has taken over: this data is of term ${term.term}, and the server here answers nothing (docs/litestream.md)`,
      )
  } catch (error) {
    if (!(error instanceof ClaimsUnclear)) throw error
    yield fail('primary', `${error.message} Nobody knows whether another server has taken over`)
  }
}
