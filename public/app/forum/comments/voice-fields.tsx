import { useEffect } from 'preact/hooks'
import { me } from '../../lib/me'
import { postsText } from '../../texts/posts'
import { useLate } from '../../ui/late'
import type { VoiceChoice } from './voice'

type Props = { voice: VoiceChoice; isWriting: boolean }

const load = () => import('../../parts/aliases/alias-fields').then(({ AliasFields }) => AliasFields)

/** As whom one comments, once one writes. The same is loaded for all who do: it tells nobody who has a second name. */
export function VoiceFields({ voice: { official, alias }, isWriting }: Props) {
  const AliasFields = useLate(load, isWriting)
  useEffect(() => {
    if (isWriting) alias.load()
  }, [isWriting])
  if (!isWriting) return null
  const mayBeOfficial = (me.value?.role ?? 'user') !== 'user'
  return (
    <>
      {mayBeOfficial && (
        <label class="flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            class="toggle"
            checked={official.value}
            onChange={({ currentTarget }) => (official.value = currentTarget.checked)}
          />
          {postsText.writing.official}
        </label>
      )}
      {AliasFields && !official.value && <AliasFields choice={alias} within="quarter" />}
    </>
  )
}
