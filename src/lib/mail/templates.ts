import { type MessageOrKey, message, resolveMessage } from '../../messages/message'
import type { Language } from '../../messages/template'
import type { Mail } from './message'

/** Six digits as they are, more in groups of four, which can be typed with or without the spaces. */
const inGroups = (otp: string): string => (otp.length > 6 ? otp.replace(/\d{4}(?=\d)/g, '$& ') : otp)

const CODE_WORDS = {
  registration: ['mails.signUpCodeSubject', 'mails.signUpCode'],
  login: ['mails.signInCodeSubject', 'mails.signInCode'],
  link: ['mails.linkCodeSubject', 'mails.linkCode'],
} as const

type Otp = { to: string; otp: string; campus: string; minutes: number; purpose: keyof typeof CODE_WORDS }

/** The code stands alone on its line, and not in the subject, which shows on locked phones. */
export function otpMail(language: Language, { to, otp, campus, minutes, purpose }: Otp): Mail {
  const [subject, intro] = CODE_WORDS[purpose]
  return compose(language, to, message(subject, { campus }), [
    message(intro, { campus }),
    { code: inGroups(otp) },
    message('mails.codeTerms', { count: minutes, campus }),
    'mails.codeNotYou',
  ])
}

type Reset = { to: string; link: string; campus: string }

export function resetMail(language: Language, { to, link, campus }: Reset): Mail {
  return compose(language, to, message('mails.resetSubject', { campus }), [
    message('mails.reset', { campus }),
    { link, label: 'mails.resetButton' },
    'mails.resetTerms',
    'mails.resetNotYou',
  ])
}

type Approved = { to: string; college: string; publicUrl: string }

export function collegeApprovedMail(language: Language, { to, college, publicUrl }: Approved): Mail {
  return compose(language, to, message('mails.collegeApprovedSubject', { college }), [
    message('mails.collegeApproved', { college }),
    { link: publicUrl, label: 'mails.collegeApprovedButton' },
  ])
}

type Rejected = { to: string; college: string; reason: string }

/** The reason is in the words of whoever decided. */
export function collegeRejectedMail(language: Language, { to, college, reason }: Rejected): Mail {
  return compose(language, to, message('mails.collegeRejectedSubject', { college }), [
    message('mails.collegeRejected', { college }),
    { typed: reason },
    'mails.collegeRejectedAgain',
  ])
}

type CollegeAlert = {
  to: string
  campus: string
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
  return compose(language, to, message('mails.collegeAlertSubject', { campus, college }), [
    said[kind],
    by === null ? 'mails.collegeAlertByOperator' : message('mails.collegeAlertBy', { by }),
    'mails.collegeAlertWhy',
    { link: `${publicUrl}/console`, label: 'mails.collegeAlertButton' },
  ])
}

type PasswordChanged = { to: string; campus: string; at: Date }

export function passwordChangedMail(language: Language, { to, campus, at }: PasswordChanged): Mail {
  return compose(language, to, message('mails.passwordChangedSubject', { campus }), [
    message('mails.passwordChanged', { campus, at }),
    'mails.passwordNotYou',
  ])
}

type PasskeysChanged = PasswordChanged & { change: 'added' | 'removed' }

export function passkeysChangedMail(language: Language, { to, campus, at, change }: PasskeysChanged): Mail {
  const [subject, text] =
    change === 'added'
      ? ([message('mails.passkeyAddedSubject', { campus }), message('mails.passkeyAdded', { campus, at })] as const)
      : ([message('mails.passkeyRemovedSubject', { campus }), message('mails.passkeyRemoved', { campus, at })] as const)
  return compose(language, to, subject, [text, 'mails.passkeyNotYou'])
}

type EmailRevealed = { to: string; campus: string; at: Date; reason: string; publicUrl: string }

/** The reason is in the words of the superadmin. */
export function emailRevealedMail(language: Language, { to, campus, at, reason, publicUrl }: EmailRevealed): Mail {
  return compose(language, to, message('mails.emailRevealedSubject', { campus }), [
    message('mails.emailRevealed', { campus, at }),
    { typed: reason },
    'mails.emailRevealedTerms',
    { link: `${publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])
}

type News = { to: string; campus: string; publicUrl: string }

/** After a decision of moderators. Whoever reads along in the mailbox learns neither what it is nor what it is about. */
export function newsMail(language: Language, { to, campus, publicUrl }: News): Mail {
  return compose(language, to, message('mails.newsSubject', { campus }), [
    message('mails.news', { campus }),
    { link: `${publicUrl}/settings#notices`, label: 'mails.newsButton' },
  ])
}

export function testMail(language: Language, { to, campus }: { to: string; campus: string }): Mail {
  return compose(language, to, message('mails.testSubject', { campus }), [
    message('mails.test', { campus }),
    'mails.testNothing',
  ])
}

/** A paragraph: a message, what somebody typed, a code, or a link. */
type Block = MessageOrKey | { typed: string } | { code: string } | { link: string; label: MessageOrKey }

/** A block in its language. */
type Written = string | { code: string } | { link: string; label: string }

function compose(language: Language, to: string, subject: MessageOrKey, blocks: Block[]): Mail {
  const inWords = (text: MessageOrKey) => oneLine(resolveMessage(text, language))
  const written = blocks.map((block): Written => {
    if (typeof block === 'string' || 'key' in block) return inWords(block)
    if ('typed' in block) return oneLine(block.typed)
    return 'code' in block ? block : { link: block.link, label: inWords(block.label) }
  })
  const title = inWords(subject)
  return {
    to,
    subject: title,
    text: `${written.map(asText).join('\n\n')}\n`,
    html: page(language, title, written.map(asHtml).join('\n')),
  }
}

/** Names are typed by people; a subject is one line. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function asText(block: Written): string {
  if (typeof block === 'string') return block
  return 'code' in block ? block.code : block.link
}

const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.5'
const CODE = 'margin:0 0 16px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none'

function asHtml(block: Written): string {
  if (typeof block === 'string') return `<p style="${PARAGRAPH}">${Bun.escapeHTML(block)}</p>`
  if ('code' in block) return `<p style="${CODE}">${Bun.escapeHTML(block.code)}</p>`
  const link = Bun.escapeHTML(block.link)
  return `<p style="${PARAGRAPH}"><a href="${link}" style="${BUTTON}">${Bun.escapeHTML(block.label)}</a></p>
<p style="${PARAGRAPH};word-break:break-all"><a href="${link}">${link}</a></p>`
}

/** One column, nothing to load, readable on a phone and in the dark. */
function page(language: Language, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${Bun.escapeHTML(title)}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto">
${body}
</div>
</body>
</html>
`
}
