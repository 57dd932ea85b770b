import { api, envelope, type ResponseData } from '../../../app/lib/api'

export const readSettings = () => envelope(api.admin.settings.get())

export type Settings = ResponseData<ReturnType<typeof readSettings>>

/** Changes these settings and returns all of them. */
export const changeSettings = (changes: Partial<Settings>) => envelope(api.admin.settings.patch(changes))
