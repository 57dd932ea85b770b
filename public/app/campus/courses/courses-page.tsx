import { useSignal } from '@preact/signals'
import { api, envelope } from '../../lib/api'
import { useLoaded } from '../../lib/loading'
import { mayWrite } from '../../lib/me'
import { coursesText } from '../../texts/courses'
import { youText } from '../../texts/you'
import { FormButton } from '../../ui/dialog'
import { Field } from '../../ui/field'
import { WhenLoaded } from '../../ui/loaded'
import { Nothing, Page } from '../../ui/page'
import { forMembers } from '../auth/members-only'
import { coursesWith, fetchOwnCourses } from './courses'

export const CoursesPage = forMembers(Courses, true)

/** The courses of one's college, and the way to one that is missing. */
function Courses() {
  const loaded = useLoaded(fetchOwnCourses)
  const words = useSignal('')
  const { list } = coursesText
  return (
    <Page title={youText.you.courses} lead={list.lead}>
      {mayWrite.value && <ProposeButton />}
      <input
        type="search"
        class="input w-full text-base"
        aria-label={list.search}
        placeholder={list.search}
        onInput={({ currentTarget }) => (words.value = currentTarget.value)}
      />
      <WhenLoaded of={loaded}>
        {({ courses }) => {
          const found = coursesWith(words.value, courses)
          if (found.length === 0) return <Nothing title={list.none} />
          return (
            <ul class="list">
              {found.map(({ id, code, name, state }) => (
                <li key={id}>
                  <a href={`/course/${id}`} class="list-row" dir="auto">
                    <span class="min-w-0 grow break-words">
                      <span class="font-semibold">{code}</span> {name}
                    </span>
                    {state === 'closed' && <span class="badge">{list.closed}</span>}
                  </a>
                </li>
              ))}
            </ul>
          )
        }}
      </WhenLoaded>
    </Page>
  )
}

function ProposeButton() {
  const { list } = coursesText
  const send = (values: FormData) =>
    envelope(api.courses.proposals.post({ code: String(values.get('code')), name: String(values.get('name')) }))
  return (
    <FormButton
      class="btn self-start"
      name={list.propose}
      title={list.propose}
      lead={list.proposeLead}
      confirm={list.propose}
      send={send}
      done={list.proposed}
    >
      <Field name="code" label={list.code} hint={list.codeHint} required maxLength={30} autocomplete="off" />
      <Field name="name" label={list.name} required maxLength={150} autocomplete="off" />
    </FormButton>
  )
}
