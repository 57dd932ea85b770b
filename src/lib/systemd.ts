import { runEvery } from './background'
import { sendDatagram } from './datagram'
import { log } from './log'

/**
 * Tells systemd how the service is doing, with a unit of `Type=notify`
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html). Does nothing elsewhere.
 */
export function tellSystemd(...assignments: readonly string[]): void {
  const path = process.env.NOTIFY_SOCKET
  if (path === undefined || path === '' || process.platform !== 'linux') return
  if (!sendDatagram(path, assignments.join('\n'))) log.warn('systemd did not take a notification')
}

/** A service that says nothing for `WatchdogSec=` is started anew; the unit of the repository gives it much longer. */
const ALIVE_EVERY_MS = 10_000

/** Tells systemd now and then that the event loop turns. The returned function stops that. */
export function startWatchdog(): () => Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return async () => {}
  return runEvery(ALIVE_EVERY_MS, 'telling systemd that Quad lives', () => tellSystemd('WATCHDOG=1'))
}
