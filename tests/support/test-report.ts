/** What one run found in one file. */
export type FileReport = { file: string; tests: number; failed: number; skipped: number; seconds: number }

/** The files of a report in JUnit's format: one suite for each, indented by two spaces, within one for the run. */
export function readReport(report: string): FileReport[] {
  const suites = report.matchAll(
    /^ {2}<testsuite [^>]*file="([^"]+)" tests="(\d+)"[^>]* failures="(\d+)" skipped="(\d+)" time="([\d.]+)"/gm,
  )
  return [...suites].map(([, file = '', ...numbers]) => {
    const [tests = 0, failed = 0, skipped = 0, seconds = 0] = numbers.map(Number)
    return { file, tests, failed, skipped, seconds }
  })
}

/** The files that are not in the report: they could not be loaded, or the run ended before them. */
export function missingFiles(report: readonly FileReport[], expected: readonly string[]): string[] {
  const seen = new Set(report.map(({ file }) => file))
  return expected.filter((file) => !seen.has(file))
}

/** The closing line. A file that cannot be loaded fails the run and is in no report. */
export function closingLine(report: readonly FileReport[], status: number): string {
  const sum = (of: 'tests' | 'failed' | 'skipped') => report.reduce((total, file) => total + file[of], 0)
  const failed = Math.max(status === 0 ? 0 : 1, sum('failed'))
  const passed = sum('tests') - sum('failed') - sum('skipped')
  return `${passed} passed, ${failed} failed, ${sum('skipped')} skipped`
}
