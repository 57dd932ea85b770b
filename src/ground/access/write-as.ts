import { storage, type Tx } from '../../../db/storage'
import { refuse } from '../../errors'
import { readSignedInAccount, type Viewer, withPresentSanctions } from './account'
import { type AccountLevel, levelRefusal, requireReauthentication } from './levels'

/**
 * Writes as the viewer, whose standing is checked inside the transaction: a body can take minutes to arrive, and
 * meanwhile the session can end or the account be deleted (401 `UNAUTHENTICATED`), and role, onboarding or sanction can
 * change (403 with the code of the level). A sensitive request is refused when its proof of identity has grown old.
 * `write` receives the viewer with the account's present state.
 */
export const writeAs = <T>(
  viewer: Viewer,
  level: AccountLevel,
  write: (tx: Tx, viewer: Viewer) => T | Promise<T>,
): Promise<T> => storage.write(async (tx) => write(tx, reauthorize(tx, viewer, level)))

function reauthorize(tx: Tx, viewer: Viewer, level: AccountLevel): Viewer {
  const account = readSignedInAccount(tx, viewer) ?? refuse('UNAUTHENTICATED')
  const current = { ...viewer, ...withPresentSanctions(account) }
  const code = levelRefusal(level, current)
  if (code !== null) return refuse(code)
  if (viewer.isSensitive) requireReauthentication(current)
  return current
}
