import { defineCommand } from 'citty'
import { CommandFailed } from './run'

const verify = defineCommand({
  meta: {
    name: 'verify',
    description: 'Proves that no entry of the audit log was changed, inserted, moved or removed; changes nothing',
  },
  args: {
    head: {
      type: 'string',
      valueHint: 'HASH',
      description: 'A head that was noted earlier (in the log, in a backup): proves that it is still in the chain',
    },
  },
  async run({ args }) {
    const { head } = args
    if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
      throw new CommandFailed('--head must be a hash of 64 digits and letters a to f.', 2)
    const { verifyAuditLog } = await import('./audit-verification')
    const { DATABASE_FILE } = await import('../lib/data-directory')
    for (const line of verifyAuditLog(DATABASE_FILE, head)) console.log(line)
  },
})

export const audit = defineCommand({
  meta: { name: 'audit', description: 'Proves that the audit log was not tampered with' },
  subCommands: { verify },
})
