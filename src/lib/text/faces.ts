// The face of a Quad name, for server and client: its animal on a ground, which say nothing that the name does not.

const GROUNDS = 12

/** The hue of the ground, in degrees: one of twelve. */
export function groundHue(name: string): number {
  const hash = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)
  return (hash % GROUNDS) * (360 / GROUNDS)
}

/** The animal in the name; empty for a name of another form. */
export const animalIn = (name: string): string => /^[a-z]+-([a-z]+)-\d+$/.exec(name)?.[1] ?? ''
