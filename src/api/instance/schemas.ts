import { t } from 'elysia'
import { PLACE_PAGES } from '../../core/instance/pages'
import { choice } from '../../lib/schema'

export const PlacePageParams = t.Object({ page: choice([...PLACE_PAGES]) })
