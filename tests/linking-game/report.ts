import type { Table } from '../bench/report'
import { type Game, GROUPS } from './game'
import type { Outcome, Row } from './judge'

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
const share = ({ tried, hits }: Outcome) => (tried === 0 ? '–' : percent(hits / tried))

const HEAD = [
  ...['attacker', 'attack', 'aliases', 'right', 'by chance', 'of the college', 'place', 'verdict'],
  ...['at once', 'own names'],
]

/** A row for each attack: on the aliases that wait, as the client proposes, then on the others as the proof that it works. */
export const tableOf = (rows: readonly Row[]): string[][] => [
  HEAD,
  ...rows.map(({ attack, outcomes, verdict }) => [
    attack.by,
    attack.name,
    String(outcomes.delayed.tried),
    share(outcomes.delayed),
    ...(['chance', 'college', 'place'] as const).map((each) =>
      outcomes.delayed.tried === 0 ? '–' : percent(outcomes.delayed[each]),
    ),
    verdict,
    share(outcomes['at once']),
    share(outcomes.named),
  ]),
]

/** What the page of security shows: the attacks that are right for one alias in ten, because they guess by what no server hides. */
export function pageOf({ options }: Game, rows: readonly Row[]): Table {
  const shown = rows.filter(({ outcomes: { delayed } }) => delayed.hits / delayed.tried >= 0.1)
  const better = rows.filter(({ verdict }) => verdict === 'better').length
  const short = (text: string) => text.replace(' %', '%')
  return {
    caption: `${options.students} students, ${options.days} days, seed ${options.seed}. Shown are the attacks that are right for one alias in ten; ${rows.length - shown.length} others are right less often, and ${better || 'none'} beats chance.`,
    rows: [
      ['attack', 'right', 'by chance', 'own names'],
      ...shown.map(({ attack, outcomes: { delayed, named } }) => [
        `${attack.by}, ${attack.name}`,
        ...[share(delayed), percent(delayed.chance), share(named)].map(short),
      ]),
    ],
  }
}

export function played(game: Game) {
  const { options, targets, wire, refusals } = game
  const counts = GROUPS.map((group) => {
    const names = [...targets.values()].filter((target) => target.group === group)
    return `${names.length} names with ${names.reduce((sum, { texts }) => sum + texts.length, 0)} texts (${group})`
  })
  const refused = [...refusals].map(([code, count]) => `${count} ${code}`).join(', ')
  return `${options.students} students, ${options.days} days, seed ${options.seed}: ${counts.join(', ')}; ${wire.uploads.length} uploads; refused: ${refused || 'nothing'}.`
}
