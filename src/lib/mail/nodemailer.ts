/** The library, loaded with the first mail: it takes 70 ms, which neither a start nor most commands need. */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer')
