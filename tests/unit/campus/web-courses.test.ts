import { expect, test } from 'bun:test'
import { courseNamed, coursesWith } from '../../../public/app/campus/courses/courses'

const courses = [
  { code: 'CS 201', name: 'Algorithms' },
  { code: 'CS 210', name: 'Seminar' },
  { code: 'MA 210', name: 'Seminar' },
]
const codes = (words: string) => coursesWith(words, courses).map(({ code }) => code)

test('courses are found by what their code or name has, in any case and with any spaces', () => {
  expect(codes('')).toEqual(['CS 201', 'CS 210', 'MA 210'])
  expect(codes('cs2')).toEqual(['CS 201', 'CS 210'])
  expect(codes(' ALGO ')).toEqual(['CS 201'])
  expect(codes('physics')).toEqual([])
})

test.each([
  ['cs201', 'CS 201'],
  ['algorithms', 'CS 201'],
  ['CS 201 · Algorithms', 'CS 201'],
  ['CS 201 Algorithms', 'CS 201'],
  ['ma 210 seminar', 'MA 210'],
  // Of two courses, and of none.
  ['Seminar', undefined],
  ['CS 2', undefined],
  ['', undefined],
])('“%s” means %s', (words, code) => {
  expect(courseNamed(words, courses)?.code).toBe(code as string)
})
