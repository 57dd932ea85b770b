import { announce } from '../../lib/announcements'
import { mutes } from '../../parts/following/lists'
import { followingText } from '../../texts/following'
import { Field, SendForm } from '../../ui/field'
import { ListsSection } from './settings-section'

/** Threads, topics and words that are muted. */
export const MutedSection = () => (
  <ListsSection name="muted" of={mutes} words={followingText.muted}>
    <WordForm />
  </ListsSection>
)

function WordForm() {
  const words = followingText.muted
  const wordIn = (values: FormData) => String(values.get('target')).trim()
  return (
    <SendForm
      confirm={words.add}
      send={async (values) =>
        (await mutes.set({ kind: 'word', target: wordIn(values) }, true)) ?? { success: true, word: wordIn(values) }
      }
      onDone={({ word }, element) => {
        element.reset()
        announce(words.added(word))
      }}
    >
      <Field name="target" label={words.word} hint={words.wordHint} required maxLength={50} autocomplete="off" />
    </SendForm>
  )
}
