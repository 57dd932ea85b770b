import { api, envelope } from '../../lib/api'
import { announceFailure } from '../../lib/failures'
import { me } from '../../lib/me'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import { namesText } from '../../texts/names'
import { ActButton } from '../../ui/act-button'
import { Avatar } from '../../ui/avatar'

/** The moment of the name: face and name of the viewer, and another name while some are left. */
export function NameChoice() {
  const { choice } = namesText
  const { username, namesLeft } = me.value!
  const draw = async () => {
    const answer = await envelope(api.users.me.name.post())
    if (!answer.success) return announceFailure(answer)
    me.value = answer.data.user
    // Lists that were loaded before show the former name.
    forgetHistoryEntries()
  }
  return (
    <div class="flex flex-col items-center gap-3 text-center">
      <Avatar name={username} size={96} />
      <p role="status">
        <span class="text-base-content/80 block">{choice.you}</span>
        <strong class="text-2xl">{username}</strong>
      </p>
      {namesLeft > 0 && (
        <ActButton class="btn btn-outline" act={draw}>
          {choice.another(namesLeft)}
        </ActButton>
      )}
    </div>
  )
}
