import { signal } from '@preact/signals'
import type { Me } from '../accounts/me'
import { readStorage, tabStorage, writeStorage } from '../storage'

/**
 * What external sign-up sends in place of a password (interface, Auth): the password is asked for only once the address
 * is known to be right, and is that of the last step anyway.
 */
export const PLACEHOLDER_PASSWORD = 'oauth-flow-placeholder'

export type Step = 'address' | 'code' | 'password' | 'branch' | 'terms'
export const STEPS: readonly Step[] = ['address', 'code', 'password', 'branch', 'terms']

/** How far somebody has come who has no account yet; the server keeps the rest behind a cookie. */
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

/** The address whose college is not here, while somebody asks for it. */
export const requestedEmail = signal<string | null>(null)

/** Goes on, and survives a reload. */
export function saveProgress(change: Partial<Progress>): void {
  progress.value = { ...progress.value, ...change }
  writeStorage(KEY, JSON.stringify(progress.value), tabStorage)
}

export function resetProgress(): void {
  progress.value = BEGINNING
  writeStorage(KEY, null, tabStorage)
}

/** The step to take: the account's own state counts before anything that this browser remembers. */
export function currentStep(user: Me | null | undefined, { step }: Progress): Step {
  if (!user) return step
  return user.status === 'ONBOARDING' ? 'branch' : 'terms'
}
