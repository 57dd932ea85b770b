/**
 * Why there is no backup (the first ones), or why one that is kept is in doubt: `counters` and `audit-log` are wrong in
 * the data itself, and a copy of it is better than none.
 */
export const REASONS = [
  'no-data',
  'no-room',
  'damaged',
  'exists',
  'unreachable',
  'refused',
  'target-full',
  'stored-differently',
  'too-long',
  'ended-early',
  'unforeseen',
  'counters',
  'audit-log',
] as const
export type Reason = (typeof REASONS)[number]

/** There is no backup. The message is for the operator, and holds no secret. */
export class BackupFailed extends Error {
  override name = 'BackupFailed'
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message)
  }
}
