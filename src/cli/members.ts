import { defineCommand } from 'citty'
import { storage } from '../../db/storage'
import { systemActor } from '../core/audit/audit'
import { type MembershipPreview, previewMemberships, requestReminders } from '../core/membership/reminders'
import { type Answer, CommandFailed } from './run'
import { withStorage } from './with-storage'

const by = {
  type: 'string',
  valueHint: 'YYYY-MM',
  description: 'Those that end at or before the first of that month; next month unless told',
} as const

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
    const shown = await withStorage(async () => previewMemberships(month))
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

export const members = defineCommand({
  subCommands: { preview, remind },
})

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
