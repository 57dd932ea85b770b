import { Notice } from '../../../app/components/page'
import { Time } from '../../../app/components/time'
import { language } from '../../../app/texts/catalogue'
import type { Overview } from '../../lib/dashboard/overview'
import { dashboardText } from '../../texts/dashboard'

type Backups = NonNullable<Overview['backups']>

/** What is wrong with the backups, above all else; superadmins alone are told. */
export function BackupProblem({ of: { problem, isOverdue } }: { of: Backups }) {
  const { title, problems, overdue, tell } = dashboardText.backups
  if (problem === null && !isOverdue) return null
  return (
    <Notice kind="error" title={title}>
      <p>{problem === null ? overdue : problems[problem]}</p>
      <p>{tell}</p>
    </Notice>
  )
}

/** The newest backup that was proven. */
export function ProvenBackup({ of: { isScheduled, provenAt, megabytes, seconds } }: { of: Backups }) {
  const { heading, none, notScheduled, proven, size } = dashboardText.backups
  const format = (count: number) => count.toLocaleString(language.value)
  return (
    <section class="flex flex-col gap-2">
      <h2 class="text-lg font-semibold">{heading}</h2>
      {provenAt === null ? (
        <p class="text-base-content/80">{isScheduled ? none : notScheduled}</p>
      ) : (
        <p>
          {proven} <Time of={provenAt} /> · {size(format(megabytes ?? 0), format(seconds ?? 0))}
        </p>
      )}
    </section>
  )
}
