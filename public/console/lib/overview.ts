import { api, envelope, type ResponseData } from '../../app/lib/api'
import { Resource } from './page'

const ask = () => envelope(api.admin.dashboard.overview.get())

export type Overview = ResponseData<ReturnType<typeof ask>>

/** The numbers of the dashboard; the navigation shows some of them. Loaded at each visit and after each decision. */
export const overview = new Resource(ask)

export const loadOverview = (): Promise<void> => overview.load()

/** Whether one may add colleges, approve requests and change email domains. */
export const mayChangeDomains = (): boolean => overview.data.value?.mayChangeDomains === true
