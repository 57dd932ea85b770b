/** What one run of the tests found, from its report in JUnit's format. */
export type TestReport = { tests: number; failed: number; skipped: number; files: FileReport[] }
type FileReport = { file: string; failed: number; seconds: number }

/** More than so many failed files are a defect, not a busy machine. */
const MOST_RETRIED = 2

/** Test suites: one for each file, indented by two spaces, within one for the run. */
export function readReport(report: string): TestReport {
  const [, tests = 0, failed = 0, skipped = 0] =
    /<testsuites [^>]*tests="(\d+)"[^>]* failures="(\d+)" skipped="(\d+)"/.exec(report)?.map(Number) ?? []
  const suites = report.matchAll(/^ {2}<testsuite [^>]*file="([^"]+)"[^>]* failures="(\d+)"[^>]* time="([\d.]+)"/gm)
  const files = [...suites].map(([, file = '', failures, time]) => ({
    file,
    failed: Number(failures),
    seconds: Number(time),
  }))
  return { tests, failed, skipped, files }
}

/**
 * The files that may run once more, alone: a few of pages, when nothing else failed. A file that cannot be loaded is in
 * no report, so every file of `expected` must be: a run of some files retries none.
 */
export function retryable({ files }: TestReport, expected: readonly string[]): string[] {
  const read = new Set(files.map(({ file }) => file))
  if (!expected.every((file) => read.has(file))) return []
  const failed = files.flatMap((file) => (file.failed > 0 ? [file.file] : []))
  return failed.length <= MOST_RETRIED && failed.every((file) => file.startsWith('tests/e2e/')) ? failed : []
}
