import { Histogram } from './prometheus'

// How the disk does, for monitoring: observed once a batch, and once a write.

const SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const seconds = (name: string, help: string) => new Histogram({ name, help, buckets: SECONDS })

export const writeWait = seconds('quad_storage_write_wait_seconds', 'How long a write waited for its transaction')

export const batchWrites = new Histogram({
  name: 'quad_storage_commit_writes',
  help: 'Writes that shared a commit',
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
})

export const commitDuration = seconds(
  'quad_storage_commit_duration_seconds',
  'How long SQLite took to commit, during which nothing else runs',
)

export const syncDuration = seconds(
  'quad_storage_sync_duration_seconds',
  'How long the disk took to confirm what was written',
)
