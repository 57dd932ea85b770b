// The name of a backup tells whose it is and of when: `quad-quad.campus.edu-20261122T031500Z.tar`, with `.age` where it is
// encrypted. Beside one that is not whole, or not proven yet, there is a mark.

const UNFINISHED = '.unfinished'
const TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(?:\.age)?$/

const prefixOf = (host: string): string => `quad-${host.replace(/[^\w.-]/g, '_')}-`

export const backupName = (host: string, at: Date, isEncrypted: boolean): string =>
  `${prefixOf(host)}${at.toISOString().replace(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? '.age' : ''}`

export const unfinishedMark = (name: string): string => `${name}${UNFINISHED}`

/** When a backup of this host was made; undefined for any other name. */
export function timeOf(host: string, name: string): number | undefined {
  if (!name.startsWith(prefixOf(host))) return undefined
  const [, year, month, day, hour, minute, second] = TIME.exec(name.slice(prefixOf(host).length)) ?? []
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

export type Listed = { name: string; bytes: number }

/** What is in a place of backups, of this host: those that are whole, oldest first, and what a killed run left. */
export function sortOut(
  host: string,
  listed: readonly Listed[],
): { whole: (Listed & { at: number })[]; left: string[] } {
  const names = new Set(listed.map(({ name }) => name))
  const whole = listed.flatMap((each) => {
    const at = timeOf(host, each.name)
    return at === undefined || names.has(unfinishedMark(each.name)) ? [] : [{ ...each, at }]
  })
  const marks = [...names].filter(
    (name) => name.endsWith(UNFINISHED) && timeOf(host, name.slice(0, -UNFINISHED.length)) !== undefined,
  )
  // The mark last: what is killed between the two is found again.
  const left = marks.flatMap((mark) => [mark.slice(0, -UNFINISHED.length), mark]).filter((name) => names.has(name))
  return { whole: whole.toSorted((one, other) => one.at - other.at), left }
}
