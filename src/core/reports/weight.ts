// How soon a target of reports needs a decision: by the gravest harm that somebody names, then by how many say so, how
// long it waits, and how often its reporters were right. Nobody reads a weight: it would tell how often a reporter was.

export type OpenReport = {
  reason: string
  createdAt: string
  /** Of its reporter's earlier reports: how many led to a removal, and how many were dismissed. */
  upheld: number
  dismissed: number
}

const LIFE = /self.?harm|suicid|violen|threat|weapon|\bdox|आत्महत्या|ख़ुद को|खुद को|हिंसा|धमकी/iu
const PERSON = /harass|\bhate|sexual|bully|abus|imperson|उत्पीड़न|सताना|नफ़रत|यौन/iu

const HARM = { life: 100, person: 10, other: 1 } as const

/** By words in the reason, because the settings and reporters name reasons of their own. */
export const harmOf = (reason: string): keyof typeof HARM =>
  LIFE.test(reason) ? 'life' : PERSON.test(reason) ? 'person' : 'other'

/** 1 for a reporter of whom nothing is known. Whoever cried wolf often falls to the kind below, and no further. */
const LEAST_TRUST = 0.1
const trust = ({ upheld, dismissed }: OpenReport): number =>
  Math.max(LEAST_TRUST, (2 * (upheld + 1)) / (upheld + dismissed + 2))

/** 256 reports that are believed count three times one, and more no more. */
const MOST_BY_NUMBER = 3
/** What waits for two days counts half more. */
const LONGEST_MS = 2 * 86_400_000
const MOST_BY_AGE = 0.5

/** Number and age together stay below the step from one kind of harm to the next. */
export function weigh(reports: readonly OpenReport[], now: number): number {
  const gravest = Math.max(...reports.map((each) => HARM[harmOf(each.reason)] * trust(each)))
  const believed = reports.reduce((sum, each) => sum + trust(each), 0)
  const number = Math.min(MOST_BY_NUMBER, 1 + Math.log2(Math.max(1, believed)) / 4)
  const oldest = reports.reduce((time, { createdAt }) => Math.min(time, Date.parse(createdAt)), now)
  const age = 1 + MOST_BY_AGE * Math.min(1, (now - oldest) / LONGEST_MS)
  return gravest * number * age
}
