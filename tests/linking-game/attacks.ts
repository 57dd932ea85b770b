import type { Attack, Probe } from './attacks/attack'
import { banProbe, decisions, sanctionProbe, shadowProbe } from './attacks/console'
import { besideInLog, nearInLog } from './attacks/log'
import { network } from './attacks/network'
import {
  consoleLists,
  consoleRead,
  everythingRead,
  heard,
  listsByAuthor,
  namesAlike,
  picturesAlike,
} from './attacks/readings'
import { neighbourIds, sameHour, vanishing } from './attacks/times'
import { answerProbe, blockProbe, replyProbe, voteProbe, watching } from './attacks/watching'

/** What is tried while the month goes on. */
export const PROBES: readonly Probe[] = [
  voteProbe,
  blockProbe,
  replyProbe,
  answerProbe,
  sanctionProbe,
  banProbe,
  shadowProbe,
]

/** All attacks, by who makes them. */
export const ATTACKS: readonly Attack[] = (['student', 'administrator', 'network'] as const).flatMap((by) =>
  [
    ...[
      everythingRead,
      heard,
      listsByAuthor,
      namesAlike,
      picturesAlike,
      ...watching,
      sameHour,
      neighbourIds,
      vanishing,
    ],
    ...[consoleRead, consoleLists, ...decisions, besideInLog, nearInLog, ...network],
  ].filter((attack) => attack.by === by),
)
