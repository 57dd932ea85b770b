import { signal } from '@preact/signals'
import { api, type DataOf, envelope, type Failure } from '../../app/services/api'

const ask = () => envelope(api.admin.dashboard.overview.get())

export type Overview = DataOf<ReturnType<typeof ask>>

/** The numbers of the dashboard, some of which stand beside the ways through the console. */
export const overview = signal<Overview | undefined>(undefined)

/** Why they could not be read the last time. */
export const overviewFailure = signal<Failure | null>(null)

let latest = 0

/** Reads them anew: at every visit, and when something that waited was decided; the reading begun last counts. */
export async function loadOverview(): Promise<Failure | undefined> {
  const mine = ++latest
  const answer = await ask()
  const failure = answer.success ? undefined : answer
  if (mine !== latest) return failure
  if (answer.success) overview.value = answer.data
  overviewFailure.value = failure ?? null
  return failure
}
