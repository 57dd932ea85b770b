import type { Socket } from 'bun'

/** Where a mail server does something else than its part of the dialogue. */
export const SMTP_STEPS = ['greeting', 'EHLO', 'STARTTLS', 'MAIL', 'RCPT', 'DATA', 'message', 'QUIT'] as const
export type SmtpStep = (typeof SMTP_STEPS)[number]

/** What it does: nothing; a byte now and then, for ever; it goes; it refuses; it says what no mail server says. */
export const SMTP_FAULTS = ['hangs', 'drips', 'closes', 'answers 4xx', 'answers 5xx', 'speaks garbage'] as const
export type SmtpFault = (typeof SMTP_FAULTS)[number]

type Dialogue = { step: SmtpStep; text: string; drip?: Timer }

const ANSWERS: Record<SmtpStep, string> = {
  greeting: '220 loopback\r\n',
  EHLO: '250 loopback\r\n',
  STARTTLS: '220 go ahead\r\n',
  MAIL: '250 ok\r\n',
  RCPT: '250 ok\r\n',
  DATA: '354 go ahead\r\n',
  message: '250 taken\r\n',
  QUIT: '221 bye\r\n',
}

const DRIP_MS = 500

/** A real mail server on the loopback with one fault, which it drops when it is told to `heal`. */
export function startFaultySmtp(step: SmtpStep, fault: SmtpFault) {
  let isHealed = false
  const open = new Set<Socket<Dialogue>>()
  let reached = 0
  const answer = (socket: Socket<Dialogue>, at: SmtpStep) => {
    if (isHealed || at !== step)
      return void socket.write(at === 'EHLO' && step === 'STARTTLS' && !isHealed ? STARTTLS : ANSWERS[at])
    reached++
    if (fault === 'drips') {
      socket.write('250-')
      socket.data.drip = setInterval(() => socket.write('x'), DRIP_MS)
    } else if (fault === 'closes') socket.end()
    else if (fault === 'answers 4xx') socket.write('451 not now\r\n')
    else if (fault === 'answers 5xx') socket.write('551 never\r\n')
    else if (fault === 'speaks garbage') socket.write('\u0000\u00ff<html>\r\nnot a mail server\r\n\r\n')
  }
  const listener = Bun.listen<Dialogue>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        open.add(socket)
        socket.data = { step: 'greeting', text: '' }
        answer(socket, 'greeting')
      },
      data(socket, chunk) {
        const { data } = socket
        data.text += chunk.toString()
        if (data.step === 'message') {
          if (!data.text.endsWith('\r\n.\r\n')) return
          data.text = ''
          data.step = 'QUIT'
          return answer(socket, 'message')
        }
        for (const line of data.text.split('\r\n').slice(0, -1)) {
          const word = line.slice(0, 4)
          if (word === 'EHLO' || word === 'HELO') answer(socket, 'EHLO')
          else if (word === 'STAR') answer(socket, 'STARTTLS')
          else if (word === 'MAIL' || word === 'RCPT' || word === 'QUIT') answer(socket, word)
          else if (word === 'DATA') {
            data.step = 'message'
            answer(socket, 'DATA')
          }
        }
        data.text = data.text.slice(data.text.lastIndexOf('\r\n') + 2)
      },
      close(socket) {
        clearInterval(socket.data.drip)
        open.delete(socket)
      },
      error() {},
    },
  })
  return {
    url: `smtp://127.0.0.1:${listener.port}`,
    connections: () => open.size,
    /** How often the dialogue has come to the faulty step. */
    reached: () => reached,
    heal() {
      isHealed = true
    },
    stop() {
      for (const socket of open) socket.terminate()
      listener.stop(true)
    },
  }
}

const STARTTLS = '250-loopback\r\n250 STARTTLS\r\n'
