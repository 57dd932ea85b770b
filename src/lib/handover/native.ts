import { dlopen, FFIType, ptr } from 'bun:ffi'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

// What neither Bun nor Node.js offers: an option of a socket, and a datagram to a socket of the file system. The only
// native functions that Quad calls; Linux only.

const SYMBOLS = {
  setsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
} as const

const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]

/** Opened when it is needed: by a hand-over and under systemd. */
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

const SOL_SOCKET = 1
const SO_ATTACH_REUSEPORT_CBPF = 51

/**
 * Lets all new connections to a port come to the listener that joined it last, though another process still listens
 * there: the kernel would share them out, and reset those that wait for a listener that closes. The program for the
 * kernel is one instruction, `return 1`: the second of two listeners. When one of the two is gone, the kernel takes the
 * other (https://docs.kernel.org/networking/filter.html, SO_ATTACH_REUSEPORT_CBPF in socket(7)).
 */
export function steerConnections(port: number): void {
  const descriptor = listenerOf(port)
  if (descriptor === undefined) throw new Error(`This process does not listen on port ${port}.`)
  const instruction = new Uint8Array(8)
  new DataView(instruction.buffer).setUint16(0, 0x06, true)
  new DataView(instruction.buffer).setUint32(4, 1, true)
  const program = new Uint8Array(16)
  new DataView(program.buffer).setUint16(0, 1, true)
  new DataView(program.buffer).setBigUint64(8, BigInt(ptr(instruction)), true)
  const refused = libc().setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, ptr(program), program.length)
  if (refused !== 0) throw new Error('The kernel does not let a listener be chosen.')
}

const LISTENING = '0A'

/** The descriptor of this process that listens on a port. */
function listenerOf(port: number): number | undefined {
  const listening = new Set<string>()
  for (const table of ['tcp', 'tcp6'])
    for (const line of readFileSync(`/proc/self/net/${table}`, 'utf8').split('\n')) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/)
      if (state === LISTENING && Number.parseInt(local.split(':').at(-1) ?? '', 16) === port)
        listening.add(`socket:[${inode}]`)
    }
  const own = readdirSync('/proc/self/fd').find((name) => listening.has(targetOf(name)))
  return own === undefined ? undefined : Number(own)
}

/** The descriptor that read the folder is gone by now. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
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
