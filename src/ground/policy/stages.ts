import type { Account } from '../access/account'

// What a text passes on its way, as a list that reads top-down. A stage refuses, or lets the text pass and leaves something
// behind, which is undone where a later stage or the write fails.

/** A text that somebody wants to publish. */
export type Publication<Made = { id: string }> = {
  author: Pick<Account, 'id' | 'role'>
  kind: 'post' | 'comment'
  texts: Readonly<Record<string, string>>
  /** The post or comment that the text replaces: it may stay nearly as it is. */
  replaces?: string
  /** Under which name it stands. */
  authorOf?: (made: Made) => string
}

type Admission<Made> = { undo?: () => void; done?: (made: Made) => void }

export type Stage = {
  readonly name: string
  readonly admit: <Made extends { id: string }>(text: Publication<Made>) => Admission<Made> | undefined
}

/** Writes what all stages let pass. */
export async function throughStages<Made extends { id: string }>(
  stages: readonly Stage[],
  text: Publication<Made>,
  write: () => Made | Promise<Made>,
): Promise<Made> {
  const admissions: Admission<Made>[] = []
  try {
    for (const { admit } of stages) admissions.push(admit(text) ?? {})
    const made = await write()
    for (const { done } of admissions) done?.(made)
    return made
  } catch (error) {
    for (const { undo } of admissions.toReversed()) undo?.()
    throw error
  }
}
