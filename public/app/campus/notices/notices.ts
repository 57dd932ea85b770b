import { api, envelope, type ResponseData } from '../../lib/api'
import { me } from '../../lib/me'

export const fetchNotices = () => envelope(api.notices.get())

export type Notice = ResponseData<ReturnType<typeof fetchNotices>>['notices'][number]

export async function acknowledge(notices: readonly Notice[]) {
  const answer = await envelope(api.notices.acknowledge.patch({ ids: notices.map(({ id }) => id) }))
  if (answer.success && me.value)
    me.value = { ...me.value, unreadNotices: Math.max(0, me.value.unreadNotices - answer.data.acknowledged) }
  return answer
}
