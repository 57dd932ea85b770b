import { signal } from '@preact/signals'
import type { Me } from '../accounts/me'
import { readStorage, tabStorage, writeStorage } from '../storage'

/**
 * External sign-up sends this instead of a password (interface, Auth): the password is chosen in the last step, once
 * the email is verified.
 */
export const PLACEHOLDER_PASSWORD = 'oauth-flow-placeholder'

export type Step = 'address' | 'code' | 'password' | 'branch' | 'terms'
export const STEPS: readonly Step[] = ['address', 'code', 'password', 'branch', 'terms']

/** How far a sign-up has come; the server keeps the rest behind a cookie. */
export type Progress = { step: 'address' | 'code' | 'password'; email: string; sentAt: number }

const KEY = 'quad.join'
const BEGINNING: Progress = { step: 'address', email: '', sentAt: 0 }

function readProgress(): Progress {
  try {
    return { ...BEGINNING, ...JSON.parse(readStorage(KEY, tabStorage) ?? '{}') }
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
