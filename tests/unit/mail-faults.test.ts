import { describe, expect, test } from 'bun:test'
import { MailFailure } from '../../src/lib/mail/errors'
import { smtpTransport } from '../../src/lib/mail/smtp'
import { testMail } from '../../src/lib/mail/templates'
import { SMTP_FAULTS, SMTP_STEPS, type SmtpFault, type SmtpStep, startFaultySmtp } from '../support/faulty-smtp'
import { until } from '../support/until'

const from = 'Quad <no-reply@quad.campus.edu>'
const mail = testMail('en', { to: '2021@campus.edu', campus: { name: 'Campus University', hue: null } })
/** What has to come so far as to be answered or taken does so on a busy machine, too; what hangs waits for all of it. */
const boundOf = (step: SmtpStep, fault: SmtpFault): number => {
  if (fault !== 'hangs' && fault !== 'drips') return 25_000
  return isTaken(step) ? 8_000 : 1_000
}

const outcome = (work: Promise<unknown>): Promise<'done' | Error> =>
  work.then(
    () => 'done' as const,
    (error: Error) => error,
  )

/** A mail counts as sent once the server has said that it took it. */
const isTaken = (step: string) => step === 'QUIT'

describe.each(SMTP_STEPS)('a mail server at %s', (step) => {
  // At once, because nearly all of their time is spent waiting.
  test.concurrent.each(SMTP_FAULTS)(
    '%s: the mail fails in time, in words without an address, and no connection stays',
    async (fault) => {
      const server = startFaultySmtp(step, fault)
      try {
        await examine(step, fault, server)
      } finally {
        server.stop()
      }
    },
  )
})

async function examine(step: SmtpStep, fault: SmtpFault, server: ReturnType<typeof startFaultySmtp>): Promise<void> {
  const boundMs = boundOf(step, fault)
  const transport = smtpTransport({ url: server.url, from, boundMs, patientMs: boundMs })
  const results = await Promise.all([
    outcome(transport.send(mail, true)),
    outcome(transport.send(mail, false)),
    outcome(transport.verify()),
  ])
  for (const result of results) {
    if (result === 'done') continue
    expect(result).toBeInstanceOf(MailFailure)
    expect(result.message).not.toMatch(/campus\.edu|never|not now/)
  }
  const [awaited, patient] = results
  if (isTaken(step)) expect([awaited, patient]).toEqual(['done', 'done'])
  for (const result of [awaited, patient])
    if (result !== 'done') {
      // Given up for good is only what the server refuses for good about this mail.
      const isAboutMail = fault === 'answers 5xx' && ['RCPT', 'DATA', 'message'].includes(step)
      expect((result as MailFailure).permanent).toBe(isAboutMail)
    }
  await until(() => server.connections() === 0, 'the end of all connections')
  server.heal()
  await smtpTransport({ url: server.url, from }).send(mail, true)
}
