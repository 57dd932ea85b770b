import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { createCollege } from '../campus/colleges/colleges'
import { allColleges, offeredBranches } from '../campus/colleges/directory'
import type { College } from '../campus/colleges/schemas'
import { type MembershipPreview, previewMemberships, requestReminders } from '../campus/membership/reminders'
import { systemActor } from '../ground/audit/audit'
import { QUAD } from '../packaged'
import { needed, option } from './args'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

const add = defineCommand({
  meta: { name: 'add', description: 'Adds a college' },
  args: {
    name: needed('Its name'),
    domain: needed('The domain of its email addresses, such as campus.edu'),
    city: needed('Its city'),
    state: needed('Its state'),
    branches: option('What its students choose from', 'CODE:Name,CODE:Name'),
  },
  async run({ args: { name, domain, city, state, branches } }): Promise<Answer> {
    const parsedBranches = parseBranches(branches)
    const newCollege = { name, emailDomain: domain, city, state, branches: parsedBranches }
    const college = await withStorage(() => storage.write((tx) => createCollege(tx, systemActor('cli'), newCollege)))
    const withBranches = parsedBranches ? ` with ${parsedBranches.length} branches` : ''
    const { id, emailDomain } = college
    const text = `Added ${college.name} (${emailDomain})${withBranches}.`
    return { data: { id, name: college.name, emailDomain, branches: parsedBranches ?? [] }, text }
  },
})

const list = defineCommand({
  meta: { name: 'list', description: 'Lists the colleges' },
  async run(): Promise<Answer> {
    const colleges = await withStorage(() => allColleges().map(collegeWithBranches))
    const text = colleges.map(
      ({ name, emailDomain, city, state, branches }) =>
        `${name}  ${emailDomain}  ${city}, ${state}  ${branches.length} ${branches.length === 1 ? 'branch' : 'branches'}`,
    )
    return { data: { colleges }, text: colleges.length > 0 ? text : `There are none yet: ${QUAD} college add` }
  },
})

function collegeWithBranches({ id, name, emailDomain, city, state }: College) {
  const branches = offeredBranches(id).map(({ code, name }) => ({ code, name }))
  return { id, name, emailDomain, city, state, branches }
}

/** `CSE:Computer Science,ME:Mechanical Engineering` */
function parseBranches(list: string | undefined): { code: string; name: string }[] | undefined {
  return list?.split(',').map((each) => {
    const [code = '', name = ''] = each.split(/:(.*)/s, 2).map((part) => part.trim())
    if (code === '' || name === '') throw new CommandFailed(`--branches: "${each}" is not CODE:Name.`, 2)
    return { code, name }
  })
}

export const college = defineCommand({ subCommands: { list, add } })

const by = option('Those that end at or before the first of that month; next month unless told', 'YYYY-MM')

function requireMonth(month: string | undefined): string | undefined {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new CommandFailed('--by must be a month, such as 2027-07.', 2)
  return month
}

const preview = defineCommand({
  meta: {
    name: 'preview',
    description: 'Counts the memberships that end, by college and year of joining; changes nothing',
  },
  args: { by },
  async run({ args }): Promise<Answer> {
    const month = requireMonth(args.by)
    const shown = await withStorage(() => previewMemberships(month))
    return { data: shown, text: asLines(shown) }
  },
})

const remind = defineCommand({
  meta: { name: 'remind', description: 'Lets the server mail those whose membership ends, within hours' },
  args: { by },
  async run({ args }): Promise<Answer> {
    const month = requireMonth(args.by)
    const shown = await withStorage(() => storage.write((tx) => requestReminders(tx, systemActor('cli'), month)))
    const next = shown.months > 0 ? ['The server mails them, but nobody who had such a mail within a week.'] : []
    return { data: shown, text: [...asLines(shown), ...next] }
  },
})

export const members = defineCommand({ subCommands: { preview, remind } })

function asLines({ by, months, leastCount, members, ending, groups }: MembershipPreview): string[] {
  if (months === 0) return ['Memberships never end here: REVERIFY_MONTHS is 0.']
  const count = (number: number | null) =>
    number === null ? `fewer than ${leastCount}` : `${number.toLocaleString('en')} or more`
  return [
    `${count(ending)} of ${count(members)} memberships end by ${by.slice(0, 10)}, if nobody renews.`,
    ...groups.map(
      (group) => `  ${group.college.name}, joined ${group.joined}: ${count(group.ending)} of ${count(group.members)}`,
    ),
  ]
}
