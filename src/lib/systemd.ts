import { sendDatagram } from './handover/native'
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
