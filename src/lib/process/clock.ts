// A clock can be a year ahead and come back. So nobody believes a time that cannot be (docs/reliability.md).

const DAY_MS = 86_400_000

/** Whether what lives for `lifeMs` at most is valid. What has far more left was made while the clock was ahead. */
export function isValid(endsAt: string | number, lifeMs: number, now = Date.now()): boolean {
  const left = (typeof endsAt === 'number' ? endsAt : Date.parse(endsAt)) - now
  return left > 0 && left <= lifeMs + Math.min(lifeMs, DAY_MS)
}

/** Whether it was less than `lifeMs` ago; what is yet to come was written while the clock was ahead. */
export const isRecent = (time: string | number, lifeMs: number, now = Date.now()): boolean =>
  isValid((typeof time === 'number' ? time : Date.parse(time)) + lifeMs, lifeMs, now)

/** A moment by both clocks: one stands still while the machine is suspended, the other may be set. */
export type Moment = { steady: number; wall: number }

export const thisMoment = (): Moment => ({ steady: performance.now(), wall: Date.now() })

export const msSince = ({ steady, wall }: Moment): number => Math.max(performance.now() - steady, Date.now() - wall)
