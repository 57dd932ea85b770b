import { dlopen, FFIType, ptr } from 'bun:ffi'
import { runEvery } from './background'
import { log } from './log'

// Neither Bun nor Node.js sends a datagram to a socket of the file system: these are the only native functions that Quad
// calls.
const SYMBOLS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const

const AF_UNIX = 1
const SOCK_DGRAM_CLOEXEC = 0o2000002

/**
 * Tells systemd how the service is doing, with a unit of `Type=notify`
 * (https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html). Does nothing elsewhere.
 */
export function tellSystemd(assignment: string): void {
  const path = process.env.NOTIFY_SOCKET
  if (path === undefined || path === '' || process.platform !== 'linux') return
  if (!sendDatagram(path, assignment)) log.warn('systemd did not take a notification')
}

/** A name that begins with `@` is that of an abstract socket. */
function sendDatagram(path: string, text: string): boolean {
  // Where systemd is, the C library has this name.
  const { socket, sendto, close } = dlopen('libc.so.6', SYMBOLS).symbols
  const name = Buffer.from(path.replace(/^@/, '\0'))
  const address = new Uint8Array(2 + name.length)
  new DataView(address.buffer).setUint16(0, AF_UNIX, true)
  address.set(name, 2)
  const message = Buffer.from(text)
  const descriptor = socket(AF_UNIX, SOCK_DGRAM_CLOEXEC, 0)
  if (descriptor < 0) return false
  const sent = sendto(descriptor, ptr(message), message.length, 0, ptr(address), address.length)
  close(descriptor)
  return Number(sent) === message.length
}

/** A service that says nothing for `WatchdogSec=` is started anew; the unit of the repository gives it much longer. */
const ALIVE_EVERY_MS = 10_000

/** Tells systemd now and then that the event loop turns. The returned function stops that. */
export function startWatchdog(): () => Promise<void> {
  if (!process.env.NOTIFY_SOCKET) return async () => {}
  return runEvery(ALIVE_EVERY_MS, 'telling systemd that Quad lives', () => tellSystemd('WATCHDOG=1'))
}
