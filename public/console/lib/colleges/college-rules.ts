import type { College, CollegeRequest } from './colleges'

/** The college that an approval assigns if none is chosen; undefined if it creates one. */
export function matchingCollege(
  { resolvedCollegeId, emailDomain }: Pick<CollegeRequest, 'resolvedCollegeId' | 'emailDomain'>,
  colleges: readonly College[],
): College | undefined {
  return (
    colleges.find(({ id }) => id === resolvedCollegeId) ?? colleges.find((each) => each.emailDomain === emailDomain)
  )
}

/** Colleges whose name, domain or place contains the query. */
export function filterColleges(words: string, colleges: readonly College[]): College[] {
  const query = words.trim().toLowerCase()
  return colleges.filter(({ name, emailDomain, city, state }) =>
    [name, emailDomain, city, state].some((each) => each.toLowerCase().includes(query)),
  )
}
