import { dlopen, FFIType, ptr } from 'bun:ffi'
import { existsSync } from 'node:fs'

const { i32, ptr: pointer, u32, u64, i64 } = FFIType
const SYMBOLS = {
  socket: { args: [i32, i32, i32], returns: i32 },
  bind: { args: [i32, pointer, u32], returns: i32 },
  recv: { args: [i32, pointer, u64, i32], returns: i64 },
  close: { args: [i32], returns: i32 },
} as const

/** Where datagrams to a socket of the file system can be received, in the C library of Debian. */
export const canReceiveDatagrams =
  process.platform === 'linux' &&
  [
    '/lib/x86_64-linux-gnu/libc.so.6',
    '/lib/aarch64-linux-gnu/libc.so.6',
    '/usr/lib/libc.so.6',
    '/lib64/libc.so.6',
  ].some(existsSync)

const AF_UNIX = 1
const SOCK_DGRAM_NONBLOCK_CLOEXEC = 0o2004002

/** As systemd receives what a service tells it. */
export function receiveDatagrams(path: string) {
  const { socket, bind, recv, close } = dlopen('libc.so.6', SYMBOLS).symbols
  const name = Buffer.from(path)
  const address = new Uint8Array(2 + name.length + 1)
  new DataView(address.buffer).setUint16(0, AF_UNIX, true)
  address.set(name, 2)
  const descriptor = socket(AF_UNIX, SOCK_DGRAM_NONBLOCK_CLOEXEC, 0)
  if (bind(descriptor, ptr(address), address.length) !== 0) throw new Error(`${path} cannot be bound`)
  const buffer = new Uint8Array(4096)
  const received: string[] = []
  return {
    /** All that came so far. */
    received() {
      for (;;) {
        const length = Number(recv(descriptor, ptr(buffer), buffer.length, 0))
        if (length < 0) return received
        received.push(Buffer.from(buffer.subarray(0, length)).toString())
      }
    },
    stop: () => close(descriptor),
  }
}
