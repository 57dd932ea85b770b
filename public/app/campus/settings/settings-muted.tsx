import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announcements'
import { choiceLabel } from '../../lib/choice-label'
import { announceFailure } from '../../lib/failures'
import { loadMutes, type MuteKind, mutes, setMuted } from '../../parts/following/mutes'
import { followingText } from '../../texts/following'
import { Field, SendForm } from '../../ui/field'
import { LineSkeletons } from '../../ui/page'
import { focusRow, SettingsSection, Targets } from './settings-section'

type Row = { kind: MuteKind; target: string; name: string }

function rows(): Row[] {
  const { posts = [], topics = [], words = [] } = mutes.value ?? {}
  return [
    ...posts.map(
      ({ postId, title }): Row => ({
        kind: 'post',
        target: postId,
        name: title ?? followingText.muted.gone,
      }),
    ),
    ...topics.map((topic): Row => ({ kind: 'topic', target: topic, name: choiceLabel(topic) })),
    ...words.map((word): Row => ({ kind: 'word', target: word, name: word })),
  ]
}

/** Threads, topics and words that are muted. */
export function MutedSection() {
  const words = followingText.muted
  useEffect(() => {
    loadMutes().then((failure) => failure && announceFailure(failure))
  }, [])
  const all = rows()
  const unmute = async (row: Row) => {
    const failure = await setMuted(row, false)
    if (failure) return announceFailure(failure)
    announce(words.unmuted(row.name))
    focusRow('muted', all.indexOf(row))
  }
  return (
    <SettingsSection name="muted">
      <p class="text-base-content/80">{mutes.value && all.length === 0 ? words.none : words.lead}</p>
      {mutes.value === undefined && <LineSkeletons />}
      <Targets rows={all} words={{ act: words.unmute, actOne: words.unmuteOne }} onAct={unmute} />
      <WordForm />
    </SettingsSection>
  )
}

function WordForm() {
  const words = followingText.muted
  const wordIn = (values: FormData) => String(values.get('target')).trim()
  return (
    <SendForm
      confirm={words.add}
      send={async (values) =>
        (await setMuted({ kind: 'word', target: wordIn(values) }, true)) ?? { success: true, word: wordIn(values) }
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
