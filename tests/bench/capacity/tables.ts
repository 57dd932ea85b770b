import { ms, type Table, whole } from '../report'
import type { Answered } from './generator'
import type { Habits, Rung } from './knee'
import { studentsFor } from './knee'
import { KINDS } from './mix'
import type { Use } from './processor'

/** Of one run at one rate. */
export type Measured = { answered: Answered; server: Use; generator: Use; online: Use | undefined; sockets: number }

const percent = (share: number) => `${whole(share * 100)} %`
/** What runs on the machine beside what is measured, and what its host takes away. */
export const othersThan = ({ server, generator, online }: Pick<Measured, 'server' | 'generator' | 'online'>) =>
  Math.max(0, server.machine - server.all - generator.all - (online?.all ?? 0)) + server.stolen

const rateOf = ({ requests, seconds }: Answered) => requests / seconds

export function rungsTable(rungs: readonly Rung<Measured>[]): Table {
  const head = 'due,req/s,p50,p99,refused,sockets,loop,waits,server,CPU,generator,sockets’ end,others,disk,read'.split(
    ',',
  )
  const rows = rungs
    .toSorted((a, b) => a.rate - b.rate)
    .map(({ rate, detail: { answered, server, generator, online, sockets } }) => [
      whole(rate),
      whole(rateOf(answered)),
      ms(answered.p50),
      ms(answered.p99),
      percent(answered.refused / Math.max(1, answered.requests)),
      whole(sockets),
      percent(server.loop),
      percent(server.loopWaited),
      percent(server.all),
      whole((server.all * 1e6) / rateOf(answered)),
      percent(generator.all),
      online === undefined ? '–' : percent(online.all),
      percent(othersThan({ server, generator, online })),
      percent(server.disk),
      `${(server.read / 1e6).toFixed(1)} MB/s`,
    ])
  return {
    caption:
      'By requests due a second; times in milliseconds, processors in percent of one: the event loop, how much of the time it waits for a processor, all of the server; CPU in microseconds of the server a request.',
    rows: [head, ...rows],
  }
}

export const kindsTable = ({ answered }: Measured): Table => ({
  caption: 'Each kind of request at the knee, in milliseconds from when it was due.',
  rows: [
    ['', 'of 1,000', 'requests', 'p50', 'p99', 'refused'],
    ...answered.kinds.map(({ requests, p50, p99, refused }, at) => {
      const { name, share } = KINDS[at] ?? { name: '', share: 0 }
      return [name, whole(share), whole(requests), ms(p50), ms(p99), percent(refused / Math.max(1, requests))]
    }),
  ],
})

export const threadsTable = ({ server }: Measured): Table => ({
  caption: 'The server’s threads at the knee, in percent of one processor.',
  rows: [
    ['', 'busy'],
    ['event loop', percent(server.loop)],
    ...server.threads.filter(({ share }) => share > 0.005).map(({ name, share }) => [name, percent(share)]),
  ],
})

export function studentsTable(rate: number, habits: Habits): Table {
  const { online, enrolled } = studentsFor(rate, habits)
  return {
    caption: `A visit of ${habits.secondsOfVisit} seconds asks ${habits.requestsOfVisit} times; ${percent(habits.onlineShare)} of those who are enrolled are here at the busiest moment.`,
    rows: [
      ['requests a second', 'students online', 'students enrolled'],
      [whole(rate), whole(online), whole(enrolled)],
    ],
  }
}
