import { t } from 'elysia'
import { exportState } from '../../core/exports/service'
import { nullable } from '../../lib/schema'

export const Export = t.Object({ export: nullable(exportState) })
