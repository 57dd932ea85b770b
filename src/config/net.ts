type Net = typeof import('node:net')

let loaded: Net | undefined

/** Loaded with the first connection or address: it brings streams along, for 10 ms. */
export const net = (): Net => (loaded ??= require('node:net'))
