import { useSignal } from '@preact/signals'
import { instance } from '../../lib/instance'
import { share } from '../../lib/share'
import { firstWeekText } from '../../texts/first-week'

/** A message for the group of a class, with the address where one joins. */
export function ClassMessage({ address }: { address: string }) {
  const group = useSignal('')
  const { group: words } = firstWeekText
  const campus = instance.value?.name ?? location.host
  const message = `${words.greeting(group.value.trim())} ${words.message(campus, address)}`
  return (
    <div class="flex flex-col gap-3 text-start">
      <label class="flex flex-col gap-1">
        <span class="font-medium">{words.name}</span>
        <input
          class="input w-full text-base"
          maxLength={60}
          dir="auto"
          autocomplete="off"
          onInput={({ currentTarget }) => (group.value = currentTarget.value)}
        />
        <span class="text-base-content/80 text-sm">{words.hint}</span>
      </label>
      <blockquote dir="auto" class="bg-base-100 rounded-box p-4 text-sm wrap-anywhere">
        {message}
      </blockquote>
      <button type="button" class="btn self-start" onClick={() => share({ text: message }, words.copied, words.byHand)}>
        {'share' in navigator ? words.share : words.copy}
      </button>
    </div>
  )
}
