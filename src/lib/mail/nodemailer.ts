/** The library, loaded with the first mail: it takes 70 ms, which neither a start nor most commands need. */
export const nodemailer = (): typeof import('nodemailer') => require('nodemailer')

/** The part of it that speaks with a server. */
export const smtpConnection = (): typeof import('nodemailer/lib/smtp-connection').default =>
  require('nodemailer/lib/smtp-connection').default
