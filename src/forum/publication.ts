import { parts } from '../ground/parts'
import { watchForBursts } from '../ground/policy/bursts'
import { refuseDuplicate } from '../ground/policy/duplicates'
import { limitNewAccounts } from '../ground/policy/new-accounts'
import { type Publication, type Stage, throughStages } from '../ground/policy/stages'

// How a post or a comment is published. Before: whether its author may write there, and what may be written (`checkPost`,
// `openPlace`, `refuseByPolicy`). The write: checked again, held for a moderator or given its place, written, told of.

/** What waits to appear passes these when it is sent, and the watch when it appears. */
export const WAITING: readonly Stage[] = [refuseDuplicate, limitNewAccounts]

/** Publishes what all stages let pass, those of parts after the forum's own. */
export const publish = <Made extends { id: string }>(
  text: Publication<Made>,
  write: () => Promise<Made>,
): Promise<Made> =>
  throughStages([...WAITING, ...parts().flatMap(({ stages = [] }) => stages), watchForBursts], text, write)

/** What replaces a text is no new one. */
export const replace = <Made extends { id: string }>(
  text: Publication<Made>,
  write: () => Promise<Made>,
): Promise<Made> => throughStages([refuseDuplicate], text, write)
