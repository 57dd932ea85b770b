import { useEffect, useRef } from 'preact/hooks'
import { useLoaded } from '../../lib/loading'
import { coursesText } from '../../texts/courses'
import { Field } from '../../ui/field'
import { courseLabel, courseNamed, fetchOwnCourses } from './courses'

type Props = {
  initial: string | null | undefined
  /** Called once it is known whether the college has courses. */
  onSettled: () => void
}

/** Which course a post is of: its code or name is typed, its id is sent. Nothing where the college has no courses. */
export function CourseField({ initial, onSettled }: Props) {
  const { data, failure } = useLoaded(fetchOwnCourses)
  const isSettled = data.value !== undefined || failure.value !== null
  useEffect(() => {
    if (isSettled) onSettled()
  }, [isSettled])
  const id = useRef<HTMLInputElement>(null)
  const words = coursesText.field
  // A closed one stays with its post.
  const offered = (data.value?.courses ?? []).filter((each) => each.state === 'open' || each.id === initial)
  const chosen = offered.find((each) => each.id === initial)
  // At once: the form around it then reads what is chosen.
  const choose = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
    const course = courseNamed(currentTarget.value, offered)
    id.current!.value = course?.id ?? ''
    currentTarget.setCustomValidity(course || currentTarget.value.trim() === '' ? '' : words.unknown)
  }
  if (offered.length === 0) return data.value && initial ? <input type="hidden" name="courseId" /> : null
  return (
    <>
      <Field
        name="course"
        label={words.label}
        hint={words.hint}
        list="courses"
        autocomplete="off"
        initial={chosen && courseLabel(chosen)}
        onInput={choose}
      />
      <input ref={id} type="hidden" name="courseId" defaultValue={chosen?.id ?? ''} />
      <datalist id="courses">
        {offered.map((each) => (
          <option key={each.id} value={courseLabel(each)} />
        ))}
      </datalist>
    </>
  )
}
