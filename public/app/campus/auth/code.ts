const DEVANAGARI_ZERO = 0x966

const withPlainDigits = (text: string): string =>
  text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))

/** The digits of a code as somebody typed it: in groups, with a stray space, on a Hindi keyboard. */
export const codeIn = (text: string): string => withPlainDigits(text).replace(/\D/g, '')

/** The code in what was pasted, which may be a line of the mail; undefined if there is none. */
export function pastedCode(text: string): string | undefined {
  const [run] = /\d(?:[\s-]?\d){5,}/.exec(withPlainDigits(text)) ?? []
  return run === undefined ? undefined : codeIn(run)
}
