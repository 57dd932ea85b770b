/** What the changelog says about a version: the text between its heading and the next. Undefined where it has none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m)
  const own = sections.find((section) => new RegExp(`^\\[?${RegExp.escape(version)}\\]?(?:\\s|$)`).test(section))
  return own?.slice(own.indexOf('\n')).trim()
}

/** What it says about the newest version, released or not. */
export function newestNotes(changelog: string): string {
  const [, newest = ''] = changelog.split(/^## /m)
  return newest.slice(newest.indexOf('\n')).trim()
}
