import type { EventLoop } from './event-loop'
import type { StorageUnavailable, UnavailableReason } from './storage-unavailable'

const intervalMs = 60_000

/** Every write fails while a fault lasts: reports the same one once a minute. */
export function faultReports(
  report: (fault: StorageUnavailable) => void,
  loop: Pick<EventLoop, 'now'>,
): (fault: StorageUnavailable) => void {
  let last: { reason: UnavailableReason; at: number } | undefined
  return (fault) => {
    const { now } = loop
    if (fault.reason === last?.reason && now - last.at <= intervalMs) return
    last = { reason: fault.reason, at: now }
    report(fault)
  }
}
