/** The library, loaded with the first passkey: it takes a quarter of a second and 20 MB, which most starts do not need. */
export const webauthn = (): typeof import('@simplewebauthn/server') => require('@simplewebauthn/server')
