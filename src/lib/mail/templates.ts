import { message } from '../../messages/message'
import type { Language } from '../../messages/template'
import { type Campus, compose } from './compose'
import type { Mail } from './message'

/** Six digits as they are, more in groups of four, which can be typed with or without the spaces. */
const inGroups = (otp: string): string => (otp.length > 6 ? otp.replace(/\d{4}(?=\d)/g, '$& ') : otp)

const CODE_WORDS = {
  registration: ['mails.signUpCodeSubject', 'mails.signUpCode'],
  login: ['mails.signInCodeSubject', 'mails.signInCode'],
  link: ['mails.linkCodeSubject', 'mails.linkCode'],
  membership: ['mails.membershipCodeSubject', 'mails.membershipCode'],
} as const

type Otp = { to: string; otp: string; campus: Campus; minutes: number; purpose: keyof typeof CODE_WORDS }

/** The code stands alone on its line, and not in the subject, which shows on locked phones. */
export function otpMail(language: Language, { to, otp, campus, minutes, purpose }: Otp): Mail {
  const [subject, intro] = CODE_WORDS[purpose]
  return compose({ language, to, campus }, message(subject, { campus: campus.name }), [
    message(intro, { campus: campus.name }),
    { code: inGroups(otp) },
    message('mails.codeTerms', { count: minutes, campus: campus.name }),
    'mails.codeNotYou',
  ])
}

type Membership = { to: string; campus: Campus; endsAt: string; publicUrl: string }

/** Before a membership ends. It says nothing of the account: others may read along in the mailbox. */
export function membershipMail(language: Language, { to, campus, endsAt, publicUrl }: Membership): Mail {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(endsAt) - 1)
  return compose({ language, to, campus }, message('mails.membershipSubject', { campus: campus.name }), [
    message('mails.membership', { campus: campus.name, day }),
    'mails.membershipAfter',
    { link: `${publicUrl}/settings#membership`, label: 'mails.membershipButton' },
  ])
}

type Reset = { to: string; link: string; campus: Campus }

export function resetMail(language: Language, { to, link, campus }: Reset): Mail {
  return compose({ language, to, campus }, message('mails.resetSubject', { campus: campus.name }), [
    message('mails.reset', { campus: campus.name }),
    { link, label: 'mails.resetButton' },
    'mails.resetTerms',
    'mails.resetNotYou',
  ])
}

type Admitted = { to: string; campus: Campus; publicUrl: string }

export function signUpApprovedMail(language: Language, { to, campus, publicUrl }: Admitted): Mail {
  return compose({ language, to, campus }, message('mails.signUpApprovedSubject', { campus: campus.name }), [
    message('mails.signUpApproved', { campus: campus.name }),
    { link: `${publicUrl}/join`, label: 'mails.signUpApprovedButton' },
    'mails.signUpApprovedTerms',
  ])
}

type NotAdmitted = { to: string; campus: Campus; reason: string }

/** The reason is in the words of the moderator. */
export function signUpRefusedMail(language: Language, { to, campus, reason }: NotAdmitted): Mail {
  return compose({ language, to, campus }, message('mails.signUpRefusedSubject', { campus: campus.name }), [
    message('mails.signUpRefused', { campus: campus.name }),
    { typed: reason },
    'mails.signUpRefusedAgain',
  ])
}

type Approved = { to: string; campus: Campus; college: string; publicUrl: string }

export function collegeApprovedMail(language: Language, { to, campus, college, publicUrl }: Approved): Mail {
  return compose({ language, to, campus }, message('mails.collegeApprovedSubject', { college }), [
    message('mails.collegeApproved', { college }),
    { link: publicUrl, label: 'mails.collegeApprovedButton' },
  ])
}

type Rejected = { to: string; campus: Campus; college: string; reason: string }

/** The reason is in the words of whoever decided. */
export function collegeRejectedMail(language: Language, { to, campus, college, reason }: Rejected): Mail {
  return compose({ language, to, campus }, message('mails.collegeRejectedSubject', { college }), [
    message('mails.collegeRejected', { college }),
    { typed: reason },
    'mails.collegeRejectedAgain',
  ])
}

type CollegeAlert = {
  to: string
  campus: Campus
  kind: 'created' | 'approved' | 'domain_changed'
  college: string
  domain: string
  domainBefore: string
  /** Null for the operator. */
  by: string | null
  publicUrl: string
}

/** To superadmins: somebody gave a domain to a college. */
export function collegeAlertMail(
  language: Language,
  { to, campus, kind, college, domain, domainBefore, by, publicUrl }: CollegeAlert,
): Mail {
  const said = {
    created: message('mails.collegeCreated', { college, domain }),
    approved: message('mails.collegeRequestApproved', { college, domain }),
    domain_changed: message('mails.collegeDomainChanged', { college, before: domainBefore, domain }),
  }
  return compose({ language, to, campus }, message('mails.collegeAlertSubject', { campus: campus.name, college }), [
    said[kind],
    by === null ? 'mails.collegeAlertByOperator' : message('mails.collegeAlertBy', { by }),
    'mails.collegeAlertWhy',
    { link: `${publicUrl}/console`, label: 'mails.collegeAlertButton' },
  ])
}

type Backup = { to: string; campus: Campus; provenAt: string | null; publicUrl: string }

/** To superadmins: what went wrong is in the console, and not in mailboxes. */
export function backupMail(language: Language, { to, campus, provenAt, publicUrl }: Backup): Mail {
  return compose({ language, to, campus }, message('mails.backupSubject', { campus: campus.name }), [
    'mails.backup',
    provenAt === null ? 'mails.backupNever' : message('mails.backupLast', { at: new Date(provenAt) }),
    { link: `${publicUrl}/console`, label: 'mails.collegeAlertButton' },
  ])
}

type PasswordChanged = { to: string; campus: Campus; at: Date }

export function passwordChangedMail(language: Language, { to, campus, at }: PasswordChanged): Mail {
  return compose({ language, to, campus }, message('mails.passwordChangedSubject', { campus: campus.name }), [
    message('mails.passwordChanged', { campus: campus.name, at }),
    'mails.passwordNotYou',
  ])
}

type PasskeysChanged = PasswordChanged & { change: 'added' | 'removed' }

export function passkeysChangedMail(language: Language, { to, campus, at, change }: PasskeysChanged): Mail {
  const [subject, text] =
    change === 'added'
      ? ([
          message('mails.passkeyAddedSubject', { campus: campus.name }),
          message('mails.passkeyAdded', { campus: campus.name, at }),
        ] as const)
      : ([
          message('mails.passkeyRemovedSubject', { campus: campus.name }),
          message('mails.passkeyRemoved', { campus: campus.name, at }),
        ] as const)
  return compose({ language, to, campus }, subject, [text, 'mails.passkeyNotYou'])
}

type EmailRevealed = { to: string; campus: Campus; at: Date; reason: string; publicUrl: string }

/** The reason is in the words of the superadmin. */
export function emailRevealedMail(language: Language, { to, campus, at, reason, publicUrl }: EmailRevealed): Mail {
  return compose({ language, to, campus }, message('mails.emailRevealedSubject', { campus: campus.name }), [
    message('mails.emailRevealed', { campus: campus.name, at }),
    { typed: reason },
    'mails.emailRevealedTerms',
    { link: `${publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])
}

type News = { to: string; campus: Campus; publicUrl: string }

/** After a decision of moderators. Whoever reads along in the mailbox learns neither what it is nor what it is about. */
export function newsMail(language: Language, { to, campus, publicUrl }: News): Mail {
  return compose({ language, to, campus }, message('mails.newsSubject', { campus: campus.name }), [
    message('mails.news', { campus: campus.name }),
    { link: `${publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])
}

/** Of the account itself, which Quad says once somebody has signed in. */
export function accountNewsMail(language: Language, { to, campus, publicUrl }: News): Mail {
  return compose({ language, to, campus }, message('mails.newsSubject', { campus: campus.name }), [
    message('mails.accountNews', { campus: campus.name }),
    { link: `${publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])
}

type Digest = { to: string; campus: Campus; titles: readonly string[]; publicUrl: string; unsubscribe: string }

/** Titles alone, which everybody can read without signing in. */
export function digestMail(language: Language, { to, campus, titles, publicUrl, unsubscribe }: Digest): Mail {
  const mail = compose({ language, to, campus }, message('mails.digestSubject', { campus: campus.name }), [
    message('mails.digest', { campus: campus.name }),
    ...titles.map((title) => ({ typed: `• ${title}` })),
    { link: publicUrl, label: 'mails.digestButton' },
    'mails.digestOff',
  ])
  return { ...mail, unsubscribe }
}

export function testMail(language: Language, { to, campus }: { to: string; campus: Campus }): Mail {
  return compose({ language, to, campus }, message('mails.testSubject', { campus: campus.name }), [
    message('mails.test', { campus: campus.name }),
    'mails.testNothing',
  ])
}
