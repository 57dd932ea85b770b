import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { MailFailure } from '../../../src/lib/mail/message'
import { testMail } from '../../../src/lib/mail/templates'
import { smtpTransport } from '../../../src/lib/mail/transport'
import { SMTP_FAULTS, SMTP_STEPS, startFaultySmtp } from '../../support/faulty-smtp'
import { untilEvent } from '../../support/turned-clock'

const from = 'Quad <no-reply@quad.campus.edu>'
const mail = testMail({ to: '2021@campus.edu', language: 'en', campus: { name: 'Campus University', hue: null } })

/** Whoever waits for a mail waits for ten seconds; a queued mail has ten minutes. A connection may end a second later. */
const [AWAITED_MS, PATIENT_MS, CLOSING_MS] = [10_000, 600_000, 1_000]

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

describe.each(SMTP_STEPS)('a mail server at %s', (step) => {
  test.each(SMTP_FAULTS)('%s: fails in time, in words without an address, and no connection stays', async (fault) => {
    const server = startFaultySmtp(step, fault)
    const transport = smtpTransport({ url: server.url, from })
    const outcomes: ('done' | Error)[] = []
    const [awaited, patient, verified] = [
      transport.send(mail, true),
      transport.send(mail, false),
      transport.verify(),
    ].map(async (work, at) => {
      outcomes[at] = await work.then(
        () => 'done' as const,
        (error: Error) => error,
      )
    })
    // A mail counts as sent once the server has said that it took it.
    const isTaken = step === 'QUIT'
    if (!isTaken && ['hangs', 'drips'].includes(fault)) {
      const isVerified = SMTP_STEPS.indexOf(step) >= SMTP_STEPS.indexOf('MAIL')
      if (isVerified) await verified
      await untilEvent(() => server.reached() === (isVerified ? 2 : 3), 'the step')
      jest.advanceTimersByTime(AWAITED_MS - 1)
      expect(Object.keys(outcomes)).toEqual(isVerified ? ['2'] : [])
      jest.advanceTimersByTime(1)
      await untilEvent(() => 0 in outcomes && 2 in outcomes, 'the end of what somebody waits for')
      expect(1 in outcomes).toBe(step === 'greeting')
      jest.advanceTimersByTime(PATIENT_MS)
      await untilEvent(() => 1 in outcomes, 'the end of what nobody waits for')
    }
    await Promise.all([awaited, patient, verified])
    for (const outcome of outcomes) {
      if (outcome === 'done') continue
      expect(outcome).toBeInstanceOf(MailFailure)
      expect(outcome.message).not.toMatch(/campus\.edu|never|not now/)
    }
    // Given up for good is only what the server refuses for good about this mail.
    const isAboutMail = fault === 'answers 5xx' && ['RCPT', 'DATA', 'message'].includes(step)
    for (const outcome of outcomes.slice(0, 2)) {
      if (isTaken) expect(outcome).toBe('done')
      if (outcome !== 'done') expect((outcome as MailFailure).permanent).toBe(isAboutMail)
    }
    jest.advanceTimersByTime(isTaken ? PATIENT_MS + CLOSING_MS : CLOSING_MS)
    await untilEvent(() => server.connections() === 0, 'the end of all connections')
    server.heal()
    await smtpTransport({ url: server.url, from }).send(mail, true)
    server.stop()
  })
})
