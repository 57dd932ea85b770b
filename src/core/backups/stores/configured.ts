import type { Config } from '../../../config'
import { folderStore } from './folder'
import { s3Store } from './s3'
import type { Store } from './store'

/** Where BACKUP_TO says. */
export const configuredStore = ({ to, s3 }: NonNullable<Config['backups']>): Store =>
  to.kind === 's3' ? s3Store(to, s3) : folderStore(to.path)
