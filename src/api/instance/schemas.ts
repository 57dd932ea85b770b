import { t } from 'elysia'
import { PLACE_PAGES } from '../../core/instance/pages'

export const PlacePageParams = t.Object({ page: t.UnionEnum([...PLACE_PAGES]) })
