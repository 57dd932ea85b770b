import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceContext } from './traceparent'

export type Activity = {
  /** The request's, as the log has it. */
  readonly id?: string
  /** The path pattern of the request, once the router has found one. */
  readonly route?: string | undefined
  /** The task, where it is none. A constant. */
  readonly task?: string
  /** Where it is in a trace, if it is in one. */
  readonly trace: TraceContext | undefined
}

const activities = new AsyncLocalStorage<Activity>()

export const currentActivity = (): Activity | undefined => activities.getStore()

/** Calls `work`, which belongs to nothing that runs now. */
export const outside = <T>(work: () => T): T => activities.exit(work)

/** Calls `work`; whatever it does and awaits belongs to the activity. */
export const inActivity = <T>(activity: Activity, work: () => T): T => activities.run(activity, work)
