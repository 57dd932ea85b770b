import { ATTACKS, PROBES } from './attacks'
import { openCampus } from './campus'
import type { Options } from './game'
import { judge, type Row } from './judge'
import { playMonth } from './month'
import { played } from './report'

/** Plays, attacks and judges. */
export async function playGame(options: Options): Promise<{ rows: Row[]; words: string }> {
  const { game, close } = await openCampus(options)
  try {
    await playMonth(game, PROBES)
    return { rows: await judge(game, ATTACKS), words: played(game) }
  } finally {
    await close()
  }
}
