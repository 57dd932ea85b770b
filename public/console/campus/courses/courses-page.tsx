import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { colleges, loadColleges } from '../../../app/campus/colleges/colleges'
import { type Course, MOST_COURSES } from '../../../app/campus/courses/courses'
import { announce } from '../../../app/lib/announcements'
import { api, envelope } from '../../../app/lib/api'
import { Field } from '../../../app/ui/field'
import { Settled } from '../../../app/ui/page'
import { told, useFilters, useResource } from '../../lib/page'
import { consoleText } from '../../texts/console'
import { courseWords } from '../../texts/courses'
import { Filters, SearchField } from '../../ui/filters'
import { LoadedRows, Panel, Row, RowButton, RowButtons } from '../../ui/panel'
import { DeleteButton, RecordButton, RowForm } from '../../ui/record-dialog'
import { CollegeChoice } from '../colleges/college-choice'

/** The courses, those first that are only proposed. */
export function CoursesPage() {
  const { collegeId, q } = useFilters().query
  const list = useResource('console-courses', () =>
    envelope(api.admin.courses.get({ query: { collegeId, q, limit: MOST_COURSES } })),
  )
  const { courses: words } = courseWords
  // Added is to the one that is chosen.
  const [only, ...others] = colleges.value
  const college = collegeId || (others.length === 0 ? only?.id : undefined)
  const changed = () => list.load()
  const isSettled = useSignal(false)
  useEffect(() => {
    loadColleges().finally(() => (isSettled.value = true))
  }, [])
  return (
    <Settled when={isSettled.value}>
      <Panel
        lead={college ? words.lead : words.choose}
        actions={
          college && (
            <RowButtons>
              <CourseButton collegeId={college} onDone={changed} />
              <ImportButton collegeId={college} onDone={changed} />
            </RowButtons>
          )
        }
      >
        <Filters>
          <CollegeChoice />
          <SearchField name="q" label={words.search} />
        </Filters>
        <LoadedRows
          resource={list}
          items={({ courses }) => courses}
          none={q ? consoleText.words.noneFound : words.none}
        >
          {(course) => <CourseRow course={course} onChange={changed} />}
        </LoadedRows>
      </Panel>
    </Settled>
  )
}

const changeCourse = (id: string, changes: Parameters<ReturnType<typeof api.admin.courses>['patch']>[0]) =>
  envelope(api.admin.courses({ id }).patch(changes))

function CourseRow({ course, onChange }: { course: Course; onChange: () => Promise<void> }) {
  const { id, code, name, collegeId, state } = course
  const { courses: words } = courseWords
  const to = state === 'open' ? 'closed' : 'open'
  const act = { open: consoleText.words.close, proposed: words.accept, closed: words.reopen }[state]
  const change = async () => {
    if (await told(changeCourse(id, { state: to }), words.isState(code, words.states[to]))) await onChange()
  }
  const college = colleges.value.length > 1 && colleges.value.find((each) => each.id === collegeId)?.name
  return (
    <Row>
      <div class="min-w-0 flex-1 basis-56 break-words">
        <h2 class="font-medium">
          {code} <span class="font-normal">{name}</span>{' '}
          {state !== 'open' && (
            <span class={`badge badge-sm ${state === 'proposed' ? 'badge-primary' : ''}`}>{words.states[state]}</span>
          )}
        </h2>
        {college && <p class="text-base-content/80 text-sm">{college}</p>}
      </div>
      <RowButtons>
        <RowButton of={code} isMain={state === 'proposed'} onPress={change}>
          {act}
        </RowButton>
        <CourseButton collegeId={collegeId} course={course} onDone={onChange} />
        <DeleteButton
          of={code}
          words={words}
          confirm={state === 'proposed' ? words.refuse : consoleText.words.delete}
          send={() => envelope(api.admin.courses({ id }).delete())}
          onDone={onChange}
        />
      </RowButtons>
    </Row>
  )
}

type ButtonProps = { collegeId: string; course?: Course; onDone: () => void }

function CourseButton({ collegeId, course, onDone }: ButtonProps) {
  const { courses: words } = courseWords
  const send = (values: FormData) => {
    const input = { code: String(values.get('code')), name: String(values.get('name')) }
    return course ? changeCourse(course.id, input) : envelope(api.admin.courses.post({ collegeId, ...input }))
  }
  return (
    <RecordButton
      current={course?.code}
      words={words}
      send={send}
      name={(data: { course: Course }) => data.course.code}
      onDone={onDone}
    >
      <Field name="code" label={words.code} required maxLength={30} spellcheck={false} initial={course?.code} />
      <Field name="name" label={words.name} required maxLength={150} initial={course?.name} />
    </RecordButton>
  )
}

function ImportButton({ collegeId, onDone }: { collegeId: string; onDone: () => void }) {
  const { courses: words } = courseWords
  const send = async (values: FormData) => {
    const answer = await envelope(api.admin.courses.csv.post({ collegeId, csv: String(values.get('csv')) }))
    if (answer.success || !answer.errors) return answer
    // Each line that is wrong, beneath the list.
    const lines = answer.errors.map(({ field, message }) =>
      field.startsWith('csv.') ? `${words.line(field.slice(4))}: ${message}` : message,
    )
    return { ...answer, errors: [{ field: 'csv', message: lines.join('\n') }] }
  }
  const read = async ({ currentTarget: { files, form } }: { currentTarget: HTMLInputElement }) => {
    const list = form!.elements.namedItem('csv') as HTMLTextAreaElement
    list.value = (await files?.[0]?.text()) ?? list.value
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <RowForm
      words={words.import}
      title={words.import}
      lead={words.importLead}
      send={send}
      onDone={({ data: { added, unchanged } }) => {
        announce(words.imported(added, unchanged))
        onDone()
      }}
    >
      <Field name="csv" label={words.csv} rows={8} required spellcheck={false} />
      <label class="flex flex-col gap-1 font-medium">
        {words.file}
        <input
          type="file"
          accept=".csv,text/csv,text/plain"
          class="input w-full p-2 text-sm font-normal"
          onChange={read}
        />
      </label>
    </RowForm>
  )
}
