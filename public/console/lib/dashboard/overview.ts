import { signal } from '@preact/signals'
import { api, envelope, type Failure, type ResponseData } from '../../../app/lib/api'
import { latest } from '../../../app/lib/latest'

const ask = () => envelope(api.admin.dashboard.overview.get())

export type Overview = ResponseData<ReturnType<typeof ask>>

/** The numbers of the dashboard; the navigation shows some of them. */
export const overview = signal<Overview | undefined>(undefined)

/** Why they could not be loaded the last time. */
export const overviewFailure = signal<Failure | null>(null)

const newest = latest()

/** Loads them at each visit and after each decision; the request started last counts. */
export async function loadOverview(): Promise<void> {
  const answer = await newest(ask())
  if (answer === undefined) return
  if (answer.success) overview.value = answer.data
  overviewFailure.value = answer.success ? null : answer
}
