import { api, envelope, type ResponseData } from '../../../app/lib/api'

/** How this Quad is set. */
export const readSettings = () => envelope(api.admin.settings.get())

export type Settings = ResponseData<ReturnType<typeof readSettings>>

/** Changes what is given and answers with all of it. */
export const changeSettings = (changes: Partial<Settings>) => envelope(api.admin.settings.patch(changes))
