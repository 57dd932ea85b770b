import { signal } from '@preact/signals'
import type { Me } from '../../lib/me'
import { readStorage, tabStorage, writeStorage } from '../../lib/storage'

/** Whoever signs up here has no password (interface, Auth: external sign-up sends this in its place). */
export const NO_PASSWORD = 'oauth-flow-placeholder'

export type Step = 'address' | 'code' | 'branch' | 'terms'
export const STEPS: readonly Step[] = ['address', 'code', 'branch', 'terms']

/** How far a sign-up has come; the server keeps the rest behind a cookie. */
export type Progress = {
  step: 'address' | 'code'
  email: string
  sentAt: number
  digits?: number
  /** The code was right, and the account is still to be made. */
  isVerified?: boolean
}

const KEY = 'quad.join'
const BEGINNING: Progress = { step: 'address', email: '', sentAt: 0 }

function readProgress(): Progress {
  try {
    const stored = { ...BEGINNING, ...JSON.parse(readStorage(KEY, tabStorage) ?? '{}') }
    return stored.step === 'code' ? stored : BEGINNING
  } catch {
    return BEGINNING
  }
}

export const progress = signal<Progress>(readProgress())

/** The email whose college is not here, while its owner requests the college. */
export const requestedEmail = signal<string | null>(null)

/** Saves the progress, so that it survives a reload. */
export function saveProgress(change: Partial<Progress>): void {
  progress.value = { ...progress.value, ...change }
  writeStorage(KEY, JSON.stringify(progress.value), tabStorage)
}

export function resetProgress(): void {
  progress.value = BEGINNING
  writeStorage(KEY, null, tabStorage)
}

/** The state of the account counts before anything that this browser remembers. */
export function currentStep(user: Me | null | undefined, { step }: Progress): Step {
  if (!user) return step
  return user.status === 'ONBOARDING' ? 'branch' : 'terms'
}
