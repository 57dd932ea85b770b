import { expect, test } from 'bun:test'
import { RequestTimes } from '../../src/lib/metrics'

test('times are counted by labels, in buckets that hold all below them', () => {
  const times = new RequestTimes()
  for (const seconds of [0.0004, 0.003, 0.003, 9]) times.note('GET', '/api/v1/posts', 200, seconds)
  times.note('POST', '/api/v1/posts', 409, 0.02)
  const lines = times.text('quad_seconds', 'How long').split('\n')
  const value = (start: string) =>
    lines
      .find((line) => line.startsWith(start))
      ?.split(' ')
      .at(-1)
  const posts = 'method="GET",route="/api/v1/posts",status="2xx"'
  expect(lines.slice(0, 2)).toEqual(['# HELP quad_seconds How long', '# TYPE quad_seconds histogram'])
  expect(value(`quad_seconds_bucket{le="0.001",${posts}}`)).toBe('1')
  expect(value(`quad_seconds_bucket{le="0.0025",${posts}}`)).toBe('1')
  expect(value(`quad_seconds_bucket{le="0.005",${posts}}`)).toBe('3')
  expect(value(`quad_seconds_bucket{le="5",${posts}}`)).toBe('3')
  expect(value(`quad_seconds_bucket{le="+Inf",${posts}}`)).toBe('4')
  expect(value(`quad_seconds_count{${posts}}`)).toBe('4')
  expect(Number(value(`quad_seconds_sum{${posts}}`))).toBeCloseTo(9.0064)
  expect(value('quad_seconds_count{method="POST",route="/api/v1/posts",status="4xx"}')).toBe('1')
})
