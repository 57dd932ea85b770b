import { dlopen, FFIType, ptr } from 'bun:ffi'

// What neither Bun nor Node.js offers: a datagram to a socket of the file system. The only native functions that Quad
// calls; Linux only.

const SYMBOLS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const

const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]

/** Opened under systemd alone. */
function libc() {
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, SYMBOLS).symbols
    } catch {
      // The other one.
    }
  }
  throw new Error('The C library of this system is not known.')
}

const AF_UNIX = 1
const SOCK_DGRAM_CLOEXEC = 0o2000002

/** Sends a datagram to a socket of the file system; a name that begins with `@` is an abstract one. */
export function sendDatagram(path: string, text: string): boolean {
  const { socket, sendto, close } = libc()
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
