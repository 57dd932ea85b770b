import type { Breakage } from './breakage'

export const faults: Breakage[] = [
  {
    rule: 'a write is confirmed once it is on the disk',
    file: 'db/write-queue.ts',
    from: 'await this.#options.log?.synced()',
    to: 'void this.#options.log?.synced()',
  },
  {
    rule: 'nothing is confirmed after a sync that failed',
    file: 'db/log-sync.ts',
    from: 'if (this.#failure !== undefined) return Promise.reject(this.#failure)',
    to: '',
  },
  {
    rule: 'a refused write leaves nothing behind',
    file: 'db/group-commit.ts',
    from: '      this.#sql.rollbackTo.run()\n',
    to: '      if (tx.effects.length > 0) this.#sql.rollbackTo.run()\n',
  },
  {
    rule: 'a file is on the disk once its folder is',
    file: 'src/lib/files/durable-files.ts',
    from: '  await syncFolderAside(dirname(path))\n',
    to: '',
  },
  {
    rule: 'what a limit counted while its file was away is added',
    file: 'src/lib/files/count-file.ts',
    from: 'count = ?2 + iif(reset_at > ?4, count, 0)',
    to: 'count = ?2',
  },
  {
    rule: 'a restore follows no damaged note',
    file: 'src/lib/files/data-swap.ts',
    from: '!Value.Check(Swap, swap) || sha256 !== checksum(swap)',
    to: '!Value.Check(Swap, swap)',
  },
  {
    rule: 'a repeated request creates nothing again',
    file: 'src/ground/access/create-once.ts',
    from: '    rememberCreation(tx, viewer.creation, made.id)\n',
    to: '',
  },
  {
    rule: 'a log that lost frames is noticed',
    file: 'db/confirm-log.ts',
    from: 'if (written < frames) throw',
    to: 'if (written < Math.min(frames, 0)) throw',
  },
  {
    rule: 'a delivery that failed is tried again',
    file: 'src/parts/webhooks/delivery.ts',
    from: 'isGone || attempts >= MAX_ATTEMPTS',
    to: 'isGone || attempts > 0',
  },
]
