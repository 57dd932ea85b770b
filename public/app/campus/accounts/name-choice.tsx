import { useSignal } from '@preact/signals'
import { announce } from '../../lib/announcements'
import { api, envelope } from '../../lib/api'
import { failureMessage } from '../../lib/failures'
import { me } from '../../lib/me'
import { forgetHistoryEntries } from '../../lib/scroll-restoration'
import { namesText } from '../../texts/names'
import { Avatar } from '../../ui/avatar'

/** The moment of the name: face and name of the viewer, and another name while some are left. */
export function NameChoice() {
  const isDrawing = useSignal(false)
  const { choice } = namesText
  const { username, namesLeft } = me.value!
  const draw = async () => {
    isDrawing.value = true
    const answer = await envelope(api.users.me.name.post())
    isDrawing.value = false
    if (!answer.success) return announce(failureMessage(answer))
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
        <button
          type="button"
          class="btn btn-outline"
          aria-disabled={isDrawing.value}
          onClick={() => isDrawing.value || draw()}
        >
          {choice.another(namesLeft)}
        </button>
      )}
    </div>
  )
}
