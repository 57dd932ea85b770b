/** What a name has: texts, hosts that take its mail, and IPv4 addresses. `fails`: the server answers with an error. */
export type Zone = Record<string, { TXT?: string[]; MX?: string[]; A?: string[]; fails?: true }>

const TYPES: Record<number, 'A' | 'MX' | 'TXT'> = { 1: 'A', 15: 'MX', 16: 'TXT' }
const NAME_ERROR = 3
const SERVER_FAILURE = 2

/** A name server on the loopback (RFC 1035) that knows one zone and keeps what it was asked. */
export async function startDns(zone: Zone) {
  const asked: string[] = []
  const server = await Bun.udpSocket({
    hostname: '127.0.0.1',
    socket: {
      data(socket, packet, port, address) {
        const query = Buffer.from(packet)
        const { name, end } = readName(query)
        asked.push(name)
        const entry = Object.entries(zone).find(([each]) => each === name.toLowerCase())?.[1]
        const type = TYPES[query.readUInt16BE(end)]
        const records = (type === undefined ? undefined : entry?.[type]) ?? []
        const answers = records.map((record) => answer(query.readUInt16BE(end), record))
        const header = Buffer.alloc(12)
        query.copy(header, 0, 0, 2)
        header.writeUInt16BE(0x8580 | (entry === undefined ? NAME_ERROR : entry.fails ? SERVER_FAILURE : 0), 2)
        header.writeUInt16BE(1, 4)
        header.writeUInt16BE(answers.length, 6)
        socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...answers]), port, address)
      },
    },
  })
  return { address: `127.0.0.1:${server.port}`, asked, stop: () => server.close() }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), end: at + 1 }
}

function answer(type: number, record: string) {
  const data = dataOf(type, record)
  const head = Buffer.alloc(12)
  // The name of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function dataOf(type: number, record: string) {
  if (TYPES[type] === 'A') return Buffer.from(record.split('.').map(Number))
  if (TYPES[type] === 'MX') return Buffer.concat([Buffer.from([0, 10]), nameOf(record)])
  // A text has parts of up to 255 bytes.
  const parts = record.match(/[\s\S]{1,255}/g) ?? ['']
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, 'latin1')])))
}

const nameOf = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])
