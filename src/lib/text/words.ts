type Word<Text extends string, Found = never> = Text extends `${infer First} ${infer Rest}`
  ? Word<Rest, Found | First>
  : Found | Text

/** The words of the lines, in order: for long lists of words, which a line each would make longer than what uses them. */
export const words = <const Lines extends readonly [string, ...string[]]>(...lines: Lines) =>
  lines.join(' ').split(' ') as [Word<Lines[number]>, ...Word<Lines[number]>[]]
